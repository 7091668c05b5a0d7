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

/// The state of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Screen {
    /// The part with the keyboard.
    pub panel: Panel,
    /// The first line of each part.
    scrolled: [u16; 3],
    /// Only interfaces and fields whose names contain this are shown.
    filter: String,
    /// Whether the filter is being typed.
    is_typing: bool,
}

impl Screen {
    /// Handles a key. Returns whether to go on.
    pub fn press(&mut self, key: KeyCode) -> bool {
        if self.is_typing {
            match key {
                KeyCode::Enter => self.is_typing = false,
                KeyCode::Esc => (self.is_typing, self.filter) = (false, String::new()),
                KeyCode::Backspace => _ = self.filter.pop(),
                KeyCode::Char(c) => self.filter.push(c),
                _ => {}
            }
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
            KeyCode::Char('/') => (self.panel, self.is_typing) = (Panel::Board, true),
            _ => {}
        }
        true
    }
}

/// Draws one picture of a robot into a frame.
pub fn draw(frame: &mut Frame<'_>, screen: &Screen, description: &Description, newest: &Newest) {
    let view = &newest.view.value;
    let path = active(view);
    #[allow(clippy::cast_possible_truncation)] // at most 10
    let height = path.len().clamp(1, 10) as u16 + 2;
    let rows = Layout::vertical([
        Constraint::Length(3),
        Constraint::Length(height),
        Constraint::Min(5),
        Constraint::Length(1),
    ]);
    let [top, middle, below, keys] = rows.areas(frame.area());
    let title = format!(" {} {} ", description.robot, description.space.name);
    frame.render_widget(Paragraph::new(head(view)).block(Block::bordered().title(title)), top);
    frame.render_widget(Paragraph::new(path).block(Block::bordered().title(" active ")), middle);
    let parts = if below.width >= 100 {
        let [left, right] = Layout::horizontal([Constraint::Fill(1); 2]).areas(below);
        let [why, trace] = Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(left);
        [(Panel::Why, why), (Panel::Board, right), (Panel::Trace, trace)].to_vec()
    } else {
        // One at a time.
        vec![(screen.panel, below)]
    };
    for (panel, area) in parts {
        let (title, lines) = match panel {
            Panel::Why => (" why ".to_owned(), why(&newest.why.value)),
            Panel::Board => {
                let lines = board(description, &newest.board.value.interfaces, &screen.filter);
                let filter = match (&screen.filter[..], screen.is_typing) {
                    ("", false) => String::new(),
                    (filter, typing) => format!("/{filter}{} ", if typing { "_" } else { "" }),
                };
                (format!(" blackboard {filter}"), lines)
            }
            Panel::Trace => (" trace ".to_owned(), trace(view)),
        };
        part(frame, screen, panel, area, title, lines);
    }
    let help = "q quit  Tab panel  ↑↓ scroll  / filter";
    frame.render_widget(Paragraph::new(help).style(FAINT), keys);
}

fn part(
    frame: &mut Frame<'_>,
    screen: &Screen,
    panel: Panel,
    area: Rect,
    title: String,
    lines: Vec<Line<'_>>,
) {
    let border = if screen.panel == panel { ACTIVE } else { FAINT };
    let block = Block::bordered().title(title).border_style(border);
    // The last line stays in sight.
    let last = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX);
    let first = screen.scrolled[panel as usize].min(last);
    frame.render_widget(Paragraph::new(lines).block(block).scroll((first, 0)), area);
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
        let why =
            WhyView { time_sec: 1.5, complete: true, machines: vec![state], ..WhyView::default() };
        let newest =
            Newest { view: Numbered::first(view), why: Numbered::first(why), ..Newest::default() };
        let mut terminal = Terminal::new(TestBackend::new(width, 20)).expect("a terminal");
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
    fn keys_select_scroll_and_filter() {
        let mut screen = Screen::default();
        for (key, panel) in [(KeyCode::Tab, Panel::Board), (KeyCode::BackTab, Panel::Why)] {
            assert!(screen.press(key));
            assert_eq!(screen.panel, panel);
        }
        screen.press(KeyCode::PageDown);
        assert!(!drawn(80, &screen).contains("-> On"), "scrolled away");
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
