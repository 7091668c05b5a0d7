//! A service manager, as far as its socket shows.

use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

pub struct Manager {
    heard: Arc<Mutex<Vec<String>>>,
}

impl Manager {
    pub fn listen(path: &Path) -> Manager {
        let socket = UnixDatagram::bind(path).unwrap();
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let lines = Arc::clone(&heard);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length) = socket.recv(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
                lines.lock().unwrap().extend(text.lines().map(str::to_owned));
            }
        });
        Manager { heard }
    }

    /// Forgets what it has heard.
    pub fn forget(&self) {
        self.heard.lock().unwrap().clear();
    }

    /// Waits for a message that begins so.
    pub fn wait_for(&self, message: &str, longest: Duration) {
        let begin = Instant::now();
        while !self.heard.lock().unwrap().iter().any(|heard| heard.starts_with(message)) {
            let heard = self.heard.lock().unwrap().clone();
            assert!(begin.elapsed() < longest, "not heard: {message}, but {heard:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
