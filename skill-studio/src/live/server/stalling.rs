//! A connection that ends when its client does not read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// The time without progress after which a connection ends.
const STALLED: Duration = Duration::from_secs(5);

/// A connection whose writes fail if the client does not read for a while.
pub struct Stalling<N> {
    stream: TcpStream,
    note: N,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<N: Fn(bool)> Stalling<N> {
    /// Creates the connection of a stream. `note` is called at each write with whether it waits for
    /// the client.
    pub fn new(stream: TcpStream, note: N) -> Self {
        Self { stream, note, deadline: None }
    }

    /// Returns the result of a write, or an error if none has succeeded for too long.
    fn limit<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        (self.note)(written.is_pending());
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let sleep = || Box::pin(tokio::time::sleep(STALLED));
        ready!(self.deadline.get_or_insert_with(sleep).as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<N: Unpin> AsyncRead for Stalling<N> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl<N: Fn(bool) + Unpin> AsyncWrite for Stalling<N> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.limit(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, parts);
        this.limit(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
