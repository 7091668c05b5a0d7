//! The part of the style that is configured: the width and the indentation, by `rustfmt.toml`.

use crate::text::width;

/// The style of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns of a line, `max_width`.
    pub max_width: usize,
    /// Columns of a level of indentation, `tab_spaces`.
    pub tab_spaces: usize,
    /// Whether a level of indentation is a tab, `hard_tabs`.
    pub hard_tabs: bool,
    /// Whether formatting is disabled, `disable_all_formatting`.
    pub is_disabled: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { max_width: 100, tab_spaces: 4, hard_tabs: false, is_disabled: false }
    }
}

impl Style {
    /// Returns `columns` columns of indentation.
    pub fn columns(&self, columns: usize) -> String {
        if self.hard_tabs {
            let (tabs, spaces) = (columns / self.tab_spaces, columns % self.tab_spaces);
            "\t".repeat(tabs) + &" ".repeat(spaces)
        } else {
            " ".repeat(columns)
        }
    }

    /// Returns the indentation of a level.
    pub fn indent(&self, level: usize) -> String {
        self.columns(level * self.tab_spaces)
    }

    /// Returns the columns of a text without line breaks.
    pub fn width(&self, text: &str) -> usize {
        width(text, self.tab_spaces)
    }
}
