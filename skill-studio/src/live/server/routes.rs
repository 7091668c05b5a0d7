//! The requests.

use super::events;
use super::guard::Guard;
use crate::graph::{Dot, Mermaid, Svg, View as GraphView};
use crate::layout::Direction;
use crate::live::command::{NewFault, NewOverride, Place};
use crate::live::page::FILES;
use crate::live::{Can, Command, Control, Debug, Hub, NewBreakpoint, Refusal, complete};
use crate::live::{Newest, Numbered};
use crate::{Description, Space};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// The most machines that a graph shows inside others.
const MAX_OPEN: usize = 200;
/// The time in which a robot publishes a newer view.
const NEWER: Duration = Duration::from_secs(1);
/// The most clients that get events.
const MAX_CLIENTS: usize = 64;
/// Scripts, styles and data come from this server alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

#[derive(Clone)]
struct Served {
    hub: Arc<Hub>,
    guard: Arc<Guard>,
}

type Reply = Result<Response, Refusal>;
/// The last part of an address.
type Named = Result<Path<String>, PathRejection>;

fn text_of(named: Named) -> Result<String, Refusal> {
    named.map(|Path(text)| text).map_err(|error| Refusal::bad_request(error.body_text()))
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, axum::Json(self)).into_response()
    }
}

/// Returns all routes.
pub fn router(hub: Arc<Hub>, guard: Guard) -> Router {
    let served = Served { hub, guard: Arc::new(guard) };
    let unknown = || async { Refusal::not_found("there is nothing at this address") };
    let wrong = || async { Refusal::new(405, "wrong_method", "this address has other methods") };
    Router::new()
        .route("/", get(async || page("index.html")))
        .route("/page/{name}", get(async |name: Named| page(&text_of(name)?)))
        .route("/api/description", get(description))
        .route("/api/skills", get(skills))
        .route("/api/graph/{name}", get(graph))
        .route("/api/events", get(stream))
        .route("/api/view", newest(|of| &of.view))
        .route("/api/board", newest(|of| &of.board))
        .route("/api/why", newest(|of| &of.why))
        .route("/api/complete", get(completions))
        .route("/api/call", command(|Call { call }| Command::Call(call)))
        .route("/api/stop", command(|Empty {}| Command::Stop))
        .route("/api/control", command(|Action { action }| Command::Control(action)))
        .route("/api/debug", command(|debug: Debug| Command::Debug(debug)))
        .route("/api/breakpoints", command(|new: NewBreakpoint| Command::SetBreakpoint(new)))
        .route("/api/breakpoints/{id}", delete(remove_breakpoint))
        .route("/api/override", command(|new: NewOverride| Command::Override(new)))
        .route("/api/fault", command(|new: NewFault| Command::Fault(new)))
        .route("/api/move", command(|place: Place| Command::Move(place)))
        .route("/api/push", command(|place: Place| Command::Push(place)))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong)
        .layer(middleware::from_fn(guarded))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(served)
}

/// Checks each request, and adds the headers of each answer.
async fn guarded(request: Request, next: Next) -> Response {
    let checked = Guard::check_origin(request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
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

/// Gives a file of the page.
fn page(name: &str) -> Reply {
    let file = FILES.iter().find(|(file, _)| *file == name);
    let (name, text) = file.ok_or_else(|| Refusal::not_found("the page has no such file"))?;
    let media = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    Ok(([(header::CONTENT_TYPE, media)], *text).into_response())
}

fn json(value: &impl Serialize) -> Response {
    axum::Json(value).into_response()
}

async fn description(State(of): State<Served>) -> Response {
    #[derive(Serialize)]
    struct Described<'h> {
        #[serde(flatten)]
        robot: &'h Description,
        can: Can,
    }
    let commands = of.guard.token.is_some();
    let can = of.hub.can;
    let can = Can { commands, debugger: can.debugger && commands, ..can };
    json(&Described { robot: &of.hub.description, can })
}

async fn skills(State(of): State<Served>) -> Response {
    #[derive(Serialize)]
    struct Listed {
        name: &'static str,
        docs: &'static str,
        arguments: Vec<String>,
    }
    let skills = of.hub.description.space.skills.iter().map(|skill| Listed {
        name: skill.name,
        docs: skill.docs,
        arguments: skill
            .arguments()
            .map(|arg| format!("{}: {}", arg.name, arg.type_name))
            .collect(),
    });
    json(&skills.collect::<Vec<_>>())
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Dot,
    Mermaid,
    Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    #[serde(default)]
    format: Format,
    #[serde(default)]
    open: String,
    #[serde(default)]
    direction: Direction,
}

async fn graph(
    State(of): State<Served>,
    name: Named,
    query: Result<Query<Drawn>, QueryRejection>,
) -> Reply {
    let name = text_of(name)?;
    let Query(drawn) = query.map_err(|error| Refusal::bad_request(error.body_text()))?;
    let numbers = drawn.open.split(',').filter(|text| !text.is_empty()).map(str::parse);
    let open: Result<BTreeSet<u32>, _> = numbers.collect();
    let open = open.map_err(|_| Refusal::bad_request("`open` is a list of numbers of machines"))?;
    if open.len() > MAX_OPEN {
        return Err(Refusal::bad_request(format!("at most {MAX_OPEN} machines can be open")));
    }
    let (description, view) = (of.hub.description, GraphView { direction: drawn.direction, open });
    let drawing = move || draw(&description, &name, drawn.format, &view);
    let drawing = tokio::task::spawn_blocking(drawing).await;
    let (media, text) = drawing.map_err(|_| Refusal::new(500, "internal", "no drawing"))??;
    Ok(([(header::CONTENT_TYPE, media)], text).into_response())
}

fn draw(
    description: &Description,
    name: &str,
    format: Format,
    view: &GraphView,
) -> Result<(&'static str, String), Refusal> {
    let (svg, text) = ("image/svg+xml", "text/plain; charset=utf-8");
    if name == "@space" {
        let space: Space = description.space;
        return match format {
            Format::Svg => Ok((svg, Svg::of_space(&space, view.direction).to_string())),
            Format::Dot => Ok((text, crate::listing::Dot(space).to_string())),
            _ => Err(Refusal::not_found("a space is drawn as svg and dot")),
        };
    }
    let skill = description.find(name);
    let skill = skill.ok_or_else(|| Refusal::not_found(format!("there is no skill `{name}`")))?;
    Ok(match format {
        Format::Svg => (svg, Svg::with(skill, view).to_string()),
        Format::Dot => (text, Dot(skill).to_string()),
        Format::Mermaid => (text, Mermaid(skill).to_string()),
        Format::Json => ("application/json", serde_json::to_string(skill).unwrap_or_default()),
    })
}

async fn stream(State(of): State<Served>) -> Reply {
    if of.hub.watchers() >= MAX_CLIENTS {
        return Err(Refusal::new(503, "too_many", format!("{MAX_CLIENTS} clients watch already")));
    }
    Ok(events::stream(&of.hub).into_response())
}

/// Returns the route of the newest view of a kind: it waits for one that is newer than the request.
fn newest<T: Serialize + Send + Sync + 'static>(
    kind: fn(&Newest) -> &Numbered<T>,
) -> axum::routing::MethodRouter<Served> {
    get(move |State(of): State<Served>| async move {
        let mut newest = of.hub.subscribe();
        let before = kind(&newest.borrow()).number;
        let is_newer = |newest: &Newest| kind(newest).number != before;
        // The last one, if the robot does not publish any more.
        let _ = tokio::time::timeout(NEWER, newest.wait_for(is_newer)).await;
        let value = Arc::clone(&kind(&newest.borrow()).value);
        json(&*value)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    text: String,
    at: Option<usize>,
}

async fn completions(
    State(of): State<Served>,
    query: Result<Query<Written>, QueryRejection>,
) -> Reply {
    let Query(Written { text, at }) =
        query.map_err(|error| Refusal::bad_request(error.body_text()))?;
    let at = at.unwrap_or(text.len());
    Ok(json(&complete(&of.hub.description, &text, at)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    call: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    action: Control,
}

/// Returns the route of a command, whose body `read` makes the command.
fn command<T: DeserializeOwned + 'static>(
    read: fn(T) -> Command,
) -> axum::routing::MethodRouter<Served> {
    post(
        move |State(of): State<Served>, headers: HeaderMap, body: Result<Bytes, BytesRejection>| async move {
            of.guard.check_command(&headers)?;
            let body = body.map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    let message = format!("a request has at most {MAX_BODY} bytes");
                    Refusal::new(413, "too_large", message)
                }
                _ => Refusal::bad_request(error.body_text()),
            })?;
            // An empty body is an object without fields.
            let body = if body.is_empty() { &b"{}"[..] } else { &body };
            let value = serde_json::from_slice(body)
                .map_err(|error| Refusal::bad_request(error.to_string()))?;
            carry_out(&of, read(value)).await
        },
    )
}

async fn remove_breakpoint(State(of): State<Served>, id: Named, headers: HeaderMap) -> Reply {
    of.guard.check_command(&headers)?;
    let id = text_of(id)?;
    let id = id.parse().map_err(|_| Refusal::bad_request("expected the number of a breakpoint"))?;
    carry_out(&of, Command::RemoveBreakpoint(id)).await
}

async fn carry_out(of: &Served, command: Command) -> Reply {
    let mut answer: Map<String, Value> = of.hub.command(command).await?;
    answer.insert("ok".to_owned(), true.into());
    Ok(json(&answer))
}
