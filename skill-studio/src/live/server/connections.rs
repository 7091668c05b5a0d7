//! The connections of the server: their number, and the time that each may wait.
//!
//! A client that is idle or stalled never keeps out another one: at the limit, the oldest connection
//! without a request ends, and a viewer that does not read, or has watched for long, makes way.

use super::stalling::Stalling;
use crate::console::error::Error;
use crate::live::Refusal;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

/// The most connections, well below the number of files that a program may open.
const MAX_CONNECTIONS: usize = 128;
/// The most connections that get events; the others are for requests.
const MAX_VIEWERS: usize = 64;
/// The time in which a client sends the head of a request, and for which it may be idle.
const HEAD: Duration = Duration::from_secs(10);
/// The time after which a viewer makes way for another one if all places are taken.
const TURN: Duration = Duration::from_secs(10);
/// The bytes that wait for a slow client, here and in the system: what waits becomes old.
const BUFFER: u32 = 16 * 1024;
/// The connections that wait until they are accepted.
const BACKLOG: u32 = 1024;
/// The time until another attempt to accept a connection.
const RETRY: Duration = Duration::from_millis(100);

/// The purpose of a connection; those of greater value are kept longer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Purpose {
    /// It waits for a request.
    Idle,
    /// A request is being served.
    Request,
    /// It gets events.
    Viewer,
}

#[derive(Clone, Copy, Debug)]
struct Activity {
    purpose: Purpose,
    since: Instant,
    /// The time since which the client has not read.
    stalled: Option<Instant>,
}

/// A connection.
#[derive(Debug)]
pub struct Connection {
    /// The address to which the client has connected.
    pub local: SocketAddr,
    activity: Mutex<Activity>,
    task: OnceLock<AbortHandle>,
    all: Connections,
}

/// The open connections.
#[derive(Clone, Default, Debug)]
struct Connections(Arc<Mutex<Vec<Arc<Connection>>>>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    fn activity(&self) -> Activity {
        *lock(&self.activity)
    }

    fn set(&self, purpose: Purpose) {
        let mut activity = lock(&self.activity);
        (activity.purpose, activity.since) = (purpose, Instant::now());
    }

    /// Notes that a request begins.
    pub fn begin_request(&self) {
        self.set(Purpose::Request);
    }

    /// Notes that a request was served.
    pub fn end_request(&self) {
        if self.activity().purpose == Purpose::Request {
            self.set(Purpose::Idle);
        }
    }

    /// Notes whether the client reads what is sent.
    fn stall(&self, is_stalled: bool) {
        let mut activity = lock(&self.activity);
        activity.stalled = is_stalled.then(|| activity.stalled.unwrap_or_else(Instant::now));
    }

    /// Makes this connection one that gets events. If there are too many, the one that has not read
    /// for longest ends, or else the oldest.
    ///
    /// # Errors
    /// `too_many` if all of them read and none has watched for long.
    pub fn view(&self) -> Result<(), Refusal> {
        let now = Instant::now();
        let all = lock(&self.all.0);
        let viewers = || all.iter().filter(|of| of.activity().purpose == Purpose::Viewer);
        if viewers().count() >= MAX_VIEWERS {
            let age = |of: &Arc<Self>| {
                let Activity { since, stalled, .. } = of.activity();
                (stalled.map(|since| now - since), now - since)
            };
            let last = viewers().max_by_key(|of| age(of));
            let last = last.filter(|of| age(of).0.is_some() || age(of).1 >= TURN);
            let Some(last) = last.cloned() else {
                let message = format!("{MAX_VIEWERS} clients watch already");
                return Err(Refusal::new(503, "too_many", message));
            };
            last.end();
        }
        drop(all);
        self.set(Purpose::Viewer);
        Ok(())
    }

    /// Ends the connection; it no longer counts.
    fn end(&self) {
        self.set(Purpose::Idle);
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
}

impl Connections {
    /// Adds a connection. At the limit, one that is idle ends for it.
    fn add(&self, local: SocketAddr) -> Arc<Connection> {
        let mut all = lock(&self.0);
        if all.len() >= MAX_CONNECTIONS {
            let least = (0..all.len()).min_by_key(|index| {
                let Activity { purpose, since, .. } = all[*index].activity();
                (purpose, since)
            });
            if let Some(index) = least {
                all.swap_remove(index).end();
            }
        }
        let activity = Activity { purpose: Purpose::Idle, since: Instant::now(), stalled: None };
        let connection = Arc::new(Connection {
            local,
            activity: Mutex::new(activity),
            task: OnceLock::new(),
            all: self.clone(),
        });
        all.push(Arc::clone(&connection));
        connection
    }
}

/// A connection that is open.
struct Open(Arc<Connection>);

impl Drop for Open {
    fn drop(&mut self) {
        lock(&self.0.all.0).retain(|of| !Arc::ptr_eq(of, &self.0));
    }
}

/// A server that listens, and serves nobody yet.
pub struct Listening {
    /// The address on which it listens.
    pub address: SocketAddr,
    listener: TcpListener,
    runtime: Runtime,
}

impl Listening {
    /// Listens at an address. Port 0 selects a free one.
    ///
    /// # Errors
    /// [`Error::Usage`] if it cannot be used.
    pub fn at(address: SocketAddr) -> Result<Self, Error> {
        let cannot = |error| cannot_listen(address, &error);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(cannot)?;
        let listener = {
            let _entered = runtime.enter();
            listen(address).map_err(cannot)?
        };
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Self { address, listener, runtime })
    }

    /// Serves all connections in a thread of this name, which ends with the program.
    ///
    /// # Errors
    /// [`Error::Usage`] if there can be no thread.
    pub fn serve(self, name: &str, router: Router) -> Result<(), Error> {
        let Self { address, listener, runtime } = self;
        let run = move || runtime.block_on(serve(listener, router));
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        thread.map(drop).map_err(|error| cannot_listen(address, &error))
    }
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Error {
    let help = if error.kind() == std::io::ErrorKind::AddrInUse {
        "\nhelp: another program uses the port; choose another one, or 0 for one that is free"
    } else {
        ""
    };
    Error::Usage(format!("cannot listen on {address}: {error}{help}"))
}

/// Listens at an address. It needs a runtime.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // As the standard library: elsewhere it has another meaning.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Each connection that is accepted has it as well.
    socket.set_send_buffer_size(BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves the connections of a listener, without end.
async fn serve(listener: TcpListener, router: Router) {
    let all = Connections::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // There are no files left.
            tokio::time::sleep(RETRY).await;
            continue;
        };
        // The client is gone already.
        let Ok(local) = stream.local_addr() else { continue };
        let open = Open(all.add(local));
        let connection = Arc::clone(&open.0);
        let task = tokio::spawn(converse(open, stream, router.clone()));
        // It is set once.
        let _ = connection.task.set(task.abort_handle());
    }
}

async fn converse(open: Open, stream: TcpStream, router: Router) {
    // A view is small, and the next one comes soon.
    let _ = stream.set_nodelay(true);
    let connection = Arc::clone(&open.0);
    let noted = Arc::clone(&connection);
    let io = TokioIo::new(Stalling::new(stream, move |is_stalled| noted.stall(is_stalled)));
    let service = TowerToHyperService::new(router.layer(Extension(connection)));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(BUFFER as usize);
    // A client that breaks off has its reasons.
    let _ = server.serve_connection(io, service).with_upgrades().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewer_that_does_not_read_makes_way_at_once() {
        let all = Connections::default();
        let add = || all.add(SocketAddr::from(([127, 0, 0, 1], 1)));
        let viewers: Vec<_> = (0..MAX_VIEWERS).map(|_| add()).collect();
        assert!(viewers.iter().all(|of| of.view().is_ok()));
        let new = add();
        assert_eq!(new.view().map_err(|refusal| refusal.error), Err("too_many"));
        // The first of them is the one that has not read for longest.
        viewers[20].stall(true);
        viewers[10].stall(true);
        viewers[10].stall(false);
        std::thread::sleep(Duration::from_millis(2));
        viewers[30].stall(true);
        assert!(new.view().is_ok());
        let ended = |index: usize| viewers[index].activity().purpose == Purpose::Idle;
        assert!(ended(20) && !ended(10) && !ended(30));
    }
}
