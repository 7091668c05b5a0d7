//! The connections of viewers.

use super::protocol::{self, Level, Request, Subscription};
use crate::console::error::Error;
use crate::console::log;
use crate::live::server::connections::{Connection, Listening};
use crate::live::server::guard::Guard;
use crate::live::{Refusal, Role};
use crate::recording::record::{News, Viewers};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use futures_util::future::{Either, select};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

/// The most viewers.
const MAX_VIEWERS: usize = 32;
/// The most subscriptions of a viewer.
const MAX_SUBSCRIPTIONS: usize = 4096;
/// The largest message of a viewer, in bytes.
const MAX_MESSAGE: usize = 256 * 1024;
/// The number of origins that are logged when they are refused.
const MAX_REFUSED: usize = 8;

/// The options of a server for viewers.
pub struct Options {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// The rules of connections.
    pub guard: Guard,
    /// The name of the robot.
    pub robot: String,
}

#[derive(Clone)]
struct Served {
    viewers: Arc<Viewers>,
    options: Arc<Options>,
    session: Arc<str>,
    places: Arc<Semaphore>,
    refused: Arc<Mutex<BTreeSet<String>>>,
}

/// Returns the token of an address, `/?token=TOKEN`.
fn token_of(address: &Uri) -> Option<String> {
    let query: Vec<(String, String)> = serde_urlencoded::from_str(address.query()?).ok()?;
    query.into_iter().find_map(|(name, value)| (name == "token").then_some(value))
}

/// Starts a server for viewers, in a thread of its own. Returns the address on which it listens.
///
/// # Errors
/// [`Error::Usage`] if the address cannot be used.
pub fn start(viewers: Arc<Viewers>, options: Options) -> Result<SocketAddr, Error> {
    let listening = Listening::at(options.address)?;
    let address = listening.address;
    let served = Served {
        viewers,
        options: Arc::new(options),
        session: humantime::format_rfc3339_nanos(SystemTime::now()).to_string().into(),
        places: Arc::new(Semaphore::new(MAX_VIEWERS)),
        refused: Arc::default(),
    };
    let router = Router::new().fallback(any(connect)).with_state(served);
    listening.serve("viewers", router)?;
    Ok(address)
}

impl Served {
    /// Checks that a viewer may read.
    fn check(&self, headers: &HeaderMap, local: SocketAddr, address: &Uri) -> Result<(), Refusal> {
        let guard = &self.options.guard;
        guard.check_origin(headers, local).inspect_err(|refusal| {
            let origin = headers.get("origin").and_then(|origin| origin.to_str().ok());
            if let ("foreign_origin", Some(origin)) = (refusal.error, origin) {
                self.tell(origin);
            }
        })?;
        // A viewer has no place for headers.
        match token_of(address) {
            Some(token) if guard.tokens.role_of(&token).is_some() => Ok(()),
            _ => guard.role(headers, Role::See).map(drop),
        }
    }

    /// Writes a line about an origin that was refused, once.
    fn tell(&self, origin: &str) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < MAX_REFUSED && refused.insert(origin.to_owned()) {
            // Many pages have the origin `null`.
            let help = match origin {
                "null" => String::new(),
                _ => format!("; --foxglove-origin {origin} lets its pages read"),
            };
            let text = format!("a viewer of the origin {origin} was refused{help}");
            log::say(log::Level::Warn, "foxglove", &text);
        }
    }
}

async fn connect(
    State(of): State<Served>,
    Extension(connection): Extension<Arc<Connection>>,
    address: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    connection.begin_request();
    if let Err(refusal) = of.check(&headers, connection.local, &address) {
        return refusal.into_response();
    }
    let Ok(upgrade) = upgrade else {
        let text = "viewers connect here by WebSocket: open this address in Foxglove, as `ws://..`";
        return Refusal::bad_request(text).into_response();
    };
    let upgrade = upgrade.protocols(protocol::NAMES);
    if upgrade.selected_protocol().is_none() {
        let [newest, older] = protocol::NAMES;
        let text = format!("a viewer speaks the protocol `{newest}` or `{older}`");
        return Refusal::bad_request(text).into_response();
    }
    let Ok(place) = Arc::clone(&of.places).try_acquire_owned() else {
        let text = format!("{MAX_VIEWERS} viewers watch already");
        return Refusal::new(503, "too_many", text).into_response();
    };
    upgrade.max_message_size(MAX_MESSAGE).on_upgrade(async move |socket| {
        // Whoever breaks off has its reasons.
        let _ = Viewer { socket, of, subscriptions: BTreeMap::new() }.watch().await;
        drop(place);
    })
}

/// A viewer that is connected.
struct Viewer {
    socket: WebSocket,
    of: Served,
    /// The channel of each subscription.
    subscriptions: BTreeMap<u32, u16>,
}

impl Viewer {
    /// Sends what the viewer has subscribed to, until it is gone.
    async fn watch(mut self) -> Result<(), axum::Error> {
        let mut news = self.of.viewers.watch();
        let info = protocol::server_info(&self.of.options.robot, &self.of.session);
        self.socket.send(Message::text(info)).await?;
        self.socket.send(Message::text(protocol::advertise(&self.of.viewers))).await?;
        loop {
            let next = {
                let request = pin!(self.socket.recv());
                match select(request, pin!(news.recv())).await {
                    Either::Left((request, _)) => Either::Left(request),
                    Either::Right((news, _)) => Either::Right(news),
                }
            };
            match next {
                Either::Left(None) => return Ok(()),
                Either::Left(Some(request)) => self.request(request?).await?,
                Either::Right(Ok(news)) => self.send(&news, None).await?,
                Either::Right(Err(RecvError::Lagged(number))) => {
                    let text = format!("{number} messages came faster than this viewer reads them");
                    self.tell(Level::Warning, &text).await?;
                }
                Either::Right(Err(RecvError::Closed)) => return Ok(()),
            }
        }
    }

    /// Sends news to one of the subscriptions, or to all.
    async fn send(&mut self, news: &News, only: Option<u32>) -> Result<(), axum::Error> {
        let all = self.subscriptions.iter().map(|(id, channel)| (*id, *channel));
        let those = all.filter(|(id, _)| only.is_none_or(|only| only == *id));
        let those = those.map(|(id, channel_id)| Subscription { id, channel_id });
        for message in protocol::news(news, those) {
            self.socket.send(Message::binary(message)).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, level: Level, text: &str) -> Result<(), axum::Error> {
        self.socket.send(Message::text(protocol::status(level, text))).await
    }

    /// Responds to a message of the viewer.
    async fn request(&mut self, message: Message) -> Result<(), axum::Error> {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Binary(_) => {
                return self.tell(Level::Error, "a viewer only reads: this was not used").await;
            }
            // Pings are answered.
            _ => return Ok(()),
        };
        match serde_json::from_str(text) {
            Ok(Request::Subscribe { subscriptions }) => {
                for of in subscriptions {
                    self.subscribe(of).await?;
                }
                Ok(())
            }
            Ok(Request::Unsubscribe { subscription_ids }) => {
                for id in subscription_ids {
                    if self.subscriptions.remove(&id).is_none() {
                        let text = format!("there is no subscription {id}");
                        self.tell(Level::Warning, &text).await?;
                    }
                }
                Ok(())
            }
            Ok(Request::Other) => {
                self.tell(Level::Warning, "a viewer only reads: this was not used").await
            }
            Err(error) => self.tell(Level::Error, &format!("no request: {error}")).await,
        }
    }

    async fn subscribe(&mut self, of: Subscription) -> Result<(), axum::Error> {
        let Subscription { id, channel_id } = of;
        let mut channels = self.of.viewers.channels();
        let problem = if !channels.any(|(number, _)| number == channel_id) {
            format!("there is no channel {channel_id}")
        } else if self.subscriptions.contains_key(&id) {
            format!("there is a subscription {id} already")
        } else if self.subscriptions.len() >= MAX_SUBSCRIPTIONS {
            format!("a viewer has {MAX_SUBSCRIPTIONS} subscriptions at most")
        } else {
            drop(channels);
            self.subscriptions.insert(id, channel_id);
            let last = self.of.viewers.last(channel_id);
            return match last {
                Some(last) => self.send(&last, Some(id)).await,
                None => Ok(()),
            };
        };
        drop(channels);
        self.tell(Level::Error, &problem).await
    }
}
