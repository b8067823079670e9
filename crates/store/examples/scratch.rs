#![allow(clippy::all)]
use std::sync::Arc; use std::time::Instant;
use domain::*; use store::*;
fn q(n: u128, long: usize) -> NewInteraction {
    let o = |id: &str| OptionSpec { id: Some(id.into()), ..Default::default() };
    let spec = ChoiceSpec { title: Some(format!("Question {n}")), prompt: Some("x".repeat(30.max(long))), selection_mode: Some("hybrid".into()), options: Some(vec![o("yes"), o("no")]), ..Default::default() };
    NewInteraction { digest: format!("d{n}"), interaction: Interaction { id: InteractionId::from_random((n.wrapping_mul(0x9E3779B97F4A7C15F39CC0605CEDC835)).to_be_bytes()), asker: Asker { principal: Principal::LocalUser { uid: 1 }, client: format!("c{}", n % 50), version: None, directory: "/src/shop".into() }, question: Question::Choice(spec.validate().unwrap().choice), interface: Interface::Web, asked_at: Timestamp(n as i64), timeout_seconds: None, asker_left_at: None, state: State::Pending(Default::default()) } }
}
const L: PendingLimits = PendingLimits { per_asker: 1_000_000, per_store: 10_000_000 };
#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let path = std::path::PathBuf::from(&args[2]);
    let t = Instant::now();
    let store = Arc::new(SqliteStore::open(&path).await.unwrap());
    eprintln!("open {:?}", t.elapsed());
    match args[1].as_str() {
        "fill" => {
            let n: u128 = args[3].parse().unwrap();
            let t = Instant::now();
            let mut set = tokio::task::JoinSet::new();
            for w in 0..256u128 { let s = store.clone(); set.spawn(async move { let mut k = w; while k < n {
                let Create::Done(r) = s.create(q(k + 1, 400), L).await.unwrap() else { panic!() };
                s.append(&r.stored, &[Event::TimedOut], Timestamp(k as i64)).await.unwrap(); k += 256; } }); }
            while set.join_next().await.is_some() {}
            eprintln!("fill {n}: {:?}", t.elapsed());
        }
        "pending" => { let n: u128 = args[3].parse().unwrap(); let t = Instant::now();
            let mut set = tokio::task::JoinSet::new();
            for w in 0..256u128 { let s = store.clone(); set.spawn(async move { let mut k = w; while k < n { s.create(q(1_000_000_000 + k, 400), L).await.unwrap(); k += 256; } }); }
            while set.join_next().await.is_some() {} eprintln!("pending {n}: {:?}", t.elapsed()); }
        "read" => {}
        "single" => { let mut v = vec![]; for k in 0..500u128 { let Create::Done(r) = store.create(q(5_000_000_000 + k, 400), L).await.unwrap() else { panic!() }; let t = Instant::now(); store.append(&r.stored, &[Event::TimedOut], Timestamp(1)).await.unwrap(); v.push(t.elapsed()); } v.sort(); eprintln!("append p50 {:?} p99 {:?}", v[250], v[495]); }
        "full" => { let mut k = 0u128; let mut last; loop { k += 1; last = store.create(q(k, 60_000), L).await; if last.is_err() { break } }
            eprintln!("after {k}: {:?}", last.err()); eprintln!("again: {:?}", store.create(q(k, 60_000), L).await.err());
            eprintln!("read ok: {:?} pending {:?}", store.last_seq().await, store.pending_count().await);
            std::fs::remove_file(path.parent().unwrap().join("ballast")).unwrap();
            eprintln!("room again: {:?}", store.create(q(k, 60_000), L).await.map(|_| ()));
            eprintln!("seq {:?} verify {:?}", store.last_seq().await, store.verify_audit().await);
            store.close().await; let s = SqliteStore::open(&path).await.unwrap(); eprintln!("reopened {:?}", s.pending_count().await); return; }
        _ => {}
    }
    for f in [Filter::All, Filter::Active, Filter::Completed] { let mut v = vec![]; for _ in 0..300 { let t = Instant::now(); store.list(&ListQuery { filter: f, limit: 50, ..Default::default() }).await.unwrap(); v.push(t.elapsed()); } v.sort(); eprintln!("{f:?} p50 {:?} p99 {:?}", v[150], v[297]); }
    let t = Instant::now(); let c = store.pending_count().await.unwrap(); eprintln!("count {c} {:?}", t.elapsed());
    let t = Instant::now(); let c = store.list(&ListQuery { search: "nowhere".into(), limit: 5, ..Default::default() }).await.unwrap().rows.len(); eprintln!("search {c} {:?}", t.elapsed());
    let t = Instant::now(); store.close().await; eprintln!("close {:?}", t.elapsed());
}
