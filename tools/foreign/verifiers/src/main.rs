//! Verifies the deliveries, and prints how many the library judged right.
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use standardwebhooks::Webhook;
use std::collections::HashMap;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Delivery {
    scheme: String,
    secret: String,
    body: String,
    headers: HashMap<String, String>,
    is_good: bool,
}

fn is_accepted(delivery: &Delivery) -> bool {
    let mut headers = HeaderMap::new();
    for (name, value) in &delivery.headers {
        headers.insert(
            HeaderName::from_bytes(name.as_bytes()).expect("a header name"),
            HeaderValue::from_str(value).expect("a header value"),
        );
    }
    let webhook = Webhook::new(&delivery.secret).expect("a secret");
    webhook.verify(delivery.body.as_bytes(), &headers).is_ok()
}

fn main() {
    let text = std::fs::read_to_string("../deliveries.json").expect("the file");
    let deliveries: Vec<Delivery> = serde_json::from_str(&text).expect("deliveries");
    let own: Vec<&Delivery> = deliveries.iter().filter(|d| d.scheme == "standard").collect();
    let right = own.iter().filter(|d| is_accepted(d) == d.is_good).count();
    println!("standardwebhooks {right} of {}", own.len());
}
