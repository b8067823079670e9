//! The loop: read the clock, take one message, update, perform the effects, draw.
//!
//! Everything that can happen is listed in one `select!`. Calls to the hub run beside it and come
//! back as messages; nothing here decides.

mod calls;
mod clock;
mod editor;
mod live;
mod terminal;

use std::io;

use client::HubClient;
use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use protocol::InteractionDetail;
use tokio::sync::mpsc;

use crate::finish::{Finish, TuiError, not_ours};
use crate::message::{Effect, Message};
use crate::model::Model;
use crate::model::inbox::Inbox;
use crate::model::question::Question;
use crate::options::Options;
use crate::update::update;
use crate::words::Words;
use crate::{draw, plain};
use calls::Calls;
use clock::Watch;
use terminal::Screen;

pub(crate) use calls::{MORE_SECONDS, persist};
pub(crate) use live::follow;

/// Messages from calls and the live stream that wait for the loop; it is never long behind.
const MESSAGES_MAX: usize = 64;

/// Returns whether a screen can be drawn and keys can be read here.
pub fn is_usable() -> bool {
    terminal::is_usable()
}

/// Shows one question until it is decided or left. `id` may be its unambiguous beginning.
pub async fn choose(client: HubClient, id: &str, options: Options) -> Result<Finish, TuiError> {
    let (detail, settings) = tokio::join!(client.detail(id), client.settings());
    let (detail, settings) = (detail?, settings?);
    if let Some(finish) = not_ours(&detail) {
        return Ok(finish);
    }
    if options.plain {
        return plain::choose(client, detail, settings, &options).await;
    }
    let (mut run, screen) = Run::new(client, options)?;
    let effects = update(&mut run.model, Message::Settings(Ok(settings)));
    run.perform_all(effects).await?;
    run.open(detail);
    run.run(screen).await
}

/// Shows everything that waits, until the person leaves.
pub async fn inbox(client: HubClient, options: Options) -> Result<Finish, TuiError> {
    let settings = client.settings().await?;
    if options.plain {
        return plain::inbox(client, settings, &options).await;
    }
    let (mut run, screen) = Run::new(client, options)?;
    let effects = update(&mut run.model, Message::Settings(Ok(settings)));
    run.perform_all(effects).await?;
    run.model.inbox = Some(Inbox {
        opened_ms: run.model.clock.ms,
        ..Inbox::default()
    });
    run.run(screen).await
}

struct Run {
    model: Model,
    options: Options,
    watch: Watch,
    calls: Calls,
    mailbox: mpsc::Receiver<Message>,
    /// Set by an effect that ends the visit.
    finish: Option<Finish>,
    /// Text that the person's editor is to be opened with.
    edit: Option<String>,
    /// Bytes for the terminal that are not part of a frame.
    signals: Vec<terminal::Signal>,
}

/// Everything that can happen.
enum Input {
    Terminal(Option<io::Result<Event>>),
    Message(Option<Message>),
    Woke,
    HungUp,
}

impl Run {
    fn new(client: HubClient, options: Options) -> Result<(Self, Screen), TuiError> {
        let screen = Screen::open()?;
        let (sender, mailbox) = mpsc::channel(MESSAGES_MAX);
        let watch = Watch::start();
        let words = Words::new(options.language);
        let model = Model::new(words, options.appearance, watch.now(), screen.size()?);
        let run = Self {
            model,
            options,
            watch,
            calls: Calls::new(client, sender),
            mailbox,
            finish: None,
            edit: None,
            signals: Vec::new(),
        };
        Ok((run, screen))
    }

    fn open(&mut self, detail: InteractionDetail) {
        self.model.clock = self.watch.now();
        let question = Question::new(detail, self.model.clock);
        self.calls.view(question.id());
        self.model.question = Some(question);
        // The first frame already says how much of it is in view.
        draw::follow_focus(&mut self.model);
    }

    async fn run(mut self, mut screen: Screen) -> Result<Finish, TuiError> {
        let mut hang_up = terminal::HangUp::new()?;
        self.calls.follow();
        let mut keys = EventStream::new();
        screen.draw(|frame| draw::draw(&self.model, frame))?;
        loop {
            let input = tokio::select! {
                event = keys.next() => Input::Terminal(event),
                message = self.mailbox.recv() => Input::Message(message),
                () = self.watch.sleep_until(self.model.wakes_at()) => Input::Woke,
                () = hang_up.wait() => Input::HungUp,
            };
            self.model.clock = self.watch.now();
            self.model.size = screen.size()?;
            let message = match input {
                Input::Terminal(Some(Ok(event))) => from_terminal(event),
                // A terminal that cannot be read any more is gone.
                Input::Terminal(Some(Err(_)) | None) | Input::HungUp => Some(Message::HungUp),
                Input::Message(message) => message,
                Input::Woke if self.watch.slept() => Some(Message::Linked),
                Input::Woke => Some(Message::Woke),
            };
            let Some(message) = message else {
                continue;
            };
            let effects = update(&mut self.model, message);
            self.perform_all(effects).await?;
            screen.signal(&std::mem::take(&mut self.signals))?;
            if let Some(finish) = self.finish.take() {
                self.calls.settle().await;
                return Ok(finish);
            }
            if let Some(text) = self.edit.take() {
                // The editor reads the keys while it runs.
                drop(keys);
                let edited = screen.lend(|| editor::edit(self.options.editor.as_deref(), &text))?;
                terminal::settle_events()?;
                keys = EventStream::new();
                self.model.clock = self.watch.now();
                let effects = update(&mut self.model, Message::Edited(edited));
                self.perform_all(effects).await?;
            }
            screen.draw(|frame| draw::draw(&self.model, frame))?;
        }
    }

    async fn perform_all(&mut self, effects: Vec<Effect>) -> Result<(), TuiError> {
        for effect in effects {
            self.perform(effect).await;
        }
        Ok(())
    }

    async fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Finish(finish) => self.finish = Some(finish),
            Effect::Edit(text) => self.edit = Some(text),
            Effect::Ring(title) => {
                let args = [("title", (&title).into())];
                let text = self.model.words.tell(i18n::Key::TuiInboxArrived, &args);
                self.signals.push(terminal::Signal::Ring(text));
            }
            Effect::Title(title) => self.signals.push(terminal::Signal::Title(title)),
            Effect::OpenWeb => {
                if let Some(open) = self.options.open_web.clone() {
                    self.calls.open_web(open);
                }
            }
            Effect::Load(_)
            | Effect::LoadSettings
            | Effect::View(_)
            | Effect::SaveDraft(..)
            | Effect::Answer { .. }
            | Effect::Confirm { .. }
            | Effect::Cancel { .. }
            | Effect::AddTime(_)
            | Effect::SwitchToWeb(_)
            | Effect::ChangeSettings { .. } => self.calls.start(effect),
        }
    }
}

fn from_terminal(event: Event) -> Option<Message> {
    match event {
        Event::Key(key) => Some(Message::Key(key)),
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Resize(..) => Some(Message::Resized),
        Event::FocusGained | Event::FocusLost | Event::Mouse(_) => None,
    }
}
