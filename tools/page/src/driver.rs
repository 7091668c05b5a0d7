//! A user who knows only what is written on the page.

use crate::browser::Page;
use anyhow::{Context as _, bail};
use serde_json::json;
use std::time::{Duration, Instant};

/// Finds controls by what is written on them.
const DRIVER: &str = include_str!("driver.js");
/// The most presses of Tab until a control has the focus: each field of the board has two, and Chromium
/// begins after what was scrolled to.
const MAX_TABS: usize = 1000;

/// The way in which a task is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    Mouse,
    Keyboard,
}

/// A user with a task.
pub struct Driver<'p> {
    page: &'p Page,
    hands: Hands,
    start: Instant,
    /// The clicks, or the controls that were pressed by the keyboard.
    pub clicks: u32,
}

impl<'p> Driver<'p> {
    pub fn new(page: &'p Page, hands: Hands) -> anyhow::Result<Self> {
        page.eval(DRIVER)?;
        Ok(Self { page, hands, start: Instant::now(), clicks: 0 })
    }

    /// Presses a control.
    pub fn press(&mut self, label: &str) -> anyhow::Result<()> {
        self.clicks += 1;
        match self.hands {
            Hands::Mouse => {
                let place = self.place(label, false)?;
                self.page.click_at(&place)
            }
            Hands::Keyboard => {
                self.reach(label, false)?;
                self.page.key("Enter")
            }
        }
    }

    /// Goes to a field, and writes into it.
    pub fn write(&mut self, label: &str, text: &str) -> anyhow::Result<()> {
        self.clicks += 1;
        match self.hands {
            Hands::Mouse => {
                let place = self.place(label, true)?;
                self.page.click_at(&place)?;
            }
            Hands::Keyboard => self.reach(label, true)?,
        }
        self.page.eval("document.activeElement.select?.()")?;
        self.page.insert(text)
    }

    pub fn key(&self, key: &str) -> anyhow::Result<()> {
        self.page.key(key)
    }

    /// Waits until a text is on the page.
    pub fn read(&self, text: &str) -> anyhow::Result<()> {
        self.page.wait(text, &format!("driver.reads({})", json!(text)))?;
        Ok(())
    }

    /// Returns the clicks and the time of the task, which must be few.
    pub fn done(self, name: &str) -> anyhow::Result<String> {
        /// The most clicks of a task.
        const MAX_CLICKS: u32 = 4;
        let Self { clicks, start, .. } = self;
        anyhow::ensure!(clicks <= MAX_CLICKS, "{name}: {clicks} clicks");
        let seconds = start.elapsed().as_secs_f64();
        Ok(format!("{name} {clicks} clicks {seconds:.1} s"))
    }

    fn place(&self, label: &str, is_field: bool) -> anyhow::Result<serde_json::Value> {
        let find = format!("driver.find({}, {is_field})", json!(label));
        self.page.wait(&format!("a control that reads {label:?}"), &find)
    }

    /// Presses Tab until a control has the focus.
    fn reach(&self, label: &str, is_field: bool) -> anyhow::Result<()> {
        self.place(label, is_field)?;
        let has = format!("driver.has({}, {is_field})", json!(label));
        for _ in 0..MAX_TABS {
            if self.page.eval(&has)? == true {
                return Ok(());
            }
            self.page.key("Tab")?;
        }
        let last = self.page.eval("driver.focus()")?;
        bail!("Tab does not reach {label:?} in {MAX_TABS} steps; it is at {last}")
    }

    /// Waits until an expression holds that a user would see.
    pub fn sees(&self, what: &str, expression: &str) -> anyhow::Result<()> {
        self.page.wait_for(Duration::from_secs(30), what, expression).context("not seen")?;
        Ok(())
    }
}
