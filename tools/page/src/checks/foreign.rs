//! A page of another origin, in the same browser.

use super::run;
use crate::browser::DESK;
use crate::lab::Lab;
use anyhow::{Context as _, ensure};
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;

/// Each request that a page can send without permission, with the result.
const TRIES: &str = r"
(async (origin) => {
  const read = async (path, options) => {
    try {
      const answer = await fetch(origin + path, options);
      return answer.type === 'opaque' ? 'opaque' : `${answer.status} ${(await answer.text()).slice(0, 60)}`;
    } catch (error) {
      return 'refused';
    }
  };
  const found = {};
  found.read = await read('/api/view');
  found.description = await read('/api/description');
  found.stop = await read('/api/stop', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  found.plain = await read('/api/stop', { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' });
  found.guess = await read('/api/stop', { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer 0' }, body: '{}' });
  found.cookies = await read('/api/stop', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' });
  found.remove = await read('/api/breakpoints/1', { method: 'DELETE' });
  const frame = document.createElement('iframe');
  frame.name = 'target';
  document.body.append(frame);
  const form = document.createElement('form');
  Object.assign(form, { action: `${origin}/api/stop`, method: 'post', target: 'target', enctype: 'text/plain' });
  const field = document.createElement('input');
  Object.assign(field, { name: '{', value: '}' });
  form.append(field);
  document.body.append(form);
  form.submit();
  await new Promise((done) => setTimeout(done, 300));
  // The page itself in a frame, where its buttons could be clicked unseen.
  const page = document.createElement('iframe');
  page.src = `${origin}/`;
  document.body.append(page);
  await new Promise((done) => { page.onload = done; setTimeout(done, 1000); });
  try {
    found.frame = page.contentDocument ? 'readable' : 'refused';
  } catch {
    found.frame = 'refused';
  }
  found.events = await new Promise((done) => {
    const source = new EventSource(`${origin}/api/events`);
    source.onopen = () => done('open');
    source.addEventListener('view', () => done('readable'));
    source.onerror = () => { source.close(); done('refused'); };
  });
  return found;
})";

/// Without the token it reads nothing and commands nothing.
pub fn check(lab: &Lab) -> anyhow::Result<String> {
    let program = run(lab, "standup{}", &["--allow-commands"])?;
    program.wait("the run", |view| view["skiller"]["status"] == "running")?;
    let address = serve()?;
    let page = lab.chromium.open(&address, DESK)?;
    let found = page.eval(&format!("({TRIES})({})", json!(program.origin)))?;
    let tries = found.as_object().context("what the page found")?;
    for (name, answer) in tries {
        let is_refused = answer == "refused" || answer == "opaque";
        ensure!(is_refused, "a foreign page: {name} gives {answer}");
    }
    let view = program.get("view")?;
    ensure!(view["skiller"]["status"] == "running", "a foreign page stopped the skill: {view}");
    Ok(format!("{} ways are refused; the skill goes on", tries.len() + 1))
}

/// Serves an empty page, at another origin.
fn serve() -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4096]);
            let body = "<!doctype html><title>foreign</title><body>foreign</body>";
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    Ok(address)
}
