//! Parts of the past, summarized for a picture.

use super::rows::{Mark, Span, Timeline};
use super::{MarkView, RowView, SpanView, TimelineView};

impl Timeline {
    /// Returns the part from `from_sec` to `to_sec` for a picture that is `width` pixels wide: spans
    /// and marks that are nearer than a pixel are one.
    #[must_use]
    pub fn part(&self, from_sec: f64, to_sec: f64, width: u32) -> TimelineView {
        let least_sec = (to_sec - from_sec).max(0.0) / f64::from(width.max(1));
        let rows = self.rows.iter().map(|(row, spans)| {
            let first = spans.partition_point(|span| span.to_sec <= from_sec);
            let end = spans.partition_point(|span| span.from_sec < to_sec);
            let spans = self.merged(spans.get(first..end).unwrap_or_default(), least_sec);
            RowView { row: row.clone(), spans }
        });
        let first = self.marks.partition_point(|mark| mark.time_sec < from_sec);
        let end = self.marks.partition_point(|mark| mark.time_sec <= to_sec);
        TimelineView {
            first_sec: self.first_sec.unwrap_or_default(),
            last_sec: self.last_sec,
            from_sec,
            to_sec,
            changes: self.changes,
            rows: rows.collect(),
            marks: self.near(self.marks.get(first..end).unwrap_or_default(), 4.0 * least_sec),
            counts: self.counts.iter().map(|(kind, count)| (*kind, *count)).collect(),
        }
    }

    /// Returns the time of the mark after `time_sec`, or before it, that `wanted` accepts.
    #[must_use]
    pub fn mark_from(
        &self,
        time_sec: f64,
        is_next: bool,
        wanted: impl Fn(super::MarkKind) -> bool,
    ) -> Option<MarkView> {
        /// A mark at the time itself is neither after nor before it, s.
        const SAME_SEC: f64 = 0.005;
        let mut marks = self.marks.iter().filter(|mark| wanted(mark.kind));
        let found = if is_next {
            marks.find(|mark| mark.time_sec > time_sec + SAME_SEC)
        } else {
            marks.rfind(|mark| mark.time_sec < time_sec - SAME_SEC)
        };
        found.map(|mark| self.mark_view(mark, 1))
    }

    /// Returns spans of which each is visible: short ones that follow each other are one.
    fn merged(&self, spans: &[Span], least_sec: f64) -> Vec<SpanView> {
        let mut all: Vec<SpanView> = Vec::new();
        // The length of the span whose name the last one has, and whether it is made of short ones.
        let (mut longest, mut is_short) = (0.0, false);
        for span in spans {
            let length = span.to_sec - span.from_sec;
            let last = all.last_mut().filter(|last| {
                let is_near = last.to_sec.is_some_and(|end| span.from_sec - end < least_sec);
                is_short && is_near && length < least_sec
            });
            if let Some(last) = last {
                last.to_sec = Some(span.to_sec);
                (last.count, last.failed) = (last.count + 1, last.failed || span.failed);
                if length > longest {
                    longest = length;
                    self.text(span.text).clone_into(&mut last.text);
                    self.text(span.skill).clone_into(&mut last.skill);
                }
                continue;
            }
            (longest, is_short) = (length, length < least_sec);
            all.push(SpanView {
                from_sec: span.from_sec,
                to_sec: Some(span.to_sec).filter(|end| end.is_finite()),
                text: self.text(span.text).to_owned(),
                skill: self.text(span.skill).to_owned(),
                count: 1,
                failed: span.failed,
            });
        }
        all
    }

    /// Returns marks, of which those of one kind are not nearer than `least_sec`.
    fn near(&self, marks: &[Mark], least_sec: f64) -> Vec<MarkView> {
        let mut all: Vec<MarkView> = Vec::new();
        for mark in marks {
            let before =
                all.iter_mut().rev().take_while(|of| mark.time_sec - of.time_sec < least_sec);
            match before.into_iter().find(|of| of.kind == mark.kind) {
                Some(before) => before.count += 1,
                None => all.push(self.mark_view(mark, 1)),
            }
        }
        all
    }

    fn mark_view(&self, mark: &Mark, count: u32) -> MarkView {
        let text = self.text(mark.text).to_owned();
        MarkView { time_sec: mark.time_sec, kind: mark.kind, text, count }
    }
}
