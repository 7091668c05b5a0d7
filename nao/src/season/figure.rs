//! Means of many games.

use std::fmt;

/// A mean with its standard error.
pub struct Figure {
    pub mean: f64,
    pub error: f64,
}

impl Figure {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred games")]
    pub fn of(values: impl Iterator<Item = f64>) -> Figure {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Figure { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ± {:.2}", self.mean, self.error)
    }
}
