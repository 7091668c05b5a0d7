//! The picture in the terminal.

use crate::live::Newest;
use crate::model::describe::Description;
use crate::model::view::{InterfaceView, Layer, Tone, View, WhyLine, WhyView};
use crate::text::escape::Escaped;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

/// The style of what is active.
const ACTIVE: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const GOOD: Style = Style::new().fg(Color::Green);
const BAD: Style = Style::new().fg(Color::Red);
const FAINT: Style = Style::new().fg(Color::DarkGray);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// A part of the screen that can be scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Panel {
    /// Why the active states are not left.
    #[default]
    Why,
    /// The values on the blackboard.
    Board,
    /// The newest transitions.
    Trace,
}

impl Panel {
    const ALL: [Self; 3] = [Self::Why, Self::Board, Self::Trace];
}

/// Something that the robot is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Calls a skill, with its skill string.
    Call(String),
    /// Stops the skill that runs.
    Stop,
}

/// The text that is being typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Typing {
    Filter,
    Call,
}

/// The state of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Screen {
    /// The part with the keyboard.
    pub panel: Panel,
    /// The first line of each part.
    scrolled: [u16; 3],
    /// Only interfaces and fields whose names contain this are shown.
    filter: String,
    typing: Option<Typing>,
    call: String,
    act: Option<Act>,
    /// The answer to the last call or stop, and whether it is an error.
    answer: Option<(String, bool)>,
}

impl Screen {
    /// Handles a key. Returns whether to go on.
    pub fn press(&mut self, key: KeyCode) -> bool {
        if let Some(typing) = self.typing {
            self.type_key(typing, key);
            return true;
        }
        let scrolled = &mut self.scrolled[self.panel as usize];
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Tab => self.panel = Panel::ALL[(self.panel as usize + 1) % 3],
            KeyCode::BackTab => self.panel = Panel::ALL[(self.panel as usize + 2) % 3],
            KeyCode::Down | KeyCode::Char('j') => *scrolled = scrolled.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => *scrolled = scrolled.saturating_sub(1),
            KeyCode::PageDown => *scrolled = scrolled.saturating_add(20),
            KeyCode::PageUp => *scrolled = scrolled.saturating_sub(20),
            KeyCode::Home => *scrolled = 0,
            KeyCode::Char('/') => {
                (self.panel, self.typing) = (Panel::Board, Some(Typing::Filter));
            }
            KeyCode::Char('e') => (self.typing, self.answer) = (Some(Typing::Call), None),
            KeyCode::Char('s') => (self.act, self.answer) = (Some(Act::Stop), None),
            _ => {}
        }
        true
    }
}

impl Screen {
    fn type_key(&mut self, typing: Typing, key: KeyCode) {
        let text = match typing {
            Typing::Filter => &mut self.filter,
            Typing::Call => &mut self.call,
        };
        match key {
            KeyCode::Enter => {
                self.typing = None;
                let call = self.call.trim().to_owned();
                if typing == Typing::Call && !call.is_empty() {
                    self.act = Some(Act::Call(call));
                }
            }
            KeyCode::Esc => {
                text.clear();
                self.typing = None;
            }
            KeyCode::Backspace => _ = text.pop(),
            KeyCode::Char(c) => text.push(c),
            _ => {}
        }
    }

    /// Returns what the robot is to do, once.
    pub fn take_act(&mut self) -> Option<Act> {
        self.act.take()
    }

    /// Shows the answer to that.
    pub fn answer(&mut self, answer: Result<(), String>) {
        self.answer = Some(match answer {
            Ok(()) => ("done".to_owned(), false),
            Err(error) => (error, true),
        });
    }

    /// Returns the last line of the screen.
    fn foot(&self) -> Line<'static> {
        match (self.typing, &self.answer) {
            (Some(Typing::Call), _) => Line::styled(format!("call: {}_", safe(&self.call)), ACTIVE),
            (_, Some((text, true))) => Line::styled(safe(text), BAD),
            (_, Some((text, false))) => Line::styled(safe(text), GOOD),
            _ => Line::styled("e call  s stop  Tab panel  ↑↓ scroll  / filter  q quit", FAINT),
        }
    }
}

/// The lines of the trace below the others, on a small screen.
const SHORT_TRACE: u16 = 5;

/// Draws one picture of a robot into a frame.
pub fn draw(frame: &mut Frame<'_>, screen: &Screen, description: &Description, newest: &Newest) {
    let view = &newest.view.value;
    let path = active(view);
    let (area, is_wide) = (frame.area(), frame.area().width >= 100);
    // The innermost states are last, and in sight.
    let most = if area.height < 30 { 4 } else { 10 };
    #[allow(clippy::cast_possible_truncation)] // at most 10
    let height = path.len().clamp(1, most) as u16 + 2;
    let path = path.split_at(path.len().saturating_sub(most)).1.to_vec();
    let rows = Layout::vertical([
        Constraint::Length(4),
        Constraint::Length(height),
        Constraint::Min(5),
        Constraint::Length(1),
    ]);
    let [top, middle, below, keys] = rows.areas(area);
    let title = format!(" {} {} ", description.robot, description.space.name);
    let head = vec![head(view), Line::styled(safe(&newest.why.value.sentence.to_string()), BOLD)];
    part(frame, None, 0, top, title, head);
    part(frame, None, 0, middle, " active ".to_owned(), path);
    let parts = if is_wide {
        let [left, right] = Layout::horizontal([Constraint::Fill(1); 2]).areas(below);
        let [why, trace] = Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(left);
        [(Panel::Why, why), (Panel::Board, right), (Panel::Trace, trace)].to_vec()
    } else {
        // One at a time, and the newest of the trace below it.
        let is_high = below.height >= 2 * SHORT_TRACE && screen.panel != Panel::Trace;
        let trace = Constraint::Length(if is_high { SHORT_TRACE } else { 0 });
        let [one, trace] = Layout::vertical([Constraint::Min(0), trace]).areas(below);
        let mut parts = vec![(screen.panel, one)];
        parts.extend(is_high.then_some((Panel::Trace, trace)));
        parts
    };
    for (panel, area) in parts {
        let (title, lines) = match panel {
            Panel::Why => (" why ".to_owned(), why(&newest.why.value)),
            Panel::Board => {
                let lines = board(description, &newest.board.value.interfaces, &screen.filter);
                let typing = screen.typing == Some(Typing::Filter);
                let filter = match (&screen.filter[..], typing) {
                    ("", false) => String::new(),
                    (filter, typing) => format!("/{filter}{} ", if typing { "_" } else { "" }),
                };
                (format!(" blackboard {filter}"), lines)
            }
            Panel::Trace => (" trace ".to_owned(), trace(view)),
        };
        let scrolled = screen.scrolled[panel as usize];
        part(frame, Some(screen.panel == panel), scrolled, area, title, lines);
    }
    frame.render_widget(Paragraph::new(screen.foot()), keys);
}

/// Draws a part of the screen, which may have the keyboard. Lines that are cut end with `…`, and lines
/// that are out of sight are counted.
fn part(
    frame: &mut Frame<'_>,
    has_keyboard: Option<bool>,
    scrolled: u16,
    area: Rect,
    title: String,
    lines: Vec<Line<'static>>,
) {
    let border = match has_keyboard {
        Some(true) => ACTIVE,
        Some(false) => FAINT,
        None => Style::new(),
    };
    // The last line stays in sight.
    let last = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX);
    let first = scrolled.min(last);
    let [width, height] = [area.width, area.height].map(|of| usize::from(of.saturating_sub(2)));
    let below = lines.len().saturating_sub(usize::from(first) + height);
    let mut block = Block::bordered().title(title).border_style(border);
    if below > 0 {
        block = block.title_bottom(Line::from(format!(" {below} more ")).right_aligned());
    }
    let lines: Vec<Line<'static>> = lines.into_iter().map(|line| cut(line, width)).collect();
    frame.render_widget(Paragraph::new(lines).block(block).scroll((first, 0)), area);
}

/// Cuts a line to a width, and marks that it was cut.
fn cut(line: Line<'static>, width: usize) -> Line<'static> {
    if line.width() <= width {
        return line;
    }
    let mut left = width.saturating_sub(1);
    let mut spans = Vec::new();
    for span in line.spans {
        let text: String = span.content.chars().take(left).collect();
        left -= text.chars().count();
        spans.push(Span::styled(text, span.style));
    }
    spans.push(Span::styled("…", FAINT));
    Line { spans, ..line }
}

/// Text from elsewhere, safe to show.
fn safe(text: &str) -> String {
    Escaped(text).to_string()
}

fn head(view: &View) -> Line<'static> {
    if let Some(lost) = &view.lost {
        return Line::styled(format!("lost: {}", safe(lost)), BAD);
    }
    let skiller = &view.skiller;
    let style = match &skiller.status[..] {
        "failed" => BAD,
        "final" => GOOD,
        "running" => ACTIVE,
        _ => FAINT,
    };
    let reason = if skiller.error.is_empty() { &skiller.result } else { &skiller.error };
    let paused = match (view.paused, view.alive) {
        (true, _) => "  paused",
        (_, false) => "  no passes",
        _ => "",
    };
    Line::from(vec![
        Span::raw(format!("{:9.3} s  ", view.time_sec)),
        Span::styled(skiller.status.to_uppercase(), style),
        Span::raw(format!("  {}  {}", safe(&skiller.call), safe(reason))),
        Span::styled(paused, BAD),
    ])
}

fn active(view: &View) -> Vec<Line<'static>> {
    let line = |of: &crate::model::view::ActiveView| {
        let indent = "  ".repeat(of.depth as usize);
        let layer = if of.layer == Layer::Agent { "agent  " } else { "skiller" };
        let since = of.entered_sec.map(|entered| format!("  {:.2} s", view.time_sec - entered));
        Line::from(vec![
            Span::styled(format!("{layer} "), FAINT),
            Span::raw(format!("{indent}{}: ", of.skill)),
            Span::styled(of.name.clone(), ACTIVE),
            Span::styled(since.unwrap_or_default(), FAINT),
        ])
    };
    let lines: Vec<Line<'static>> = view.active.iter().map(line).collect();
    if lines.is_empty() { vec![Line::styled("nothing runs", FAINT)] } else { lines }
}

fn why(why: &WhyView) -> Vec<Line<'static>> {
    let style = |tone: Tone| match tone {
        Tone::Plain => Style::new(),
        Tone::Bold => BOLD,
        Tone::Faint => FAINT,
        Tone::Good => GOOD,
        Tone::Bad => BAD,
    };
    let line = |of: WhyLine| {
        let [first, rest] = [of.mark, of.text].map(|text| safe(&text));
        Line::from(vec![Span::styled(first, style(of.tone)), Span::raw(rest)])
    };
    why.lines().into_iter().map(line).collect()
}

fn board(
    description: &Description,
    interfaces: &[InterfaceView],
    filter: &str,
) -> Vec<Line<'static>> {
    let filter = filter.to_lowercase();
    let mut lines = Vec::new();
    for (view, entry) in interfaces.iter().zip(description.interfaces) {
        let named = entry.id.to_lowercase().contains(&filter);
        let fields = entry.interface.fields.iter().zip(&view.values);
        let shown = fields.filter(|(field, _)| named || field.name.contains(&filter));
        let shown: Vec<_> = shown.collect();
        if shown.is_empty() && !named {
            continue;
        }
        let age = view.age_sec.map_or(String::new(), |age| format!("  {age:.2} s"));
        let problem = view.problem.clone().unwrap_or_default();
        lines.push(Line::from(vec![
            Span::styled(entry.id, BOLD),
            Span::styled(age, FAINT),
            Span::styled(format!("  {problem}"), BAD),
        ]));
        for (field, value) in shown {
            let text = format!("  {} = {} {}", field.name, value, field.unit);
            lines.push(Line::raw(safe(&text)));
        }
    }
    lines
}

fn trace(view: &View) -> Vec<Line<'static>> {
    // The newest first, so it is in sight.
    let entries = view.trace.iter().rev();
    entries
        .map(|entry| Line::raw(safe(&format!("{:9.3} {}", entry.time_sec, entry.text))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Numbered;
    use crate::model::space::Space;
    use crate::model::view::{
        ActiveView, PartKindView, PartView, SkillerView, StateView, TransitionView,
    };
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn drawn(width: u16, screen: &Screen) -> String {
        let description = Description {
            robot: "lamp",
            space: Space { name: "Skills", skills: &[], agents: &[] },
            all: &[],
            interfaces: &[],
            layout: 0,
            hash: 0,
        };
        let active = ActiveView {
            layer: Layer::Skiller,
            machine: 0,
            skill: "watch".to_owned(),
            state: Some(0),
            name: "Off".to_owned(),
            depth: 0,
            entered_sec: Some(1.0),
        };
        let time = PartKindView::Time { elapsed_us: 500_000, timeout_us: Some(2_000_000) };
        let part = PartView {
            text: "after".to_owned(),
            holds: Some(false),
            kind: time,
            values: Vec::new(),
            parts: Vec::new(),
        };
        let transition = TransitionView {
            index: 0,
            to: "On".to_owned(),
            label: "after 2s\u{1b}[2J".to_owned(),
            reason: None,
            fires: Some(false),
            overridden: None,
            conditions: vec![part],
        };
        let state = StateView {
            layer: Layer::Skiller,
            machine: 0,
            skill: "watch".to_owned(),
            state: Some(0),
            name: "Off".to_owned(),
            missing: Vec::new(),
            checked: true,
            transitions: vec![transition],
            variables: vec![("seen".to_owned(), "3".to_owned())],
        };
        let skiller = SkillerView {
            present: true,
            status: "running".to_owned(),
            call: "watch{}".to_owned(),
            ..SkillerView::default()
        };
        let view =
            View { time_sec: 1.5, alive: true, skiller, active: vec![active], ..View::default() };
        let text = "Waits for the lamp to be brighter than it is at noon, or darker".to_owned();
        let sentence = crate::model::view::Sentence { text, ..Default::default() };
        let why = WhyView { time_sec: 1.5, complete: true, machines: vec![state], sentence };
        let entry = crate::model::view::TraceView {
            number: 2,
            layer: Layer::Skiller,
            time_sec: 1.0,
            machine: 0,
            skill: "watch".to_owned(),
            kind: "transition".to_owned(),
            from: None,
            to: None,
            transition: None,
            text: "watch: Off -> On".to_owned(),
        };
        let view = View { trace: vec![entry], ..view };
        let newest =
            Newest { view: Numbered::first(view), why: Numbered::first(why), ..Newest::default() };
        let mut terminal = Terminal::new(TestBackend::new(width, 24)).expect("a terminal");
        terminal.draw(|frame| draw(frame, screen, &description, &newest)).expect("drawn");
        terminal.backend().to_string()
    }

    #[test]
    fn the_active_state_and_its_transitions_are_shown() {
        for width in [40, 80, 130] {
            let text = drawn(width, &Screen::default());
            for part in ["RUNNING", "watch: Off", "0.50 s", "-> On", "1.50 s left", "seen = 3"] {
                assert!(text.contains(part), "{width}: {part}\n{text}");
            }
            assert!(!text.contains('\u{1b}'), "escape sequences of others are not shown");
        }
        // No size is too small.
        for width in 1..20 {
            drawn(width, &Screen::default());
        }
    }

    #[test]
    fn a_small_screen_has_the_sentence_the_trace_and_marks_of_what_is_cut() {
        let text = drawn(80, &Screen::default());
        for part in ["Waits for the lamp", " trace ", "watch: Off -> On", "e call  s stop"] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(drawn(40, &Screen::default()).contains('…'), "a line that is cut says so");
    }

    #[test]
    fn calls_and_stops_are_sent() {
        let mut screen = Screen::default();
        screen.press(KeyCode::Char('e'));
        "lamp{}".chars().for_each(|c| _ = screen.press(KeyCode::Char(c)));
        assert!(drawn(80, &screen).contains("call: lamp{}_"));
        screen.press(KeyCode::Enter);
        assert_eq!(screen.take_act(), Some(Act::Call("lamp{}".to_owned())));
        screen.answer(Err("no skill is called `lamp`".to_owned()));
        assert!(drawn(80, &screen).contains("no skill is called `lamp`"));
        screen.press(KeyCode::Char('s'));
        assert_eq!((screen.take_act(), screen.take_act()), (Some(Act::Stop), None));
    }

    #[test]
    fn keys_select_scroll_and_filter() {
        let mut screen = Screen::default();
        for (key, panel) in [(KeyCode::Tab, Panel::Board), (KeyCode::BackTab, Panel::Why)] {
            assert!(screen.press(key));
            assert_eq!(screen.panel, panel);
        }
        screen.press(KeyCode::PageDown);
        assert!(!drawn(80, &screen).contains("1.50 s left"), "scrolled away");
        screen.press(KeyCode::Home);
        for key in ['/', 'q'] {
            assert!(screen.press(KeyCode::Char(key)), "q is part of the filter");
        }
        screen.press(KeyCode::Enter);
        assert_eq!((&screen.filter[..], screen.panel), ("q", Panel::Board));
        assert!(drawn(80, &screen).contains("blackboard /q"));
        assert!(!screen.press(KeyCode::Char('q')));
    }
}
