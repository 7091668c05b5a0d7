//! A page in a headless browser: its requests and errors, and the mouse and the keyboard in it.

use crate::protocol::Protocol;
use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tool_support::command;

/// The longest wait for a change of a page.
const PATIENCE: Duration = Duration::from_secs(10);

/// Records, in the page, when states became active: in an event, and in the picture.
const PROBE: &str = include_str!("probe.js");

/// The options of the browser. Nothing but pages of this machine is loaded, and in containers there
/// is no sandbox.
const OPTIONS: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-extensions \
    --disable-background-networking --disable-background-timer-throttling \
    --disable-backgrounding-occluded-windows --disable-renderer-backgrounding \
    --force-color-profile=srgb --no-first-run --remote-debugging-port=0";

pub struct Chromium {
    process: Child,
    protocol: Rc<Protocol>,
    /// Removed after the browser.
    _profile: TempDir,
}

impl Chromium {
    pub fn launch(program: &Path) -> anyhow::Result<Self> {
        let name = program.display().to_string();
        command::require(&name, "apt-get install chromium, or name another one with --chromium")?;
        let profile = TempDir::new()?;
        let mut process = Command::new(program)
            .args(OPTIONS.split(' '))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run `{name}`"))?;
        let stderr = process.stderr.take().context("the browser's messages")?;
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address =
            lines.find_map(|line| Some(line.split_once("DevTools listening on ")?.1.to_owned()));
        // Drains the pipe so that the browser never blocks.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.with_context(|| format!("`{name}` does not start"))?;
        let protocol = Rc::new(Protocol::connect(&address)?);
        Ok(Self { process, protocol, _profile: profile })
    }

    /// Returns whether the browser still runs.
    pub fn is_running(&self) -> bool {
        self.protocol.call("", "Browser.getVersion", &json!({})).is_ok()
    }

    /// Opens an address in a window of its own, with nothing remembered.
    pub fn open(&self, address: &str, look: Look) -> anyhow::Result<Page> {
        let text = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let call = |method: &str, options: Value| self.protocol.call("", method, &options);
        let context = text(&call("Target.createBrowserContext", json!({}))?, "browserContextId");
        let window = json!({ "url": "about:blank", "browserContextId": context });
        let target = text(&call("Target.createTarget", window)?, "targetId");
        let attached =
            call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        let session = text(&attached, "sessionId");
        let page = Page { protocol: Rc::clone(&self.protocol), context, session };
        for domain in ["Network", "Log", "Runtime", "Page"] {
            page.call(&format!("{domain}.enable"), &json!({}))?;
        }
        // Time of the processor, not of the clock.
        page.call("Performance.enable", &json!({ "timeDomain": "threadTicks" }))?;
        page.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": PROBE }))?;
        page.look(look)?;
        let loaded = page.call("Page.navigate", &json!({ "url": address }))?;
        ensure!(loaded["errorText"].is_null(), "cannot load {address}: {}", loaded["errorText"]);
        page.wait("the document", "document.readyState === 'complete'")?;
        Ok(page)
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.protocol.call("", "Browser.close", &json!({}));
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The size and the colors of a window.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    /// Whether the system is dark.
    pub dark: bool,
}

pub const DESK: Look = Look { width: 1400, height: 900, dark: false };

pub struct Page {
    protocol: Rc<Protocol>,
    context: String,
    session: String,
}

impl Page {
    fn call(&self, method: &str, options: &Value) -> anyhow::Result<Value> {
        self.protocol.call(&self.session, method, options)
    }

    /// Changes the size and the colors of the window.
    pub fn look(&self, look: Look) -> anyhow::Result<()> {
        let Look { width, height, dark } = look;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &metrics)?;
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "features": features }))?;
        Ok(())
    }

    /// Limits what the page gets, in bytes per second; below zero without a limit.
    pub fn limit(&self, rate: f64) -> anyhow::Result<()> {
        self.connect(false, rate)
    }

    /// Cuts the page off, or connects it again.
    pub fn offline(&self, is_offline: bool) -> anyhow::Result<()> {
        self.connect(is_offline, -1.0)
    }

    fn connect(&self, is_offline: bool, rate: f64) -> anyhow::Result<()> {
        let limits = json!({
            "offline": is_offline, "latency": 0, "downloadThroughput": rate, "uploadThroughput": -1,
        });
        self.call("Network.emulateNetworkConditions", &limits)?;
        Ok(())
    }

    /// Sets the directory for downloads.
    pub fn save_to(&self, directory: &Path) -> anyhow::Result<()> {
        let options = json!({
            "behavior": "allow", "browserContextId": self.context, "downloadPath": directory,
        });
        self.protocol.call("", "Browser.setDownloadBehavior", &options)?;
        Ok(())
    }

    /// Evaluates an expression in the page; promises are waited for.
    pub fn eval(&self, expression: &str) -> anyhow::Result<Value> {
        let options =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &options)?;
        let details = &answer["exceptionDetails"];
        ensure!(details.is_null(), "`{expression}` throws {details}");
        Ok(answer["result"]["value"].clone())
    }

    /// Waits until an expression is true, and returns its value.
    pub fn wait(&self, what: &str, expression: &str) -> anyhow::Result<Value> {
        self.wait_for(PATIENCE, what, expression)
    }

    /// Waits as [`wait`](Self::wait) does, with a time of its own.
    pub fn wait_for(&self, time: Duration, what: &str, expression: &str) -> anyhow::Result<Value> {
        let start = Instant::now();
        loop {
            // A page that is being replaced cannot be asked.
            match self.eval(expression) {
                Ok(Value::Null | Value::Bool(false)) => {}
                Ok(value) => return Ok(value),
                Err(error) if start.elapsed() > time => return Err(error),
                Err(_) => {}
            }
            let head = self.eval("document.querySelector('header')?.innerText ?? document.title");
            ensure!(
                start.elapsed() < time,
                "waited {} s in vain for {what}; the page shows {head:?}",
                time.as_secs()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn text(&self, selector: &str) -> anyhow::Result<String> {
        let value =
            self.eval(&format!("document.querySelector({}).textContent", json!(selector)))?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    /// Clicks into the middle of an element, once it is visible.
    pub fn click(&self, selector: &str) -> anyhow::Result<()> {
        let selector = json!(selector);
        let place = self.wait(
            &format!("an element {selector} that can be clicked"),
            &format!(
                "(() => {{ const of = document.querySelector({selector}); if (!of || of.disabled) return null; \
                 of.scrollIntoView?.({{ block: 'nearest' }}); const at = of.getBoundingClientRect(); \
                 const [x, y] = [at.left + at.width / 2, at.top + at.height / 2]; \
                 const hit = document.elementFromPoint(x, y); \
                 return at.width && (hit === of || of.contains(hit) || hit?.parentNode === of.parentNode) ? [x, y] : null; }})()"
            ),
        )?;
        self.click_at(&place)
    }

    /// Clicks at a place.
    pub fn click_at(&self, place: &Value) -> anyhow::Result<()> {
        let at = |index: usize| place[index].as_f64().context("a coordinate");
        let (x, y) = (at(0)?, at(1)?);
        self.mouse("mouseMoved", x, y, 0)?;
        self.mouse("mousePressed", x, y, 1)?;
        self.mouse("mouseReleased", x, y, 0)
    }

    /// Writes a text into the field with the focus.
    pub fn insert(&self, text: &str) -> anyhow::Result<()> {
        self.call("Input.insertText", &json!({ "text": text }))?;
        Ok(())
    }

    /// Presses the mouse at a place, moves it by some pixels, and releases it.
    pub fn drag(&self, from: &Value, by: (f64, f64)) -> anyhow::Result<()> {
        let at = |index: usize| from[index].as_f64().context("a coordinate");
        let (x, y) = (at(0)?, at(1)?);
        for (kind, part, buttons) in [
            ("mouseMoved", 0.0, 0),
            ("mousePressed", 0.0, 1),
            ("mouseMoved", 0.5, 1),
            ("mouseMoved", 1.0, 1),
            ("mouseReleased", 1.0, 0),
        ] {
            let (x, y) = (x + by.0 * part, y + by.1 * part);
            self.mouse(kind, x, y, buttons)?;
        }
        Ok(())
    }

    fn mouse(&self, kind: &str, x: f64, y: f64, buttons: u32) -> anyhow::Result<()> {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", &event)?;
        Ok(())
    }

    pub fn key(&self, key: &str) -> anyhow::Result<()> {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            "Home" => (36, ""),
            "End" => (35, ""),
            letter => (0, letter),
        };
        for kind in ["keyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", &event)?;
        }
        Ok(())
    }

    /// Writes a text into a field, instead of what it contains.
    pub fn write(&self, selector: &str, text: &str) -> anyhow::Result<()> {
        self.click(selector)?;
        self.eval(&format!("document.querySelector({}).select()", json!(selector)))?;
        self.insert(text)
    }

    /// Gives a field or a list of choices a value, as a user does.
    pub fn set(&self, selector: &str, value: &str) -> anyhow::Result<()> {
        self.eval(&format!(
            "(() => {{ const of = document.querySelector({}); of.value = {}; \
             of.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
            json!(selector),
            json!(value)
        ))?;
        Ok(())
    }

    /// Returns the processor time of the page's own thread since it was opened, in seconds.
    pub fn busy(&self) -> anyhow::Result<f64> {
        let metrics = self.call("Performance.getMetrics", &json!({}))?;
        let all = metrics["metrics"].as_array().into_iter().flatten();
        let task =
            all.filter(|of| of["name"] == "TaskDuration").find_map(|of| of["value"].as_f64());
        task.context("no metric of tasks")
    }

    /// Returns a picture of the window, as PNG.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }))?;
        Ok(BASE64_STANDARD.decode(picture["data"].as_str().unwrap_or_default())?)
    }

    pub fn picture(&self, directory: &Path, name: &str) -> anyhow::Result<()> {
        let path = directory.join(name).with_extension("png");
        std::fs::write(&path, self.png()?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Returns all that was requested since the page was opened.
    pub fn requests(&self) -> anyhow::Result<Vec<String>> {
        // Events that were sent before are read with the response.
        self.eval("0")?;
        Ok(self.protocol.seen(&self.session, |seen| seen.requests.clone()))
    }

    /// Takes the errors that the console has, without those that contain one of the texts.
    pub fn errors(&self, expected: &[&str]) -> anyhow::Result<Vec<String>> {
        self.eval("0")?;
        let all = self.protocol.seen(&self.session, |seen| std::mem::take(&mut seen.errors));
        let is_expected = |text: &String| expected.iter().any(|each| text.contains(each));
        Ok(all.into_iter().filter(|text| !is_expected(text)).collect())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // A browser that is gone has closed it already.
        let context = json!({ "browserContextId": self.context });
        let _ = self.protocol.call("", "Target.disposeBrowserContext", &context);
    }
}
