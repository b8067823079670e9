//! One batch of races and its judgement.

use std::sync::Arc;

use domain::interaction::{AnswerDraft, Closed, Interface, Refusal, Status};
use domain::{AnswerId, InteractionId, Responder, Surface};
use engine::{CommandError, Engine};
use store::Stored;
use testkit::{ManualClock, TestEngine, asker, choice, person};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

const TIMEOUT_SECONDS: u64 = 30;
/// How many times a contender may let others go first.
const HESITATION_MAX: u64 = 12;

/// What a batch is like; from the seed.
pub(super) struct Plan {
    state: u64,
}

/// How one interaction ended.
pub(super) struct RaceOutcome {
    pub(super) winner: &'static str,
    pub(super) losers: usize,
}

#[derive(Debug, Clone, Copy)]
enum Contender {
    Answers(Surface),
    Cancels(Surface),
    Withdraws,
}

type Attempt = (AnswerId, Result<Stored, CommandError>);

impl Plan {
    pub(super) fn of(seed: u64, first_round: u64) -> Self {
        Self {
            state: seed ^ first_round.wrapping_mul(0xa076_1d64_78bd_642f),
        }
    }

    /// Returns numbers for one question, or for the clock; SplitMix64.
    fn numbers(&self, question: u64) -> impl FnMut() -> u64 {
        let mut state = self.state ^ question.wrapping_mul(0xe703_7ed1_a0b4_28db);
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }
    }

    fn contenders(&self, question: u64) -> Vec<(Contender, u64)> {
        let mut next = self.numbers(question);
        let answers = 2 + next() % 7;
        let mut contenders = Vec::new();
        for _ in 0..answers {
            let surface = Surface::ALL[usize::try_from(next() % 4).unwrap_or(0)];
            contenders.push((Contender::Answers(surface), next() % HESITATION_MAX));
        }
        if next() % 10 < 8 {
            contenders.push((Contender::Cancels(Surface::Web), next() % HESITATION_MAX));
        }
        if next() % 10 < 2 {
            contenders.push((Contender::Withdraws, next() % HESITATION_MAX));
        }
        contenders
    }

    /// Returns when the question times out, in most batches.
    fn deadline(&self) -> Option<u64> {
        let mut next = self.numbers(u64::MAX);
        (next() % 10 < 6).then(|| next() % HESITATION_MAX)
    }
}

/// Races for `count` questions at the same time and returns how each ended; a broken promise is an
/// error.
pub(super) async fn race(
    test: &TestEngine,
    plan: &Plan,
    count: u64,
) -> Result<Vec<RaceOutcome>, String> {
    let mut races = Vec::new();
    for question in 0..count {
        let asked = ask(&test.engine, plan, question).await?;
        races.push((asked, plan.contenders(question)));
    }
    let deadline = plan.deadline();
    let starters: usize = races.iter().map(|(_, contenders)| contenders.len()).sum();
    let start = Arc::new(Barrier::new(starters + usize::from(deadline.is_some())));
    let mut running: Vec<JoinSet<Attempt>> = Vec::new();
    for (asked, contenders) in &races {
        let mut attempts = JoinSet::new();
        for (number, (contender, hesitation)) in contenders.iter().copied().enumerate() {
            let (engine, start) = (test.engine.clone(), Arc::clone(&start));
            let answer_id = answer_id(asked.number, number);
            let id = asked.interaction.id;
            attempts.spawn(async move {
                start.wait().await;
                hesitate(hesitation).await;
                (answer_id, contend(&engine, id, contender, answer_id).await)
            });
        }
        running.push(attempts);
    }
    let clock = deadline.map(|hesitation| {
        let (clock, start) = (Arc::clone(&test.clock), Arc::clone(&start));
        tokio::spawn(let_time_run_out(clock, start, hesitation))
    });
    let mut outcomes = Vec::new();
    for ((asked, _), attempts) in races.iter().zip(running) {
        let attempts = attempts.join_all().await;
        outcomes.push(judge(test, asked, attempts).await?);
    }
    if let Some(clock) = clock {
        clock.await.map_err(|error| error.to_string())?;
    }
    Ok(outcomes)
}

async fn ask(engine: &Engine, plan: &Plan, question: u64) -> Result<Stored, String> {
    let request = choice("single", &["a", "b"], |spec| {
        // Of its batch: an equal question of an earlier one would find that one's decision.
        spec.title = Some(format!("Question {question} of {:x}?", plan.state));
        spec.timeout_seconds = i64::try_from(TIMEOUT_SECONDS).ok();
    });
    // In the terminal no call has to wait, so no asker is recorded as gone.
    let asked = engine
        .ask(asker("codex", "/src/shop"), request, Interface::Terminal)
        .await;
    asked
        .map(|asked| asked.stored)
        .map_err(|error| error.to_string())
}

fn answer_id(question: u64, contender: usize) -> AnswerId {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&question.to_be_bytes());
    bytes[15] = u8::try_from(contender + 1).unwrap_or(u8::MAX);
    AnswerId::from_random(bytes)
}

async fn hesitate(times: u64) {
    for _ in 0..times {
        tokio::task::yield_now().await;
    }
}

async fn let_time_run_out(clock: Arc<ManualClock>, start: Arc<Barrier>, hesitation: u64) {
    start.wait().await;
    hesitate(hesitation).await;
    clock.advance_seconds(TIMEOUT_SECONDS + 1);
}

async fn contend(
    engine: &Engine,
    id: InteractionId,
    contender: Contender,
    answer_id: AnswerId,
) -> Result<Stored, CommandError> {
    match contender {
        Contender::Answers(surface) => {
            let draft = AnswerDraft {
                selected_ids: vec!["a".into()],
                ..AnswerDraft::default()
            };
            engine
                .answer(id, draft, answer_id, None, person(surface))
                .await
        }
        Contender::Cancels(surface) => engine.cancel(id, None, answer_id, person(surface)).await,
        Contender::Withdraws => {
            engine
                .withdraw(id, None, answer_id, &asker("codex", "/src/shop"))
                .await
        }
    }
}

async fn judge(
    test: &TestEngine,
    asked: &Stored,
    attempts: Vec<Attempt>,
) -> Result<RaceOutcome, String> {
    let id = asked.interaction.id;
    let stored = test
        .until(id, |stored| !stored.interaction.is_pending())
        .await;
    let Some(closed) = stored.interaction.closed() else {
        return Err(format!("{id}: nothing was decided"));
    };
    let mut losers = 0;
    let mut winners = Vec::new();
    for (answer_id, attempt) in attempts {
        match attempt {
            Ok(_) => winners.push(answer_id),
            Err(CommandError::Refused {
                refusal: Refusal::Closed(told),
                ..
            }) if *told == *closed => losers += 1,
            Err(error) => return Err(format!("{id}: a loser was told {error:?}")),
        }
    }
    let expected: Vec<AnswerId> = closed.answer_id.into_iter().collect();
    if winners != expected {
        return Err(format!(
            "{id}: {winners:?} were told that they won, {closed:?} is stored"
        ));
    }
    let deadline = asked.interaction.deadline().map(|deadline| deadline.wall());
    if closed.status() == Status::Timeout && deadline.is_none_or(|deadline| closed.at < deadline) {
        return Err(format!("{id}: it expired early"));
    }
    let events = test.engine.events_of(id).await;
    let events = events.map_err(|error| error.to_string())?;
    let endings = events.iter().filter(|event| event.event.is_terminal());
    let endings = endings.count();
    if endings != 1 {
        return Err(format!("{id}: {endings} endings in its trail"));
    }
    Ok(RaceOutcome {
        winner: winner(closed),
        losers,
    })
}

fn winner(closed: &Closed) -> &'static str {
    match (closed.status(), &closed.by) {
        (Status::Timeout, _) => "the deadline",
        (Status::Cancelled, Responder::Asker) => "the asker's withdrawal",
        (Status::Cancelled, _) => "a cancel",
        (Status::Submitted | Status::AutoSubmitted | Status::Pending, _) => "an answer",
    }
}
