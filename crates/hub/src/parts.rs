//! The parts of a hub, handed to handlers one by one.
//!
//! [`Hub`] is the state of the router. Its fields are private: a handler names what it needs, such
//! as `State<Engine>`, and parts that work together (`Views`, `Gate`) are built from it with
//! `FromRef` where they are defined. So the signature of a handler says what it can touch.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use domain::Timestamp;
use engine::{Asking, Clock, Engine, EngineError, Rates, Surroundings, Tasks, Workshop};
use tokio_util::sync::CancellationToken;

use crate::access::Access;
use crate::activity::Activity;
use crate::browser::Browser;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::machine::Machine;
use crate::peer::Peers;
use crate::refusals::Refusals;
use crate::routes::FormTokens;
use crate::task_words::Words;
use crate::workshop::Agents;

/// All parts of one hub. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hub {
    engine: Engine,
    settings: Arc<LiveSettings>,
    access: Arc<Access>,
    links: Arc<Links>,
    facts: Arc<Facts>,
    surroundings: Arc<dyn Surroundings>,
    asking: Asking,
    tasks: Tasks,
    agents: Arc<Agents>,
    activity: Arc<Activity>,
    rates: Arc<Rates>,
    refusals: Arc<Refusals>,
    peers: Peers,
    form_tokens: Arc<FormTokens>,
    stop: CancellationToken,
}

/// What a hub reaches outside of itself.
pub(crate) struct Outside {
    pub(crate) browser: Option<Arc<dyn Browser>>,
    pub(crate) workshop: Arc<dyn Workshop>,
    pub(crate) agents: Arc<Agents>,
}

/// What does not change while a hub runs.
pub(crate) struct Facts {
    pub(crate) version: &'static str,
    pub(crate) database: PathBuf,
    pub(crate) data_dir: PathBuf,
    pub(crate) on_demand: bool,
    pub(crate) started_at: Timestamp,
    /// Where the next hub finds which processes are agents.
    pub(crate) agents_file: PathBuf,
}

impl Hub {
    pub(crate) async fn new(
        engine: Engine,
        clock: Arc<dyn Clock>,
        settings: LiveSettings,
        access: Access,
        links: Links,
        facts: Facts,
        outside: Outside,
    ) -> Result<Self, EngineError> {
        let settings = Arc::new(settings);
        let access = Arc::new(access);
        let links = Arc::new(links);
        let peers = Peers::load(facts.agents_file.clone(), &clock.now().boot);
        let activity = Arc::new(Activity::new(Arc::clone(&clock)));
        let surroundings: Arc<dyn Surroundings> = Arc::new(Machine {
            settings: Arc::clone(&settings),
            access: Arc::clone(&access),
            links: Arc::clone(&links),
            activity: Arc::clone(&activity),
            data_dir: facts.data_dir.clone(),
            browser: outside.browser,
        });
        let asking = Asking::new(engine.clone(), Arc::clone(&surroundings));
        let words = Arc::new(Words {
            settings: Arc::clone(&settings),
        });
        let tasks = Tasks::start(asking.clone(), outside.workshop, words).await?;
        Ok(Self {
            asking,
            tasks,
            agents: outside.agents,
            engine,
            settings,
            access,
            links,
            facts: Arc::new(facts),
            surroundings,
            activity,
            rates: Arc::default(),
            refusals: Arc::new(Refusals::new(clock)),
            peers,
            form_tokens: Arc::default(),
            stop: CancellationToken::new(),
        })
    }
}

macro_rules! hand_out {
    ($($field:ident: $part:ty),+ $(,)?) => {
        $(impl FromRef<Hub> for $part {
            fn from_ref(hub: &Hub) -> Self {
                hub.$field.clone()
            }
        })+
    };
}

hand_out! {
    peers: Peers,
    engine: Engine,
    settings: Arc<LiveSettings>,
    access: Arc<Access>,
    links: Arc<Links>,
    facts: Arc<Facts>,
    surroundings: Arc<dyn Surroundings>,
    asking: Asking,
    tasks: Tasks,
    agents: Arc<Agents>,
    activity: Arc<Activity>,
    rates: Arc<Rates>,
    refusals: Arc<Refusals>,
    form_tokens: Arc<FormTokens>,
    stop: CancellationToken,
}
