//! Pages of other crates, by the rules of the live page.

use super::connections::Connection;
use super::guard::Guard;
use super::routes::{MAX_BODY, Reply, body, file_name, file_response, guarded};
use crate::live::page::FILES;
use crate::live::{Refusal, Role};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::response::IntoResponse as _;
use axum::routing::{any, get};
use axum::{Extension, Router, middleware};
use serde_json::Value;
use std::sync::Arc;

/// A page with data and commands, which [`start_site`](super::start_site) serves.
pub trait Site: Send + Sync + 'static {
    /// Returns the text of a file: `index.html` at `/`, others at `/page/NAME`. Those of the live page, such as
    /// `style.css`, are there, too.
    fn file(&self, name: &str) -> Option<&'static str>;

    /// Returns the role that a request needs. `method` is `GET` or another one, `path` begins with `/`.
    ///
    /// # Errors
    /// 404 if there is no such address, 405 if it has other methods.
    fn role(&self, method: &str, path: &str) -> Result<Role, Refusal>;

    /// Responds to a request of a client that has the role. It may wait.
    ///
    /// # Errors
    /// The reason why the request is refused.
    fn respond(&self, method: &str, path: &str, body: &[u8]) -> Result<Value, Refusal>;
}

#[derive(Clone)]
struct Served {
    site: Arc<dyn Site>,
    guard: Arc<Guard>,
}

pub fn router(site: Arc<dyn Site>, guard: Guard) -> Router {
    let guard = Arc::new(guard);
    let index = async |State(of): State<Served>| file(&of, "index.html");
    let other = async |State(of): State<Served>, request: Request| file(&of, file_name(&request));
    Router::new()
        .route("/", get(index))
        .route("/page/{name}", get(other))
        .fallback(any(request))
        .layer(middleware::from_fn_with_state(Arc::clone(&guard), guarded))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(Served { site, guard })
}

fn file(of: &Served, name: &str) -> Reply {
    let ours = || FILES.iter().find(|(file, _)| *file == name).map(|(_, text)| *text);
    let text = of.site.file(name).or_else(ours);
    let text = text.ok_or_else(|| Refusal::not_found("the page has no such file"))?;
    Ok(file_response(name, text))
}

async fn request(
    State(of): State<Served>,
    Extension(_): Extension<Arc<Connection>>,
    request: Request,
) -> Reply {
    let is_head = request.method() == Method::HEAD;
    let method = if is_head { "GET".to_owned() } else { request.method().as_str().to_owned() };
    let path = request.uri().path().to_owned();
    let needs = of.site.role(&method, &path);
    of.guard.role(request.headers(), *needs.as_ref().unwrap_or(&Role::See))?;
    needs?;
    if method != "GET" {
        Guard::check_media(request.headers())?;
    }
    let body = body(request).await?;
    let site = Arc::clone(&of.site);
    let response = tokio::task::spawn_blocking(move || site.respond(&method, &path, &body)).await;
    let response = response.map_err(|_| Refusal::new(500, "internal", "no response"))??;
    Ok(axum::Json(response).into_response())
}
