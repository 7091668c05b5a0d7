//! The gap between two tokens: spaces, line breaks, blank lines and comments.

use super::Printer;
use crate::lexemes::comments;
use crate::text::{Place, indent_of, line_breaks};

impl Printer<'_> {
    /// Begins a line, after a blank one if `is_apart`.
    pub(super) fn line(&mut self, level: usize, is_apart: bool) {
        self.out.push_str(if is_apart { "\n\n" } else { "\n" });
        self.out.push_str(&self.style.indent(level));
    }

    /// Begins the line of the token at `to`, after the comments before it. One blank line is kept,
    /// except directly after an opening bracket.
    pub(super) fn separate(&mut self, to: usize, level: usize, is_first: bool) {
        let has_comments = self.comments(to, level, is_first);
        let is_apart = line_breaks(&self.text[self.at..to]) > 1;
        self.line(level, is_apart && (has_comments || !is_first));
        self.at = to;
    }

    /// Prints the comments before the closing bracket at `to`.
    pub(super) fn comments_before(&mut self, to: usize, level: usize) {
        let is_first = self.out.ends_with(['{', '(', '[']);
        self.comments(to, level, is_first);
        self.at = to;
    }

    /// Prints the comments before `to`, each on its present line: that of the token before it, or
    /// its own. Returns whether there are any.
    fn comments(&mut self, to: usize, level: usize, is_first: bool) -> bool {
        let all = comments(self.text, self.at..to);
        for (index, comment) in all.iter().enumerate() {
            match line_breaks(&self.text[self.at..comment.start]) {
                0 => self.out.push(' '),
                breaks => self.line(level, breaks > 1 && (index > 0 || !is_first)),
            }
            self.comment(comment);
        }
        !all.is_empty()
    }

    /// Prints a comment. The lines of a block comment keep their relative indentation.
    fn comment(&mut self, comment: &Place) {
        let text = &self.text[comment.clone()];
        let before = &self.text[..comment.start];
        let line = before.rsplit('\n').next().unwrap_or("");
        let (from, to) = (self.style.width(line), self.column());
        for (index, line) in text.split('\n').enumerate() {
            let line = line.trim_end();
            if index == 0 {
                self.out.push_str(line);
                continue;
            }
            self.out.push('\n');
            if from == to || line.is_empty() {
                self.out.push_str(line);
                continue;
            }
            let indent = indent_of(line);
            let columns = (self.style.width(indent) + to).saturating_sub(from);
            self.out.push_str(&self.style.columns(columns));
            self.out.push_str(&line[indent.len()..]);
        }
        self.at = comment.end;
    }

    /// Prints one space or none before the token at `to`, or the comments there.
    pub(super) fn gap(&mut self, to: usize, has_space: bool) {
        let ends_line = self.comments_within(to);
        match ends_line {
            Some(true) => self.line(self.level + 1, false),
            Some(false) => self.out.push(' '),
            None if has_space => self.out.push(' '),
            None => {}
        }
        self.at = to;
    }

    /// Breaks the line before the token at `to`.
    pub(super) fn break_line(&mut self, to: usize, level: usize) {
        self.comments_within(to);
        self.line(level, false);
        self.at = to;
    }

    /// Prints the comments within an item. Returns whether the last one ends its line, or `None` if
    /// there are none.
    fn comments_within(&mut self, to: usize) -> Option<bool> {
        let mut ends_line = None;
        for comment in comments(self.text, self.at..to) {
            if ends_line == Some(true) {
                self.line(self.level + 1, false);
            } else {
                self.out.push(' ');
            }
            self.comment(&comment);
            ends_line = Some(self.text[comment].starts_with("//"));
        }
        ends_line
    }
}
