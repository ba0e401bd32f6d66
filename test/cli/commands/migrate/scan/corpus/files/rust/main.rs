use anyhow::Result;
use reqwest::blocking::Client;
use serde::Deserialize;

const API: &str = "https://rbl.example.net/api/3.0";

#[derive(Deserialize)]
struct Host {
    id: String,
    host: String,
    listed: u8,
    rbl_profile: Option<String>,
}

#[derive(Deserialize)]
struct Page {
    total_hosts: u32,
    data: Vec<Host>,
}

fn main() -> Result<()> {
    let client = Client::new();
    let page: Page = client.get(format!("{}/hosts.json?page_size=200", API)).send()?.json()?;
    println!("{} hosts", page.total_hosts);
    for h in page.data.iter().filter(|h| h.listed == 1) {
        client
            .post(format!("{API}/host/pause/{}.json", h.id))
            .send()?
            .error_for_status()?;
    }
    Ok(())
}
