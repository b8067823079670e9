//! Everything that waits, as a numbered list: choose one, answer it, and the list comes back.

use client::{HubClient, ListRequest};
use domain::display_safe;
use i18n::Key;
use protocol::{InteractionSummary, ListFilter, SettingsReply};

use super::talk::{Heard, Talk};
use super::{language_of, visit};
use crate::draw::words_of;
use crate::finish::{Finish, TuiError, not_ours};
use crate::options::Options;
use crate::words::Words;

/// How many questions are listed at a time: a screen reader reads the whole list aloud.
const LISTED_MAX: u32 = 50;

/// Lists what waits until the person leaves or the input ends.
pub(crate) async fn inbox(
    client: HubClient,
    settings: SettingsReply,
    options: &Options,
) -> Result<Finish, TuiError> {
    let words = language_of(&settings, Words::new(options.language));
    let mut talk = Talk::new(&client)?;
    loop {
        let waiting = list(&client, words, &mut talk).await?;
        let Some(line) = line(words, &mut talk).await? else {
            return Ok(Finish::Left);
        };
        let number = match line.trim() {
            "" => continue,
            "q" => return Ok(Finish::Left),
            number => number.parse::<usize>().ok(),
        };
        let index = number.and_then(|number| number.checked_sub(1));
        let Some(chosen) = index.and_then(|index| waiting.get(index)) else {
            talk.say(&words.say(Key::TuiPlainInboxUnknown));
            continue;
        };
        talk = answer(&client, &chosen.session_id, words, talk).await?;
    }
}

async fn list(
    client: &HubClient,
    words: Words,
    talk: &mut Talk,
) -> Result<Vec<InteractionSummary>, TuiError> {
    let request = ListRequest {
        filter: ListFilter::Active,
        limit: Some(LISTED_MAX),
        ..ListRequest::default()
    };
    let waiting = client.list(&request).await?.interactions;
    if waiting.is_empty() {
        talk.say(&words.say(Key::TuiInboxEmpty));
    }
    for (summary, number) in waiting.iter().zip(1..) {
        talk.say(&row(number, summary, words));
    }
    Ok(waiting)
}

fn row(number: usize, summary: &InteractionSummary, words: Words) -> String {
    let left = words_of::time_left(summary, words);
    let facts = [&summary.agent, &summary.project, &left];
    let facts: Vec<_> = facts
        .into_iter()
        .filter(|fact| !fact.is_empty())
        .map(|fact| display_safe(fact))
        .collect();
    format!(
        "{number}. {} ({})",
        display_safe(&summary.title),
        facts.join(" · ")
    )
}

/// Reads one line; `None` when the person leaves.
async fn line(words: Words, talk: &mut Talk) -> Result<Option<String>, TuiError> {
    talk.turn_to("");
    let prompt = words.say(Key::TuiPlainInboxPrompt);
    loop {
        match talk.ask(&prompt).await? {
            Heard::Line(line) => return Ok(Some(line)),
            Heard::End => return Ok(None),
            Heard::Lost => talk.say(&words.say(Key::TuiReconnecting)),
            Heard::Decided | Heard::Changed(_) | Heard::TimeLow(_) | Heard::SettingsChanged => {}
        }
    }
}

/// Asks one question and says how it ended.
async fn answer(
    client: &HubClient,
    id: &str,
    words: Words,
    mut talk: Talk,
) -> Result<Talk, TuiError> {
    let detail = client.detail(id).await?;
    let finish = match not_ours(&detail) {
        Some(finish) => finish,
        None => {
            let (finish, back) = visit(client.clone(), detail, words, talk).await?;
            talk = back;
            finish
        }
    };
    let now = jiff::Timestamp::now().as_millisecond();
    match finish {
        Finish::Decided(_) => talk.say(&words.say(Key::TuiPlainInboxSent)),
        Finish::Elsewhere { winner, .. } => {
            talk.say(&words_of::decided_by(&winner, words, now));
        }
        Finish::Web { url, .. } => {
            talk.say(&words.tell(Key::TuiSwitched, &[("url", (&url).into())]));
        }
        Finish::Undecided { .. } | Finish::Left => {}
    }
    Ok(talk)
}
