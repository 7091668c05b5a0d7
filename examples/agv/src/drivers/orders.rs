//! The queue of orders: `POST /orders` with `{"x_m": 1.0, "y_m": 0.5}`, `GET /orders`, `GET /carried`.

use crate::interfaces::{Orders, orders};
use serde::{Deserialize, Serialize};
use skill_studio::{DriverPort, DriverResult};
use std::error::Error;
use std::io::Read as _;
use std::net::SocketAddr;
use std::time::Duration;
use tiny_http::{Method, Request, Response, Server};

/// The longest body of a request, in bytes, and the most orders that are kept.
const BODY: u64 = 1024;
const MOST: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewOrder {
    x_m: f32,
    y_m: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Done,
    Refused,
}

#[derive(Serialize)]
struct Order {
    #[serde(rename = "order")]
    number: u32,
    x_m: f32,
    y_m: f32,
    state: State,
}

/// The queue.
pub struct Queue {
    server: Server,
    all: Vec<Order>,
    /// The number of orders that the vehicle has carried out, also before this start, once it is known.
    carried: Option<u32>,
}

impl Queue {
    /// Opens the socket at which requests arrive.
    pub fn open(address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let server = Server::http(address);
        let server = server.map_err(|error| format!("orders at {address}: {error}"))?;
        Ok(Self { server, all: Vec::new(), carried: None })
    }

    /// Takes orders until the end.
    pub fn run(&mut self, port: &DriverPort<Orders>) -> DriverResult {
        while !port.is_over() {
            if let Some(request) = self.server.recv_timeout(Duration::from_millis(20))? {
                self.respond(request);
            }
            while let Some(received) = port.next_message() {
                match received.message {
                    orders::Message::Done(done) => {
                        self.carried = Some(done.carried);
                        self.end_order(done.order, State::Done);
                    }
                    orders::Message::Refuse(refuse) => self.end_order(refuse.order, State::Refused),
                }
            }
            let next = self.all.iter().find(|order| order.state == State::Open);
            let next = next.map(|of| Orders { order: of.number, x_m: of.x_m, y_m: of.y_m });
            port.publish(next.unwrap_or_default());
        }
        Ok(())
    }

    fn add(&mut self, request: &mut Request) -> Result<u32, String> {
        let mut body = String::new();
        request
            .as_reader()
            .take(BODY)
            .read_to_string(&mut body)
            .map_err(|error| error.to_string())?;
        let NewOrder { x_m, y_m } = serde_json::from_str(&body).map_err(|error| {
            log::warn!(body:%; "not an order");
            error.to_string()
        })?;
        if ![x_m, y_m].iter().all(|place| (-50.0..=50.0).contains(place)) {
            return Err("expected a place, -50 to 50 m".to_owned());
        }
        if self.all.len() >= MOST {
            return Err(format!("{MOST} orders are enough"));
        }
        let number = u32::try_from(self.all.len() + 1).unwrap_or(u32::MAX);
        // ANCHOR: log
        log::info!(order = number, x_m, y_m; "order received");
        // ANCHOR_END: log
        self.all.push(Order { number, x_m, y_m, state: State::Open });
        Ok(number)
    }

    fn respond(&mut self, mut request: Request) {
        let (status, body) = match (request.method(), request.url()) {
            (Method::Post, "/orders") => match self.add(&mut request) {
                Ok(order) => (202, serde_json::json!({ "order": order }).to_string()),
                Err(error) => (400, serde_json::json!({ "error": error }).to_string()),
            },
            (Method::Get, "/orders") => (200, serde_json::to_string(&self.all).unwrap_or_default()),
            (Method::Get, "/carried") => {
                (200, serde_json::json!({ "carried": self.carried }).to_string())
            }
            _ => (404, serde_json::json!({ "error": "not found" }).to_string()),
        };
        // The client may be gone.
        let _ = request.respond(Response::from_string(body).with_status_code(status));
    }

    fn end_order(&mut self, number: u32, state: State) {
        let mut open = self.all.iter_mut().filter(|order| order.state == State::Open);
        if let Some(order) = open.find(|order| order.number == number) {
            order.state = state;
        }
    }
}
