//! What it costs to look at the process behind every local request.
//!
//! With the guard off the hub still looks, because an answer is stored with its process. The
//! portal serves as the comparison, because there the hub looks at no process.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::Load;
use super::figures::Figures;
use super::report::{Report, Verdict};
use crate::calls::Browser;
use crate::http::{Address, Request};

/// Any process of the user may ask this, also from an agent's shell.
const PATH: &str = "/api/v1/status";

/// Rounds are taken in turns, so that a slow moment of the machine meets all.
pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let [on, off] = [true, false].map(|on| {
        let settings = format!("agent_guard = {on}\n");
        load.place(&load.directory.join(on.to_string()), &settings)
    });
    let (on, off) = (on?, off?);
    let _hubs = [on.started()?, off.started()?];
    let browser = Browser::sign_in(&off)?.headers(&off);
    let local = || Request::get(PATH);
    let (mut guarded, mut unguarded, mut portal) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..load.sizes.local_rounds {
        guarded.push(time(&on.local(), &local())?);
        unguarded.push(time(&off.local(), &local())?);
        portal.push(time(&off.portal(), &local().with_all(&browser))?);
    }
    let [guarded, unguarded, portal] = [guarded, unguarded, portal].map(Figures::new);
    let compared = |with: &Figures, called: &str| {
        format!(
            "{}, {:.2}× the {:.2} ms {called}",
            guarded.describe(),
            guarded.ms(50) / with.ms(50),
            with.ms(50)
        )
    };
    let what = "local request, the process behind it looked at";
    let off = compared(&unguarded, "with `agent_guard` off, in the same run");
    report.line(what, "", off, Verdict::Shown);
    let unseen = compared(&portal, "of the portal, where nobody is looked at");
    report.line("same, compared with the portal", "", unseen, Verdict::Shown);
    Ok(())
}

fn time(address: &Address, request: &Request) -> Result<Duration> {
    let begun = Instant::now();
    address.call(request)?;
    Ok(begun.elapsed())
}
