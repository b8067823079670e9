//! Asking: stores the question durably first, so that it survives a broken call.

use domain::interaction::{Ask, Interaction, Interface, Pending, Question, State};
use domain::limits::{
    PENDING_BYTES_PER_HUB_MAX, PENDING_BYTES_PER_PRINCIPAL_MAX, PENDING_PER_ASKER_MAX,
    PENDING_PER_HUB_MAX,
};
use domain::policy::GrantedTimeout;
use domain::{Asker, Deadline, InteractionId, Principal};
use sha2::{Digest, Sha256};
use store::{Create, NewInteraction, PendingLimits, Stored};

use crate::Engine;
use crate::error::AskError;
use crate::known::same_call;

const LIMITS: PendingLimits = PendingLimits {
    per_asker: PENDING_PER_ASKER_MAX,
    per_store: PENDING_PER_HUB_MAX,
    bytes_per_principal: PENDING_BYTES_PER_PRINCIPAL_MAX,
    bytes_per_store: PENDING_BYTES_PER_HUB_MAX,
};

const MIB: u64 = 1024 * 1024;

/// A question that is stored.
#[derive(Debug, Clone)]
pub struct Asked {
    pub stored: Stored,
    /// This call had stored the question already, or an identical question was pending without a
    /// waiting call, or decided and never delivered.
    pub attached: bool,
    pub timeout: GrantedTimeout,
}

impl Asked {
    /// A question that was stored before.
    pub(crate) fn before(stored: Stored, timeout: GrantedTimeout) -> Self {
        Self {
            stored,
            attached: true,
            timeout,
        }
    }
}

impl Engine {
    /// Stores a valid question, or finds the identical one of this asker that it lost.
    ///
    /// `shown_on` is where the hub decided to show it.
    pub async fn ask(
        &self,
        asker: Asker,
        request: impl Into<Ask>,
        shown_on: Interface,
    ) -> Result<Asked, AskError> {
        let request = request.into();
        refuse_unfit(&asker, &request.question)?;
        if let Some(known) = self.known(&asker, &request).await? {
            return Ok(known);
        }
        let digest = digest(&request);
        let timeout = self.rules().policy.grant_timeout(request.timeout);
        let new = self.new_interaction(asker.clone(), request, shown_on);
        if shown_on != Interface::Terminal {
            self.expect_first_wait(new.interaction.id);
        }
        match self.inner.store.create(new, LIMITS).await? {
            Create::Done(recorded) => {
                let stored = self.publish(recorded);
                Ok(Asked {
                    stored,
                    attached: false,
                    timeout,
                })
            }
            Create::Known(stored) => {
                let stored = same_call(stored, &asker, &digest)?;
                Ok(Asked::before(stored, timeout))
            }
            Create::AskerFull => Err(AskError::AskerFull {
                max: LIMITS.per_asker,
            }),
            Create::StoreFull => Err(AskError::HubFull {
                max: LIMITS.per_store,
            }),
            Create::PrincipalBytesFull => Err(AskError::PrincipalBytesFull {
                max_mib: LIMITS.bytes_per_principal / MIB,
            }),
            Create::StoreBytesFull => Err(AskError::HubBytesFull {
                max_mib: LIMITS.bytes_per_store / MIB,
            }),
        }
    }
}

impl Engine {
    /// Makes a question of a thread's agent, to be stored with the step of its task.
    pub(crate) fn new_interaction(
        &self,
        asker: Asker,
        request: Ask,
        shown_on: Interface,
    ) -> NewInteraction {
        let now = self.inner.clock.now();
        let timeout = self.rules().policy.grant_timeout(request.timeout);
        NewInteraction {
            digest: digest(&request),
            call: request.call,
            interaction: Interaction {
                id: random_id(),
                asker,
                question: request.question,
                interface: shown_on,
                asked_at: now.wall,
                timeout_seconds: timeout.seconds(),
                asker_left_at: None,
                state: State::Pending(Pending {
                    deadline: timeout.ms.map(|ms| Deadline::after(&now, ms)),
                    ..Pending::default()
                }),
            },
        }
    }

    /// Counts a question as waited for from its first moment on, before it can be seen.
    pub(crate) fn expect_first_wait(&self, id: InteractionId) {
        let now_ms = self.inner.clock.now().uptime_ms;
        self.inner.waits.expect_first_wait(id, now_ms);
        self.spawn(self.clone().watch_first_wait(id, now_ms));
    }
}

/// Names what was asked and how it should be handled.
pub(crate) fn digest(request: &Ask) -> String {
    let asked = (
        &request.question,
        request.interface.map(Interface::as_str),
        request.timeout,
    );
    let asked = serde_json::to_vec(&asked).expect("a question is plain values");
    format!("{:x}", Sha256::digest(&asked))
}

/// Agents do not get to have actions approved. Only the hub asks questions that belong to a task,
/// in the name of the thread whose agent it runs.
fn refuse_unfit(asker: &Asker, question: &Question) -> Result<(), AskError> {
    match (question, &asker.principal) {
        (Question::Choice(_) | Question::Request(_), _)
        | (Question::Approval(_), Principal::LocalUser { .. })
        | (
            Question::Reply(_) | Question::Permission(_) | Question::Form(_),
            Principal::Thread { .. },
        ) => Ok(()),
        (Question::Approval(_), Principal::Token { .. } | Principal::Thread { .. }) => {
            Err(AskError::NotForAgents)
        }
        (
            Question::Reply(_) | Question::Permission(_) | Question::Form(_),
            Principal::LocalUser { .. } | Principal::Token { .. },
        ) => Err(AskError::NotOfThread),
    }
}

/// Draws the 128 bits of a new id.
pub(crate) fn random_id() -> InteractionId {
    InteractionId::from_random(random_bytes())
}

/// Draws what ids and secrets of the hub are made of.
pub fn random_bytes<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes
}
