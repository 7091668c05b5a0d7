//! The requests over HTTP.

use super::confirmed::Confirmed;
use super::connections::Connection;
use super::events;
use super::guard::Guard;
use crate::live::page::FILES;
use crate::live::{
    Capabilities, Document, DocumentRoute, Hub, Kind, ReadCommand, Refusal, Role, Route, Seen,
    clock,
};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// The largest body of a request, in bytes.
pub(super) const MAX_BODY: usize = 16 * 1024;
/// The time in which a robot publishes a newer view.
const NEWER: Duration = Duration::from_secs(1);
/// The time in which a client sends the body of a request.
const BODY: Duration = Duration::from_secs(5);
/// Scripts, styles and data come from this server alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

#[derive(Clone)]
struct Served {
    /// The robots, each with its name; the first one is at the addresses without a name, too.
    robots: Arc<Vec<Arc<Hub>>>,
    guard: Arc<Guard>,
    confirmed: Confirmed,
}

pub(super) type Reply = Result<Response, Refusal>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, axum::Json(self)).into_response()
    }
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.media)], self.text).into_response()
    }
}

impl Served {
    /// Returns the robot that an address is about, and the address for that robot.
    ///
    /// # Errors
    /// 404 if there is no such robot.
    fn robot<'p>(&self, path: &'p str) -> Result<(&Arc<Hub>, &'p str), Refusal> {
        let of = path.strip_prefix("/robots/").and_then(|rest| Some((rest, rest.find('/')?)));
        let found = match of.map(|(rest, end)| rest.split_at(end)) {
            None => self.robots.first().map(|hub| (hub, path)),
            Some((name, rest)) => {
                let name = percent_decode_str(name).decode_utf8_lossy();
                let is_it = |hub: &&Arc<Hub>| hub.run().is_some_and(|of| of.name == name);
                self.robots.iter().find(is_it).map(|hub| (hub, rest))
            }
        };
        found.ok_or_else(|| {
            let names = self.robots.iter().filter_map(|hub| Some(format!("`{}`", hub.run()?.name)));
            let names = names.collect::<Vec<_>>().join(", ");
            let help = if names.is_empty() {
                "there is one robot".into()
            } else {
                format!("the robots are {names}")
            };
            Refusal::not_found("there is no robot of this name").with("help", help)
        })
    }
}

pub fn router(robots: Vec<Arc<Hub>>, guard: Guard) -> Router {
    let served = Served {
        robots: Arc::new(robots),
        guard: Arc::new(guard),
        confirmed: Confirmed::default(),
    };
    let wrong = || async { Refusal::new(405, "wrong_method", "this address has other methods") };
    Router::new()
        .route("/", get(async || page("index.html")))
        .route("/page/{name}", get(async |request: Request| page(file_name(&request))))
        .fallback(any(request))
        .method_not_allowed_fallback(wrong)
        .layer(middleware::from_fn_with_state(Arc::clone(&served.guard), guarded))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(served)
}

/// Checks each request, and adds the headers of each answer.
pub(super) async fn guarded(
    State(guard): State<Arc<Guard>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    connection.begin_request();
    let checked = guard.check_origin(request.headers(), connection.local);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    connection.end_request();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the name of a file of the page as it is in the address: each has only letters that are
/// never encoded.
pub(super) fn file_name(request: &Request) -> &str {
    request.uri().path().strip_prefix("/page/").unwrap_or_default()
}

/// Gives a file of the page.
fn page(name: &str) -> Reply {
    let file = FILES.iter().find(|(file, _)| *file == name);
    let (name, text) = file.ok_or_else(|| Refusal::not_found("the page has no such file"))?;
    Ok(file_response(name, text))
}

/// Returns the response with a file of a page.
pub(super) fn file_response(name: &str, text: &'static str) -> Response {
    let media = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    ([(header::CONTENT_TYPE, media)], text).into_response()
}

/// Responds to a request of the interface.
async fn request(
    State(of): State<Served>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
) -> Reply {
    // The server sends no body in response to HEAD.
    let is_head = request.method() == Method::HEAD;
    let method = if is_head { "GET" } else { request.method().as_str() };
    let query = request.uri().query().unwrap_or_default();
    let (hub, path) = of.robot(request.uri().path())?;
    let route = Route::find(method, path, query);
    let needs = match &route {
        Ok(Route::Command(needs, _)) => *needs,
        _ => Role::See,
    };
    let role = of.guard.role(request.headers(), needs)?;
    // Those without a token for calls cannot keep anybody's control.
    if role >= Role::Call {
        hub.hear(Guard::sender(request.headers())?);
    }
    match route? {
        Route::Document(document) => make(&of, hub, role, document).await,
        Route::Newest(kind) => Ok(newest(hub, kind).await.into_response()),
        // The server sends no events in response to HEAD, and the connection stays one for requests.
        Route::Events(_) if is_head => {
            Ok(([(header::CONTENT_TYPE, "text/event-stream")], "").into_response())
        }
        Route::Events(stream) => {
            connection.view()?;
            Ok(events::stream(hub, &of.confirmed, stream)?.into_response())
        }
        Route::Seen => seen(&of, request).await,
        Route::Command(_, read) => command(hub, &read, request).await,
    }
}

async fn make(of: &Served, hub: &Arc<Hub>, role: Role, document: DocumentRoute) -> Reply {
    let commands = of.guard.tokens.allow(Role::Call);
    let capabilities = hub.capabilities;
    let capabilities = Capabilities {
        commands,
        changes: capabilities.changes && commands,
        debugger: capabilities.debugger && commands,
        faults: capabilities.faults && commands,
        role,
        ..capabilities
    };
    let hub = Arc::clone(hub);
    // Large graphs take long to draw.
    let made = tokio::task::spawn_blocking(move || document.make(&hub, capabilities)).await;
    made.map_err(|_| Refusal::new(500, "internal", "no document"))?.map(Document::into_response)
}

/// Returns the newest view of a kind: it waits for one that is newer than the request.
async fn newest(hub: &Hub, kind: Kind) -> Document {
    let mut newest = hub.subscribe();
    let before = kind.number(&newest.borrow());
    // The last one, if the robot does not publish any more.
    let newer = newest.wait_for(|newest| kind.number(newest) != before);
    let _ = tokio::time::timeout(NEWER, newer).await;
    Document { media: "application/json", text: kind.json(&newest.borrow()) }
}

/// Notes what a viewer has taken, and returns the clock by which it learns the age of what it shows.
async fn seen(of: &Served, request: Request) -> Reply {
    let Seen { stream, number } = Seen::read(&body(request).await?)?;
    if !of.confirmed.confirm(stream, number) {
        return Err(Refusal::not_found("there is no such stream"));
    }
    let clock_ms = u64::try_from(clock().as_millis()).unwrap_or(u64::MAX);
    Ok(axum::Json(serde_json::json!({ "ok": true, "clock_ms": clock_ms })).into_response())
}

async fn command(hub: &Hub, read: &ReadCommand, request: Request) -> Reply {
    Guard::check_media(request.headers())?;
    let sender = Guard::sender(request.headers())?;
    let body = body(request).await?;
    let mut answer: Map<String, Value> = hub.command(sender, read(&body)?).await?;
    answer.insert("ok".to_owned(), true.into());
    Ok(axum::Json(answer).into_response())
}

/// Reads the body of a request.
pub(super) async fn body(request: Request) -> Result<Bytes, Refusal> {
    let body = tokio::time::timeout(BODY, Bytes::from_request(request, &())).await;
    let body = body.map_err(|_| {
        let message = format!("the body of a request comes within {} s", BODY.as_secs());
        Refusal::new(408, "too_slow", message)
    })?;
    body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("a request has at most {MAX_BODY} bytes");
            Refusal::new(413, "too_large", message)
        }
        _ => Refusal::bad_request(error.body_text()),
    })
}
