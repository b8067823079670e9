//! The MCP methods: tools and prompts, and a clear no to what is not offered.

use std::sync::Arc;

use client::{HubClient, Identity};
use domain::interaction::{Offers, QuestionKind};
use protocol::WaitReply;
use protocol::route::{AskerClaim, TokenHolder};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams,
    CancelledNotificationParam, ClientCapabilities, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    GetTaskParams, GetTaskResult, Implementation, ListPromptsResult,
    ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptMessage, RequestId,
    Role, ServerCapabilities, ServerConfig, Tool, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::asking::AskingTool;
use crate::call::{self, Call};
use crate::elicitation::{Binding, ClientChannel, ElicitationStyle, Forms, Rounds};
use crate::hitl_request::HitlTool;
use crate::offer::{Later, ToolName};
use crate::output::ToolOutput;
use crate::plain_tools::{AskHuman, RequestUserChoice};
use crate::provide_choice::ProvideChoice;
use crate::receipts::{Receipt, Receipts};
use crate::underway::{Turn, Underway};
use crate::{Wiring, elicitation, identity, mcp_tasks, policy, report_outcome, sessions, tools};

const NAME: &str = "sayso";
const DECISION_POLICY: &str = "decision_policy";

/// One MCP server, for one client over stdio or for all of them over HTTP.
#[derive(Clone)]
pub struct Server {
    wiring: Wiring,
    tools: Arc<[Tool]>,
    transport: Transport,
    forms: Forms,
    rounds: Rounds,
    underway: Underway,
}

/// How clients reach this server, and so how they are known and how delivery is confirmed.
#[derive(Clone)]
pub(crate) enum Transport {
    Stdio {
        directory: String,
        receipts: Receipts,
        ended: CancellationToken,
    },
    Http,
}

impl Server {
    pub(crate) fn new(wiring: Wiring, transport: Transport) -> Self {
        Self {
            tools: tools::list(&wiring.offer).into(),
            wiring,
            transport,
            forms: Forms::default(),
            rounds: Rounds::new(),
            underway: Underway::default(),
        }
    }

    /// Returns the same server for another client's session.
    pub(crate) fn for_session(&self) -> Self {
        Self {
            forms: Forms::default(),
            underway: Underway::default(),
            ..self.clone()
        }
    }

    pub(crate) fn forms(&self) -> Forms {
        self.forms.clone()
    }

    pub(crate) fn underway(&self) -> Underway {
        self.underway.clone()
    }

    /// Returns who makes a request.
    fn claim(&self, context: &RequestContext<RoleServer>) -> Result<AskerClaim, ErrorData> {
        Ok(match &self.transport {
            Transport::Stdio { directory, .. } => {
                let attempt = self.wiring.offer.attempt.as_ref();
                identity::local(context.client_info().as_ref(), directory, attempt)
            }
            Transport::Http => {
                let holder = token_holder(context).ok_or_else(|| {
                    ErrorData::internal_error("the request reached the tools without a token", None)
                })?;
                identity::by_token(http_client_info(context).as_ref(), holder)
            }
        })
    }

    /// Returns the hub as the agent that makes a request sees it.
    fn hub(&self, context: &RequestContext<RoleServer>) -> Result<HubClient, ErrorData> {
        let door = Arc::clone(&self.wiring.door);
        Ok(HubClient::new(door, Identity::Asker(self.claim(context)?)))
    }

    /// Gathers what a tool call needs to know about its caller.
    fn call<T: AskingTool>(
        &self,
        request: &CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Call, ErrorData> {
        let claim = self.claim(&context)?;
        let ends = match &self.transport {
            Transport::Stdio { ended, .. } => ended.clone(),
            // A session's end shows when its requests can no longer be answered.
            Transport::Http => CancellationToken::new(),
        };
        let ended = match &self.transport {
            Transport::Stdio { ended, .. } => ended.clone(),
            Transport::Http => {
                sessions::connection(&context.extensions).unwrap_or_else(|| context.ct.clone())
            }
        };
        let version = context.protocol_version();
        let attempt = self.wiring.offer.attempt.as_ref();
        let mut offers = elicitation::offers(capabilities(&context).as_ref(), version.as_ref());
        offers.mcp_task &= T::FITS_MCP_TASK;
        if attempt.is_some() {
            // The person is never asked through an agent that the hub runs.
            offers = Offers::default();
        }
        let binding = Binding::new(&claim, &request.name, request.arguments.as_ref());
        let channel = ClientChannel {
            style: ElicitationStyle::of(version.as_ref()),
            offers,
            request_id: context.id.clone(),
            forms: self.forms.clone(),
            ends,
            rounds: self.rounds.clone(),
            round: self.rounds.open(request, &binding)?,
            binding,
        };
        let client_name = claim.client.clone();
        let door = Arc::clone(&self.wiring.door);
        Ok(Call {
            hub: HubClient::new(door, Identity::Asker(claim)).with_offers(offers),
            channel,
            client_name,
            progress_token: context.meta.get_progress_token(),
            peer: context.peer,
            cancelled: context.ct,
            ended,
            underway: self.underway.clone(),
            began: Instant::now(),
            ticket_seconds: attempt.map(|attempt| attempt.ticket_seconds),
            later: self.wiring.offer.later(),
        })
    }

    async fn ask<T: AskingTool>(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let id = context.id.clone();
        if let Transport::Stdio { receipts, .. } = &self.transport {
            receipts.forget(&id);
        }
        let call = self.call::<T>(&request, context)?;
        let outcome = call::run::<T>(&call, request.arguments.unwrap_or_default()).await;
        if let Some(session_id) = outcome.decided.filter(|_| !call.cancelled.is_cancelled()) {
            self.deliver(id, call.hub, session_id, outcome.turn).await;
        }
        Ok(outcome.response)
    }

    /// Sees to it that the hub learns of a decision that the response to `request` carries.
    async fn deliver(
        &self,
        request: RequestId,
        hub: HubClient,
        session_id: String,
        turn: Option<Turn>,
    ) {
        let receipt = Receipt {
            client: hub,
            session_id,
            turn,
        };
        match &self.transport {
            Transport::Stdio { receipts, .. } => receipts.expect(request, receipt),
            // The response goes out right behind; there is no later point to hook into.
            Transport::Http => receipt.confirm_in_passing().await,
        }
    }
}

/// Returns what a tool would have returned, had it waited.
fn finished<T: AskingTool>(found: WaitReply) -> CallToolResult {
    match ToolOutput::found::<T>(found, Later::Poll) {
        Ok(output) => T::render(output),
        Err(problems) => T::refuse(&problems),
    }
}

/// Returns what the client says it can do, for this request.
fn capabilities(context: &RequestContext<RoleServer>) -> Option<ClientCapabilities> {
    if context.meta.protocol_version().is_some() {
        return context.meta.client_capabilities();
    }
    context.client_capabilities()
}

/// Returns what an HTTP client says of itself.
///
/// A stateless request speaks for itself alone: behind it rmcp has put a made-up session, whose
/// client would be rmcp.
fn http_client_info(context: &RequestContext<RoleServer>) -> Option<Implementation> {
    if context.meta.protocol_version().is_some() {
        return context.meta.client_info();
    }
    context.client_info()
}

fn token_holder(context: &RequestContext<RoleServer>) -> Option<&TokenHolder> {
    context
        .extensions
        .get::<http::request::Parts>()?
        .extensions
        .get::<TokenHolder>()
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(NAME, self.wiring.version))
            .with_instructions(policy::instructions(self.wiring.offer.later()))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let named = ToolName::from_name(&request.name);
        let Some(tool) = named.filter(|tool| self.wiring.offer.has(*tool)) else {
            let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
            let message = format!(
                "there is no tool with this name; there are {}",
                names.join(", ")
            );
            return Err(ErrorData::invalid_params(message, None));
        };
        match tool {
            ToolName::ProvideChoice => self.ask::<ProvideChoice>(request, context).await,
            ToolName::HitlRequest => self.ask::<HitlTool>(request, context).await,
            ToolName::RequestUserChoice => self.ask::<RequestUserChoice>(request, context).await,
            ToolName::AskHuman => self.ask::<AskHuman>(request, context).await,
            ToolName::ReportOutcome => {
                let hub = self.hub(&context)?;
                let arguments = request.arguments.unwrap_or_default();
                Ok(report_outcome::run(&hub, arguments).await.into())
            }
        }
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let hub = self.hub(&context)?;
        let finish = |found: WaitReply| match found.result.kind() {
            QuestionKind::Request => finished::<HitlTool>(found),
            QuestionKind::Choice
            | QuestionKind::Approval
            | QuestionKind::Reply
            | QuestionKind::Permission
            | QuestionKind::Form => finished::<ProvideChoice>(found),
        };
        let looked = mcp_tasks::get(&hub, &request.task_id, finish).await?;
        if let Some(session_id) = looked.decided {
            self.deliver(context.id, hub, session_id, None).await;
        }
        Ok(looked.result)
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        mcp_tasks::update(&self.hub(&context)?, &request.task_id).await
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        mcp_tasks::cancel(&self.hub(&context)?, &request.task_id).await
    }

    async fn on_cancelled(
        &self,
        notification: CancelledNotificationParam,
        _context: NotificationContext<RoleServer>,
    ) {
        if let (Transport::Stdio { receipts, .. }, Some(request)) =
            (&self.transport, &notification.request_id)
        {
            receipts.forget(request);
        }
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = Prompt::new(
            DECISION_POLICY,
            Some("When and how to ask the person."),
            None,
        )
        .with_title("Decision policy");
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != DECISION_POLICY {
            let message = format!("there is no prompt with this name; there is {DECISION_POLICY}");
            return Err(ErrorData::invalid_params(message, None));
        }
        let message =
            PromptMessage::new_text(Role::User, policy::policy(self.wiring.offer.later()));
        Ok(GetPromptResult::new(vec![message])
            .with_description("When and how to ask the person.")
            .into())
    }

    // By default these answer with empty lists, as if they were offered.

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<
            ListResourceTemplatesRequestMethod,
        >())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }
}
