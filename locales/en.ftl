# Every text a person sees, in English. The other languages have the same keys.
#
# Keys are `area-thing`, lower case with hyphens, grouped by area.
# Numbers and times arrive as text, already formatted. Only `$count` is a bare number: it selects
# a plural and is never shown; show a second variable, by custom `$shown`, next to it.
# After adding a message: add it to every language, then `cargo xtask codegen`.

## Status of a question

status-pending = waiting
status-submitted = answered
status-auto-submitted = answered automatically
status-cancelled = cancelled
status-timeout = timed out
deadline-times-out = then it times out
deadline-default-is-sent = then the default answer is sent

## Where a question is shown, and where it was answered

interface-auto = automatic
interface-web = web
interface-terminal = terminal
interface-elicitation = in the client
surface-web = web portal
surface-terminal = terminal
surface-cli = command line
surface-elicitation = the agent's client
surface-agent-terminal = the agent's own terminal

## The agent, and whether it has the answer

asker-waiting = agent is waiting
asker-away = agent will come back for the answer
asker-disconnected = agent disconnected
delivery-open = no answer yet
delivery-saved = saved, not delivered
delivery-delivered = delivered to the agent

## Where a setting's value comes from

setting-source-default = default
setting-source-file = settings file
setting-source-environment = environment

## Settings: groups

setting-group-questions = Questions
setting-group-interface = Appearance
setting-group-terminal = Terminal
setting-group-notifications = Notifications
setting-group-history = History
setting-group-tasks = Tasks
setting-group-hub = Hub

## Settings: one line of help each

setting-interface = Where a question is shown when the agent does not say; elicitation also needs delivery set to elicitation
setting-timeout-seconds = Time limit in seconds when the agent sets none; 0 means no limit
setting-timeout-min-seconds = Shortest time limit an agent can set, in seconds
setting-timeout-max-seconds = Longest time limit an agent can set, in seconds
setting-unlimited-wait = Allow questions without a time limit
setting-auto-submit = At the time limit, send the agent's default answer; never for destructive questions
setting-single-submit = Choosing an option sends it immediately, when the agent does not say
setting-annotations = Offer notes on options and an overall note
setting-show-placeholder = Show the agent's example text in empty text fields; off hides it even if the agent wants it shown
setting-delivery = How the agent receives the answer, where its client offers more than waiting
setting-poll-window-seconds = Seconds a poll waits for the answer before the agent has to poll again
setting-client-windows = Seconds a call can wait, by client name; 0 waits as long as the client accepts progress
setting-language = Language of the portal, the terminal and the command line
setting-theme = Colours of the portal
setting-recent-completed = Number of finished questions shown in the portal's list
setting-open-browser = Open a browser for a new question when no portal page is open
setting-navigation-hints = Show the keys below a question in the terminal
setting-annotation-focus = When the cursor moves into an option's note: on Tab, or on selecting the option
setting-terminal-bell = Ring the terminal's bell when a question arrives
setting-notify-new = Notify when a question arrives
setting-notify-upcoming = Notify shortly before a question times out
setting-notify-timeout = Notify when a question has timed out
setting-notify-sound = Play a sound with notifications
setting-notify-trigger = When notifications appear: always, or only while you are looking elsewhere
setting-notify-upcoming-seconds = Seconds before the time limit at which the reminder appears
setting-retention-days = Days a finished question is kept
setting-max-sessions = Maximum number of finished questions kept
setting-tasks-running-max = Number of tasks that run at the same time
setting-task-log-mib = Megabytes kept of the output of one task; older output is dropped
setting-thread-retention-days = Days a finished thread is kept
setting-linger-seconds = Seconds an idle hub keeps running; 0 stops it immediately
setting-port = Port of the portal; 0 lets the system choose one
setting-agent-guard = Refuse programs that an agent started when they do what only you can do

## At the local socket, for those who are not the person

stranger-refused = { $reason } Only a person can do this.
stranger-started-by = This was started by an agent: { $program } (pid { $pid }).
stranger-variable = This was started by an agent: its environment has { $variable }, which { $agent } sets.
stranger-shares-terminal = The program that started this has ended, and an agent works on the same terminal: { $program } (pid { $pid }).
stranger-unseen = The hub cannot see which program this is.
stranger-answer-hint = Answer in the portal, { $url }, or in your own terminal: { $command }
stranger-hint = Do it in the portal, { $url }, or in your own terminal.

## Command line: the whole

cli-about = Agents act on your say-so: sayso brings you their questions and sends back your answers.
cli-after-help =
    Begin with:
      sayso demo                  a sample question of each kind
      sayso install claude-code   connect an agent

    Exit codes:
      0  answered, or done
      1  error
      2  wrong usage
      3  the question was cancelled
      4  the question timed out
      5  already answered elsewhere
      6  left undecided: the question is still open
cli-data-dir = Use a separate hub whose database, socket, settings and tokens are in DIR
cli-port = Port of the portal when a hub is started; 0 lets the system choose (also SAYSO_PORT)
cli-json = Print JSON; errors are JSON too, on standard error
cli-id = Id of the question; its first characters are enough
cli-error = error: { $message }
cli-hint = hint: { $hint }

## Command line: times

cli-span-seconds = { $number } s
cli-span-minutes = { $number } min
cli-span-hours = { $number } h
cli-span-days = { $number } d
cli-span-ago = { $span } ago
cli-time-left = { $span } left
cli-no-deadline = no time limit

## Command line: failures

cli-error-not-running = no hub is running
cli-error-not-running-hint = start one with `sayso serve`; asking a question also starts one
cli-error-not-started = the hub did not start: { $reason }
cli-error-not-started-hint = see the log: { $log }
cli-error-foreign-hub = the socket { $path } belongs to user { $owner }, not to you; it was not used
cli-error-broken = the connection to the hub broke: { $reason }
cli-error-broken-hint = try again; questions and answers are saved
cli-error-silent = the hub did not answer within { $seconds } s
cli-error-unreadable = cannot read the hub's reply
cli-error-unreadable-hint = the hub is probably a different version: run `sayso stop`, then try again
cli-error-no-home = the home directory is unknown
cli-error-no-home-hint = set HOME, or name a directory with --data-dir
cli-error-no-program = this program cannot find itself: { $reason }
cli-error-path = { $path } cannot be used: { $reason }
cli-error-not-a-directory = { $path } is not a directory
cli-error-not-a-directory-hint = use a real directory; symbolic links are refused because another user could redirect them
cli-error-foreign-directory = { $path } belongs to user { $owner }, not to you
cli-error-foreign-directory-hint = choose another directory with --data-dir
cli-error-open-directory = { $path } is open to other users (mode { $mode })
cli-error-open-directory-hint = close it with: chmod 700 { $path }
cli-error-decided = this question is finished: { $ending }
cli-error-several = { $count ->
    [one] { $shown } problem
   *[other] { $shown } problems
}
cli-error-terminal = the terminal cannot be used: { $reason }
cli-error-terminal-hint = try again with --plain, or answer with `sayso answer`
cli-error-runtime = the program could not start: { $reason }

## Command line: sayso alone

cli-overview-none = No hub is running, and no agent is asking right now.
cli-overview-idle = Nothing is waiting for you. The portal is at { $url }
cli-overview-waiting = { $count ->
        [one] { $shown } question is waiting for you
       *[other] { $shown } questions are waiting for you
    }
cli-overview-running = { $count ->
        [one] { $shown } task is running: { $command }
       *[other] { $shown } tasks are running: { $command }
    }
cli-overview-demo = try it with sample questions
cli-overview-install = connect an agent
cli-overview-list = show saved questions, including open ones
cli-overview-help = everything else
cli-overview-open = answer in the browser
cli-overview-choose = answer the first one here
cli-overview-inbox = answer all of them here
cli-overview-completed = recently finished questions

## Command line: demo

cli-demo-about = Ask six sample questions, one of each kind, and show the answers
cli-demo-after =
    Answer in the browser, in `sayso inbox`, or with the lines it prints.
    Ctrl+C leaves the questions open; `sayso list` shows them again.
cli-demo-intro = The hub is running and asks you six sample questions. Answer them
    {"  "}in the browser:      { $url }
    {"  "}                     (works once, for a minute; later: { $open })
    {"  "}in another terminal: { $inbox }
    {"  "}or by command, for example:
cli-demo-waiting = Waiting for your answers (Ctrl+C leaves).
cli-demo-done = That was the demo. Next, connect an agent:
    {"  "}{ $command }
cli-demo-left = Stopped waiting. The questions stay open for 15 minutes: { $command }
cli-demo-single-title = Which database for the order service?
cli-demo-single-prompt =
    The order service needs a place for its data. It runs on one machine today and
    gets about **50 writes a second**. Nothing in the repository says which database is wanted.
cli-demo-sqlite = SQLite: one file, nothing to operate
cli-demo-postgres = PostgreSQL: a server, ready for several machines
cli-demo-files = JSON files: no dependency, no queries
cli-demo-multi-title = Which checks must pass before a merge?
cli-demo-multi-prompt = I am setting up the pipeline. Every check costs time on each merge request, so please say which ones are required.
cli-demo-unit = Unit tests (2 minutes)
cli-demo-lint = Formatting and lints (30 seconds)
cli-demo-end-to-end = End-to-end tests (14 minutes)
cli-demo-text-title = What should the new command be called?
cli-demo-text-prompt = The command that removes finished jobs older than a week has no name yet, and the name becomes part of the public interface.
cli-demo-text-placeholder = for example: tidy
cli-demo-hybrid-title = What to do with the deprecated field?
cli-demo-hybrid-prompt = `user.mail` was replaced by `user.email`. Two clients still read the old field. Choose one way, or describe another.
cli-demo-rename = Rename it everywhere and release a new major version
cli-demo-keep = Keep both fields until the clients have moved

## Command line: mcp, serve, stop, open, status

cli-mcp-about = Serve MCP on standard input and output; agents start this
cli-mcp-after =
    You need not run this yourself: `sayso install CLIENT` adds it to the agent's configuration.
    The first question starts the hub.
cli-mcp-project = The project the agent works in [default: the current directory]
cli-mcp-tools = The tools to offer, separated by commas: provide_choice, hitl_request, requestUserChoice, ask_human [default: the first two]
cli-mcp-tool-unknown = there is no tool “{ $name }”; there are { $known }
cli-mcp-tool-needs-thread = { $name } is only for agents that sayso runs in a thread
cli-serve-about = Run a hub that keeps running until you stop it
cli-serve-after =
    Other commands start a hub when they need one, and it exits when it is idle.
    Run one yourself to keep it running, for example from login on. SAYSO_LOG=debug logs more.
cli-serve-on-demand = Exit when idle; other commands start the hub this way
cli-serve-ready = The portal is at { $url } (sign in with: { $command }). Ctrl+C stops the hub; open questions are saved.
cli-serve-running-hint = use it as it is, or stop it with: { $command }
cli-serve-port-hint = choose another with --port, or --port 0 for any free one
cli-stop-about = Stop the hub; open questions are saved
cli-stop-done = The hub has stopped. Open questions are saved and return when it starts again.
cli-stop-none = No hub is running.
cli-open-about = Open the portal in a browser, signed in
cli-open-after =
    The link works once and only for a minute. Without a screen it is printed instead,
    over SSH together with the line that forwards the port.
cli-open-print = Only print the link
cli-open-opened = Opened { $url } in your browser.
cli-open-printed = Open this link within { $seconds } s; it works once.
cli-open-forward = First forward the port, from your own computer: { $command }
cli-open-unused = The browser did not sign in and the link has expired. Try `sayso open --print`.
cli-status-about = Show whether a hub is running, and where; never starts one
cli-status-none = No hub is running for { $directory }.
cli-status-url = portal
cli-status-saved = { $count ->
        [one] { $shown } open question is saved, although no hub is running. To answer it: { $command }
       *[other] { $shown } open questions are saved, although no hub is running. To answer them: { $command }
    }
cli-status-pending = questions waiting
cli-status-calls = agents waiting
cli-status-pages = portal pages open
cli-status-refused = refused
cli-status-refusal = { $count }× { $reason }; last { $ago }, { $route } ({ $door })
cli-status-process = process
cli-status-on-demand = exits when idle
cli-status-stays = keeps running
cli-status-started = started
cli-status-version = version
cli-status-store = database
cli-status-guard = agent guard
cli-status-guard-off = off: programs that agents start can answer for you
cli-status-caller = you here

## Command line: list, show

cli-list-about = List questions
cli-list-after =
    Examples:
      sayso list
      sayso list --filter all --json
cli-list-filter = Which questions
cli-list-search = Only questions that contain this text
cli-list-limit = Maximum number of questions
cli-list-empty = Nothing to show.
cli-show-about = Show one question: its text, its answer and its activity
cli-show-id = id { $id }
cli-show-left = { $words } (left { $ago })
cli-show-recommended = recommended
cli-show-note = note: { $note }
cli-show-destructive = This cannot be undone.
cli-show-events = Activity:
cli-rule-single = Choose one.
cli-rule-multi = Choose { $min } to { $max }.
cli-rule-text = Write an answer.
cli-rule-hybrid = Choose { $min } to { $max }, write an answer, or both.
cli-rule-form = Fill in the fields.

## Command line: answer, cancel, extend, choose

cli-answer-about = Answer a question
cli-answer-after =
    Without --select, the preselected options are sent.
    Examples:
      sayso answer 3f2a91bc --select postgres --note postgres="version 17"
      sayso answer 3f2a91bc --text "call it tidy" --annotation "and document it"
      sayso answer 3f2a91bc --select deploy --confirm
      sayso answer 3f2a91bc --set region=eu --set parts=ci,docs
    Where a choice needs a confirmation, leaving out --confirm only records the choice:
    exit code 6, the question is still open. `sayso answer ID --confirm` then confirms it.
cli-answer-select = Choose this option, by id, label or its number in `sayso show`; can be repeated
cli-answer-none = Choose nothing, not even the preselected options
cli-answer-note = Note on one option
cli-answer-unknown = there is no option "{ $given }"; the options are { $options }
cli-answer-ambiguous = "{ $given }" could be { $options }
cli-answer-no-options = this question has no options to choose
cli-answer-note-invalid = a note is written OPT=TEXT
cli-answer-annotation = Overall note
cli-answer-text = Answer in your own words, where the question allows it; - reads standard input, byte for byte
cli-answer-set = Fill in one field of a form; can be repeated, also for several options of one field (or separate them with commas); FIELD= leaves it empty
cli-answer-set-invalid = a field is set with FIELD=VALUE
cli-answer-unknown-field = there is no field "{ $name }"; the fields are { $known }
cli-answer-no-fields = this question has no fields to fill in
cli-answer-not-boolean = the field "{ $name }" is true or false
cli-answer-stdin = cannot read the text from standard input: { $reason }
cli-cancel-about = Cancel a question; the agent will be told that you cancelled
cli-cancel-annotation = Reason, for the agent
cli-extend-about = Give a question more time
cli-extend-seconds = How many seconds to add
cli-extend-done = { $span } left
cli-choose-about = Answer a question in the terminal
cli-inbox-about = Show every question that is waiting for you, and answer in the terminal
cli-plain = Line by line, for screen readers and plain terminals

## Command line: ask

cli-ask-about = Ask a question from a script, wait for the answer and print it
cli-ask-after =
    The ids of the chosen options, or the text, go to standard output, one per line; everything
    else goes to standard error.
    Example:
      db=$(sayso ask --title "Which database?" --prompt "The service needs one to start." \
        --option sqlite="SQLite|one file" --option pg=PostgreSQL --recommend sqlite) || exit
      sayso ask --approve --reason "the new release" -- ./deploy.sh production

    --approve runs the command exactly as written, without a shell, in the current directory,
    with this program's own input and output, and returns its exit code (128+signal if one
    ended it). It is not run when it was denied or cancelled (exit code 3), timed out (4),
    left undecided (6) or on an error (1). The card lists the program, every file that an
    argument names (also in --opt=FILE, @FILE and -oFILE), and the environment variables that
    can change what runs, such as PATH and LD_PRELOAD. Shell and Python scripts run from a copy
    of the approved contents; other files are compared again just before the start. If anything
    has changed, you are asked again, 3 times at most. A file over 64 MiB or one that cannot be
    read is listed, but its contents are not covered. More than 64 files are refused.
cli-ask-title = The decision to make, in a few words
cli-ask-prompt = What is being done and why a choice is needed; Markdown
cli-ask-mode = single, multi, text_input or hybrid
cli-ask-option = An option; can be repeated
cli-ask-option-invalid = an option is written ID, ID=LABEL or ID=LABEL|DESCRIPTION
cli-ask-recommend = Mark this option as recommended
cli-ask-default = Preselect this option
cli-ask-min = Minimum number of options to choose
cli-ask-max = Maximum number of options to choose
cli-ask-placeholder = Example text shown where an answer can be written
cli-ask-timeout = Time limit in seconds; 0 means no limit, if your settings allow it
cli-ask-risk = normal or destructive; a destructive question is never answered automatically
cli-ask-interface = auto, web or terminal
cli-ask-labels = Print the labels of the chosen options instead of their ids
cli-ask-unknown-option = there is no --option { $id } to recommend
cli-ask-waiting = Waiting for an answer: { $url }
    {"  "}{ $command }
cli-ask-your-text = your answer
cli-ask-left = Stopped waiting. The question is still open: { $command }

## Command line: config

cli-config-interface-needs-delivery = Questions are not shown in the agent's client yet, because delivery is { $delivery }. To allow it: { $command }
cli-config-about = Read and change settings
cli-config-after =
    Examples:
      sayso config list
      sayso config set timeout_seconds 900
      sayso config reset timeout_seconds
cli-config-get-about = Print one setting
cli-config-set-about = Change one setting; a running hub uses it immediately
cli-config-reset-about = Set one setting back to its default
cli-config-list-about = List all settings with their values
cli-config-path-about = Print where the settings file is
cli-config-name = Name of the setting
cli-config-value = New value

## Command line: install

cli-install-about = Connect an agent: add sayso to its configuration
cli-install-after =
    The change is shown first, and the previous file is kept next to the new one.
    Examples:
      sayso install claude-code
      sayso install codex --print
      sayso install cursor --undo
cli-install-client = Which agent
cli-install-print = Only show the change
cli-install-undo = Remove the entry again
cli-install-yes = Do not ask before writing
cli-install-unchanged = { $file }: nothing to change
cli-install-confirm = Write { $file }? [y/N]
cli-install-needs-yes = cannot ask for confirmation: this is not a terminal
cli-install-needs-yes-hint = add --yes to write the file, or --print to only show the change
cli-install-nothing-written = Nothing was written.
cli-install-backup = The previous file is saved as { $file }
cli-install-done = Done. Restart { $client }, and it can ask you.
cli-install-undone = Done. { $client } no longer uses sayso after its next start.
cli-install-unsafe = { $file } cannot be edited safely ({ $reason }); it was left as it is
cli-install-by-hand = add the text above by hand
cli-install-again = run the command again

## Command line: doctor

cli-doctor-about = Check what is reachable here, and the limits of each agent found
cli-doctor-ok = ok  {" "}
cli-doctor-warning = note{" "}
cli-doctor-problem = BAD {" "}
cli-doctor-version = sayso { $version } ({ $program })
cli-doctor-directory = { $directory } is private to you
cli-doctor-directory-new = { $directory } will be created when it is needed
cli-doctor-disk = { $free } MiB are free on the disk of { $directory }
cli-doctor-disk-low = only { $free } MiB are free on the disk of { $directory }; below 256 MiB no new questions are stored
cli-doctor-disk-unknown = cannot tell how much space is free on the disk of { $directory }
cli-doctor-settings = settings: { $file }
cli-doctor-settings-none = settings: all at their defaults ({ $file } does not exist)
cli-doctor-database = SQLite { $version }, { $file }
cli-doctor-hub = a hub is running at { $url } (process { $pid })
cli-doctor-hub-none = no hub is running; one is started when it is needed
cli-doctor-guard = programs that agents start are refused when they do what only you can do
cli-doctor-guard-off = agent_guard is off: programs that agents start can answer for you
cli-doctor-guard-hint = To switch it on: { $command }
cli-doctor-guard-blind = on this system sayso cannot see which program an agent started, so any of them can answer for you
cli-doctor-hub-other = it is version { $version }; to use this one: { $command }
cli-doctor-port-free = port { $port } is free
cli-doctor-port-any = the system chooses the port
cli-doctor-port-taken = port { $port } is in use, and your settings require it
cli-doctor-port-taken-default = port { $port } is in use; the hub will use another one
cli-doctor-loopback = { $address } can be used
cli-doctor-loopback-none = { $address } cannot be used: { $reason }
cli-doctor-browser = a browser can be opened
cli-doctor-browser-none = no browser can be opened here; links are printed instead
cli-doctor-cgroup = each agent runs in its own control group, which no process can leave
cli-doctor-no-cgroup = no control group can be made here; the processes of an agent are found by a mark in their environment, by session and by parent
cli-doctor-cgroup-hint = A process that removes its mark, starts a session of its own and loses its parent could be missed. To prevent that where systemd runs: { $command }
cli-doctor-git = git { $version }
cli-doctor-git-old = git { $version } is older than { $oldest }, which sayso will need to restore files after an agent's work
cli-doctor-git-hint = install git { $oldest } or newer
cli-doctor-git-none = git was not found; agents that work in repositories need it
cli-doctor-git-unclear = git is installed but does not tell its version
cli-doctor-agents = agents that can be given tasks: { $found } of { $known } are installed
cli-doctor-agents-none = no agent that can be given tasks is installed
cli-doctor-agents-hint = `sayso agents` lists those that sayso knows; `sayso agents add` adds one of your own
cli-doctor-agent-ready = { $name } is ready
cli-doctor-agent-unchecked = { $name } is installed; its login has not been checked
cli-doctor-agent-missing = { $name } is not installed
cli-doctor-agent-check = to check it: { $command }
cli-doctor-agent-install = to install it: { $command }
cli-doctor-no-clients = No MCP client was found. `sayso install --help` lists those that sayso knows.
cli-doctor-entry-ours = uses this program
cli-doctor-entry-other = uses another program ({ $detail }); to change that: { $command }
cli-doctor-entry-none = does not use sayso; to change that: { $command }
cli-doctor-entry-unreadable = its configuration cannot be read: { $detail }
cli-doctor-limit = gives up on a call after { $limit } without a response
cli-doctor-no-limit = no limit is known
cli-doctor-limit-in-file = its own file lets a call last { $limit }
cli-doctor-limit-raised = its limit is raised by an environment variable
cli-doctor-waits = sayso returns "pending" after { $window } and the agent polls again
cli-doctor-waits-set = your setting client_windows lets sayso wait { $window }
cli-doctor-waits-on = your setting client_windows lets sayso wait as long as the client accepts progress
cli-doctor-window = to let sayso use that limit: { $command }
cli-doctor-raise = to raise it ({ $setting }):

## Command line: token, auth, completions

cli-token-about = Tokens for agents that reach the hub over HTTP
cli-token-after =
    An agent with a token can ask questions and read its own. It can never answer.
    Example:
      sayso token create ci --project . --days 30
cli-token-create-about = Create a token and print it once
cli-token-list-about = List the tokens
cli-token-revoke-about = Revoke a token immediately
cli-token-name = Name of the agent
cli-token-project = The directory the agent works in
cli-token-days = Number of days until it expires
cli-token-id = Id of the token, from `sayso token list`
cli-token-created = Shown only now; it expires at { $expires }. Give it to the agent as the bearer token of { $url }
cli-token-none = There are no tokens.
cli-token-unused = never used
cli-token-expires = expires { $at }
cli-token-revoked = Revoked the token of { $name }.
cli-auth-about = Browsers that are signed in
cli-auth-list-about = List the browsers that are signed in
cli-auth-revoke-about = Sign a browser out immediately
cli-auth-id = Id of the browser session, from `sayso auth list`
cli-auth-none = No browser is signed in.
cli-auth-revoked = Browser session { $id } is signed out.
cli-completions-about = Print completions for a shell
cli-completions-after =
    Example:
      sayso completions bash > ~/.local/share/bash-completion/completions/sayso
cli-completions-shell = Which shell

## Command line: the reference pages

cli-reference-markers = The last line
cli-reference-markers-text = However a question ends, the command says so in one line that begins with a marker. `answer`, `cancel` and `choose` print it on standard output, `ask` on standard error, because there the answer itself is the output. Parts that are empty are left out.
cli-marker-complete = Answered: `selected=a,b`, `custom_input="…"` (JSON), `annotations=…` (JSON), `additional_annotation=…` (to the end of the line)
cli-marker-auto = At the time limit, your auto-submit setting answered; same parts
cli-marker-cancelled = Cancelled; `additional_annotation=…` is the reason, if one was given
cli-marker-timeout = Timed out; nothing was chosen
cli-marker-elsewhere = Already answered or cancelled elsewhere: `session_id=… status=… by=… surface=… at=…`
cli-marker-undecided = Still open: `session_id=…`. `awaiting_confirmation=…`: these options are chosen and not yet confirmed
cli-reference-settings = Saved in `settings.toml` (`sayso config path` prints its path). An environment variable overrides the file. Change a setting with `sayso config set NAME VALUE`.

## Terminal: one question

tui-left = { $time } left
tui-asked = asked { $at }
tui-destructive = Destructive
tui-recommended = recommended
tui-your-words = Your own words
tui-write-here = write your answer here
tui-global-note = Overall note
tui-note-on-option = a note on this option
tui-note-on-whole = a note for the agent
tui-submit = Send answer
tui-cancel = Cancel question
tui-sending = Sending…
tui-closed = This question is finished.
tui-no-match = Nothing matches.
tui-chosen = { $chosen } chosen, { $min } to { $max } allowed
tui-missing-one = choose one
tui-missing-more = choose at least { $bound } ({ $chosen } so far)
tui-missing-fewer = choose at most { $bound } ({ $chosen } now)
tui-missing-text = write something first
tui-missing-anything = choose or write something first
tui-reconnecting = Reconnecting… You can keep typing; nothing is lost.
tui-not-sent = Not sent: cannot reach the hub. Your answer is still here; try again.
tui-edited-elsewhere = This answer is also being edited elsewhere ({ $surface }).
tui-extended = Five more minutes.
tui-switched = Now in the browser: { $url }
tui-editor-failed = The editor could not be used; set VISUAL or EDITOR.
tui-escape-decides-nothing = Esc does not answer. Press c to cancel the question, q to leave it open.
tui-no-other = No other question is waiting.

## Terminal: before the end

tui-review-title = Your answer to { $asker }:
tui-review-hidden = Hidden: { $options }
tui-type-to-confirm = This cannot be undone. To confirm, type: { $words }
tui-confirm-word = yes
tui-typed-differs = That does not match. Nothing was sent.
tui-cancel-title = Cancel this question?
tui-cancel-effect = { $asker } will be told that you cancelled.
tui-cancel-note = Reason (optional):
tui-your-draft = Your unsent draft:

## Terminal: the list

tui-inbox-waiting = { $count ->
        [one] { $shown } question is waiting
       *[other] { $shown } questions are waiting
    }
tui-inbox-empty = No questions are waiting.
tui-inbox-hint = New questions appear here automatically. Try `sayso demo`, or connect an agent with `sayso install`.
tui-inbox-arrived = New question: { $title }

## Terminal: settings

tui-settings-title = Settings
tui-settings-hide = Options to hide in this question
tui-setting-detail = { $name } · from: { $source } · default: { $default }
tui-setting-locked = Set by the environment variable { $name }.
tui-setting-invalid = That is not a possible value.
tui-hide-too-many = Too few options would be left to choose from.
tui-on = on
tui-off = off

## Terminal: what keys do, in one or two words

tui-do-move = move
tui-do-choose = choose
tui-do-note = note
tui-do-submit = send
tui-do-review = review
tui-do-send = send
tui-do-write = write
tui-do-cancel = cancel question
tui-do-more-time = more time
tui-do-help = help
tui-do-new-line = new line
tui-do-editor = editor
tui-do-done = done
tui-do-back = back
tui-do-leave = leave
tui-do-scroll = scroll
tui-do-keep-filter = keep
tui-do-clear = clear
tui-do-open = open
tui-do-search = search
tui-do-settings = settings
tui-do-change = change
tui-do-default = default
tui-do-save = save

## Terminal: what keys do, in full

tui-help-title = Keys
tui-help-move = Move between options, fields and buttons
tui-help-choose = Choose the option, or press the button (Enter only)
tui-help-digits = Choose by number; with more than nine options, go to that number
tui-help-recommended = Choose the recommended options; does not send
tui-help-all = Choose all, or none
tui-help-note = Write a note on the option
tui-help-global-note = Write an overall note
tui-help-text = Answer in your own words
tui-help-new-line = New line in a field (also Shift+Enter and Ctrl+J)
tui-help-editor = Edit the field in your own editor
tui-help-filter = Show only options that contain a text
tui-help-scroll = Scroll the question (also Ctrl+U and Ctrl+D)
tui-help-submit = Send the answer from anywhere
tui-help-cancel = Cancel the question; asks for a reason first
tui-help-escape = Leave a field or a view; does not answer
tui-help-more-time = Give yourself five more minutes
tui-help-web = Continue in the browser, with the same question and draft
tui-help-settings = Settings, including the language; hide options
tui-help-quit = Quit and leave the question open
tui-help-interrupt = Cancel the question; press again to quit and leave it open
tui-help-neighbour = Previous or next question
tui-help-back = Back to the list

## Terminal: line by line

tui-plain-question = Question: { $title }
tui-plain-from = From { $origin }, { $asked }.
tui-plain-selected = selected
tui-plain-example = Example: { $text }
tui-plain-note = Note: { $note }
tui-plain-choose-one = Number of your choice
tui-plain-choose-many = Numbers of your choices, { $min } to { $max }, separated by spaces
tui-plain-keep = Enter keeps the selection
tui-plain-none = 0 for none
tui-plain-text = Your answer in your own words; end a line with \ to continue on the next one
tui-plain-option-note = Note on { $label }, or Enter
tui-plain-global-note = Overall note, or Enter
tui-plain-keep-note = Enter keeps it, - removes it
tui-plain-send = Send this? y sends, n starts over
tui-plain-commands = Also: c cancel, + more time, r recommended, w browser, s settings, q quit and leave it open, ? this help
tui-plain-commands-among-words = Where you write a note or an answer, put a colon first, as in :? or :c
tui-plain-not-a-number = { $text } is not one of the numbers.
tui-plain-cancel-note = Reason for cancelling, or Enter; q goes back
tui-plain-inbox-prompt = Number to answer, Enter to list again, q to quit
tui-plain-inbox-unknown = That number is not in the list.
tui-plain-inbox-sent = Sent.
tui-plain-time-low = { $span } left!
tui-plain-settings = To change one: s NAME VALUE

## Portal: loading, empty, offline, errors

web-loading = Loading…
web-fallback = Answer without JavaScript
web-nothing = No questions are waiting.
web-nothing-explained = When an agent asks you something, the question appears here.
web-connect = Connect an agent:
web-sample = Ask me a sample question
web-offline = Reconnecting… You can keep typing; nothing is lost.
web-unreachable = Cannot reach the hub at this address. It may have stopped, or restarted on another port. Run `sayso open`. You can keep typing; nothing is lost.
web-offline-submit = Not connected; you can send once the connection is back.
web-not-sent = The hub did not answer. Nothing is lost; try again.
web-load-failed = This could not be loaded.
web-missing = Question not found. It may have been deleted when its retention period ended.
web-no-page = Page not found.
web-retry = Try again
web-back = Back to the list
web-close = Close
web-copy = Copy
web-copied = Copied

## Portal: pages and list

web-home = sayso home
web-pages = Pages
web-history = History
web-settings = Settings
web-keys = Keys
web-inbox = Inbox
web-search-questions = Search questions
web-group = Group
web-group-none = No groups
web-group-project = By project
web-group-agent = By agent
web-group-other = Other
web-agent-gone = Agent gone
web-arrived = { $count } new: { $title }
web-arrived-seen = Seen
web-list = Questions
web-filter = Show
web-filter-all = All
web-filter-active = Waiting
web-filter-completed = Finished
web-needs-you = Needs you
web-recent = Recent
web-none-recent = No finished questions yet.
web-more-waiting = { $number } more are waiting

## Portal: times

web-span-seconds = { $number } s
web-span-minutes = { $number } min
web-span-hours = { $number } h
web-span-days = { $number } d
web-ago = { $span } ago
web-time-left-label = Time left
web-time-left = { $time } left
web-no-limit = No time limit
web-more-time = +5 min
web-set-time = Set time
web-minutes = Minutes from now
web-set = Set
web-wait-forever = Remove time limit
web-soon = Less than a minute left
web-last-seconds = Less than ten seconds left

## Portal: a question

web-destructive = Destructive
web-prompt = What the agent says
web-code = { $language } code
web-task-done = Done:
web-task-open = Not done:
web-choose-one = Choose one
web-choose-any = Choose one, or write an answer
web-choose-several = Choose { $min } to { $max }
web-choose-exactly = Choose exactly { $max }
web-recommended = recommended
web-option-filter = Filter options
web-option-none = No option matches.
web-options = { $count ->
    [one] 1 option
   *[other] { $shown } options
}
web-chosen-count = { $chosen } of { $all } chosen
web-none-of-these = None of these…
web-none-explained = { $agent } is told that you want none of them, and why.
web-none-placeholder = What would you rather have?
web-submit-none = Send “none of these”
web-note-add = Add a note
web-details = Details
web-at-zero = At the time limit
web-at-zero-told = At 0:00 { $agent } is told that you did not answer.
web-at-zero-default = At 0:00 the default answer is sent.
web-select-all = Select all
web-select-none = Select none
web-text = Your answer
web-text-other = Your own answer
web-note = Note
web-note-on = Note on { $label }
web-note-global = Overall note
web-edited-elsewhere = Being edited elsewhere
web-submit = Send answer
web-submit-danger = Hold to send
web-danger-word = destructive
web-danger-how = Hold for a second, or type “{ $word }” and press Enter
web-sending = Sending…
web-cancel = Cancel question
web-cancel-with-note = Cancel with note
web-cancel-title = Cancel this question?
web-cancel-explained = The agent will be told that you cancelled.
web-cancel-explained-task = If the agent still works, it is told that you cancelled. Otherwise the task is cancelled.
web-cancel-note = Note for the agent (optional)
web-keep = Keep it open

## Portal: beside a question

web-about = About this question
web-agent = Agent
web-directory = Directory
web-asked-at = Asked
web-shown-on = Shown on
web-id = Id
web-terminal = Answer in the terminal
web-terminal-explained = The question moves to the terminal; it can be moved back.
web-terminal-run = Run this in a terminal:
web-terminal-command = Terminal command
web-to-terminal = Move to the terminal
web-to-web = Move back to the web
web-hide-options = Hide options
web-hide-explained = Hidden options cannot be chosen; the agent is told which.
web-hide-one = Hide { $label }
web-all-settings = All settings

## Portal: a finished question

web-receipt = Result
web-chosen = chosen
web-chosen-where = Chosen { $at } · { $surface }
web-chosen-so-far = Chosen so far: { $option }. It stays until you choose another.
web-metadata = Data attached by the agent
web-empty-argument = (empty)
web-more-arguments = { $count ->
    [one] { $shown } more argument, not yet viewed
   *[other] { $shown } more arguments, not yet viewed
}
web-more-files = { $count ->
    [one] { $shown } more file, not yet viewed
   *[other] { $shown } more files, not yet viewed
}
web-more-variables = { $count ->
    [one] { $shown } more variable, not yet viewed
   *[other] { $shown } more variables, not yet viewed
}
web-more-characters = { $count ->
    [one] { $shown } more character, not yet viewed
   *[other] { $shown } more characters, not yet viewed
}
web-by-person = by you, { $surface }
web-by-policy = by your auto-submit setting
web-by-asker = withdrawn by the agent
web-delivered = { $agent } has your answer
web-delivered-default = { $agent } has the default answer
web-delivered-cancelled = { $agent } was told that you cancelled
web-delivered-timeout = { $agent } was told that you did not answer
web-decided-task = The task goes by your decision
web-withdrawn = { $agent } withdrew this question
web-saved = Saved. { $agent } gets this when it asks again.
web-saved-left = Saved. { $agent } left { $ago } and gets this when it asks again.
web-by-clock = at the time limit
web-by-agent-terminal = in the agent's own terminal
web-lost-answered = You already answered this question ({ $where }). Your unsent draft:
web-lost-cancelled = You already cancelled this question ({ $where }). Your unsent draft:
web-lost-withdrawn = The agent withdrew this question. Your unsent draft:
web-other-page = another tab or window
web-late = The time limit passed before you sent your answer. Your unsent draft:
web-lost-draft = Your draft
web-question-of = Question { $at } of { $all }
web-next = Next ({ $left })
web-nothing-else = Nothing else needs you.
web-payload = What the agent received
web-events = Activity

## Portal: history

web-search = Search
web-filter-asker = Any agent
web-filter-project = Any project
web-filter-status = Any status
web-export = Export
web-export-json = JSON file
web-export-csv = CSV file
web-export-markdown = Markdown file
web-load-more = Show more
web-history-empty = Nothing found.
web-found = { $count ->
        [one] { $shown } question
       *[other] { $shown } questions
    }

## Portal: settings and signing in

web-settings-file = Kept in { $file }
web-settings-in-front = Interface and time limit also apply to the open question: { $title }
web-setting-saved = Saved
web-setting-reset = Default
web-setting-locked = Set by the environment variable { $name }
web-sound-test = Play the sound
web-this-browser = This browser
web-sign-out = Sign out
web-signed-out = This browser is not signed in
web-sign-in-how = For a new link, run:
web-sign-in = Sign in
web-sign-in-code = Code
web-code-refused = This code has been used or is too old. Run `sayso open` for a new one.
web-code-too-many = Too many tries. Wait a minute, then run `sayso open` again.

## Portal: notices

web-notice-ask = Get a notification when an agent asks you something?
web-notice-allow = Notify me
web-notice-no = Not now
web-notice-new = New question from { $origin }
web-notice-upcoming = About to time out
web-notice-timeout = Timed out

## Portal: keys

web-key-move = move between options
web-key-ends = first and last option
web-key-digit = choose the option with that number
web-key-choose = choose the focused option
web-key-submit = send the answer, from anywhere
web-key-note = note on the focused option
web-key-global-note = overall note
web-key-text = your own answer
web-key-recommended = choose the recommended options
web-key-none = none of these options
web-key-verdict = approve, deny
web-key-go = go to the inbox, the history, the settings
web-key-questions = previous and next question
web-key-search = filter options, or search
web-key-leave = leave a field; does not answer
web-key-help = these keys

## Why an answer cannot be sent

reason-too-few = { $count ->
        [one] Choose at least { $min } option.
       *[other] Choose at least { $min } options.
    }
reason-too-many = { $count ->
        [one] Choose at most { $max } option.
       *[other] Choose at most { $max } options.
    }
reason-text-required = Write an answer.
reason-nothing-given = Choose an option or write an answer.
reason-too-many-hidden = { $count ->
        [one] At least { $min } option must stay visible.
       *[other] At least { $min } options must stay visible.
    }
reason-hidden-selected = A hidden option is chosen.
reason-too-long = The answer is too long.
reason-already-decided = This question is already finished.
reason-stale = The question has changed. Check it before you send.
reason-other-chosen = Another option was chosen in the meantime. Check it, then confirm or choose again.
reason-not-viewed = Open every part marked “not yet viewed” before you approve.
reason-too-late = The question has timed out.
reason-deadline-range = Your settings do not allow that much time.
reason-unlimited = Your settings do not allow questions without a time limit.

## Activity of a question

decided-timeout = timed out ({ $place })
decided-automatic = answered automatically at its time limit ({ $place })
decided-answered-you = answered by you ({ $place })
decided-answered-name = answered by { $name } ({ $place })
decided-cancelled-you = cancelled by you ({ $place })
decided-cancelled-name = cancelled by { $name } ({ $place })
decided-withdrawn = withdrawn by the agent ({ $place })
event-asked = asked
event-viewed = seen
event-draft-started = answer started
event-deadline-moved = time limit changed
event-interface-switched = moved to another interface
event-chosen = chosen, not yet confirmed
event-confirmed = confirmed
event-answered = answered
event-cancelled = cancelled
event-timed-out = timed out
event-asker-left = agent disconnected
event-asker-returned = agent reconnected
event-delivered = delivered
event-imported = imported
event-agent-refused = an agent tried to act for you and was refused
hub-event-guard-off = agent_guard was switched off: from here on, programs that agents start could answer for you
hub-event-guard-on = agent_guard was switched on again

## Confirmation and approvals, on every surface
confirm-title = Confirm your choice
confirm-you-chose = You chose { $option }. It is sent once you confirm.
confirm-yes = Confirm
confirm-change = Choose another
confirm-decline = Decline
confirm-waiting = chosen, waiting for your confirmation
approval-title = Run { $command }?
approval-approve = Approve
approval-deny = Deny
approval-ask = Run it?
approval-in = in { $directory }
approval-hold = Hold to approve
approval-arguments = Exact arguments ({ $count })
approval-where = Where and with what
permission-ask = Allow it?
approval-command = Command
approval-directory = Directory
approval-files = Files named in the command
approval-digest = Digest
approval-reason = Reason given with the request
approval-badge = Approval
reply-badge = Reply
form-badge = Form
approval-bytes = { $bytes } bytes
approval-not-hashed = contents not covered
approval-sealed = runs from a sealed copy
approval-compared = checked again before the start
approval-environment = Environment variables that can change what runs
approval-unread = { $lines } more lines to read: PgDn
## What an agent wants to do with a tool, and its forms

tool-kind = Tool: { $kind }
tool-command = Command
tool-locations = Files
tool-files = Changes
tool-lines = Lines
tool-input = Arguments
tool-output = Output so far
tool-options = Options
tool-new-file = new file
tool-lines-changed = lines +{ $added } −{ $removed }
tool-no-details = The agent did not say what this tool will do.
tool-cut-command = Too long to show: { $count } bytes of the command are missing here.
tool-cut-locations = Too many to show: { $count } more files.
tool-cut-files = Too many to show: changes to { $count } more files.
tool-cut-lines = Too long to show: { $count } lines of the changes are missing here.
tool-cut-input = Too long to show: { $count } bytes of the arguments are missing here.
tool-cut-output = Too long to show: { $count } bytes of the output are missing here.
tool-cut-options = Too many to show: { $count } more options.
permission-allow-once = Approves this one call
permission-allow-always = Approves, and remembers it for this thread
permission-reject-once = Denies this one call
permission-reject-always = Denies, and remembers it for this thread
form-required = required
form-yes = Yes
form-no = No
form-hint-text = text
form-hint-email = email address
form-hint-uri = link
form-hint-date = date like 2026-11-15
form-hint-date-time = date and time like 2026-11-15T18:00:00Z
form-hint-number = number
form-hint-integer = whole number
form-hint-boolean = yes or no
form-hint-one = one of these
form-hint-several = any of these
form-at-least = at least { $min }
form-at-most = at most { $max }
confirm-chosen-on = Chosen { $at } · { $surface }
confirm-asker-says = { $asker } says:
cli-confirm-chosen = Chosen: { $option }. It is sent once you confirm:
    {"  "}{ $command }
cli-confirm-confirming = Confirming: { $option } ({ $surface }, { $at })
cli-confirm-nothing = no option has been chosen yet
cli-confirm-none-needed = this question needs no confirmation
cli-confirm-flag = Confirm as well, where the question needs it; alone, confirm what is chosen
cli-show-kind-request = Request with options only
cli-show-needs-confirmation = The choice needs a confirmation.
cli-show-chosen = Chosen: { $option } ({ $surface }, { $at })
cli-show-payload = Sent to the agent:
cli-approve-flag = Ask whether COMMAND may run, and run it only when approved
cli-approve-reason = Why it should run; shown with the request
cli-approve-command = The command and its arguments, after --
cli-approve-not-found = program not found: { $program }
cli-approve-not-found-hint = write its path, or check PATH
cli-approve-not-text = an argument is not valid UTF-8 and cannot be shown
cli-approve-variable-not-text = the environment variable { $name } is not valid UTF-8 and cannot be shown
cli-approve-variable-not-text-hint = unset it first: unset { $name }
cli-approve-directory = the current directory cannot be used: { $reason }
cli-approve-not-run = it could not be started: { $reason }
cli-approve-uncovered = { $path } is too large or cannot be read: its contents are not covered by the approval
cli-approve-too-many-files = the command names more than 64 files, more than can be shown and approved
cli-approve-denied = Not run: denied.
cli-approve-denied-note = Not run: denied. { $note }
cli-approve-cancelled = Not run: the question was cancelled.
cli-approve-timed-out = Not run: the approval timed out.
cli-approve-changed = Not run: { $path } changed while the approval was pending. Asking again.
cli-approve-changed-too-often = not run: files changed during every approval
cli-approve-changed-too-often-hint = ask again when nothing writes to these files
cli-demo-request-title = Deploy release 2.4 to production?
cli-demo-request-deploy = Deploy now
cli-demo-request-wait = Wait for Monday
cli-demo-request-message = Customers see the new version within a minute.
cli-demo-approval-reason = A sample: whatever you decide, the demo runs nothing.

## Settings: values

setting-value-interface-auto = automatic
setting-value-interface-web = web
setting-value-interface-terminal = terminal
setting-value-interface-elicitation = in the client
setting-value-delivery-wait = the call waits
setting-value-delivery-elicitation = asked in the client
setting-value-delivery-task = as a task
setting-value-language-en = English
setting-value-language-zh = Chinese (中文)
setting-value-theme-system = as the system
setting-value-theme-light = light
setting-value-theme-dark = dark
setting-value-annotation-focus-on-tab = on Tab
setting-value-annotation-focus-on-select = on selecting
setting-value-notify-trigger-always = always
setting-value-notify-trigger-tab-switch = the page is hidden (another tab, or minimised)
setting-value-notify-trigger-focus-lost = the window is not in focus

## Portal without JavaScript

web-plain-title = Without JavaScript
web-plain-result = Result:
web-plain-again = This form was already sent, or the question has changed. Check it, then send again.
web-plain-full = Open the full portal
web-plain-danger = This cannot be undone. Type “{ $word }” to send it:
web-plain-danger-missing = The word is missing; nothing was sent.
web-plain-until = Until { $at }

## Command line: history, audit, import

cli-history-about = Show finished questions, with search and filters
cli-history-after =
    Examples:
      sayso history --search database
      sayso history --project shop --status cancelled --since 2026-01-31
      sayso history export --format markdown --output decisions.md
cli-history-search = Only questions with this text in their title, prompt, agent or project
cli-history-project = Only questions of this project, by its exact name
cli-history-asker = Only questions of this agent or script, by its exact name
cli-history-status = Only questions that ended like this; pending shows those that are still open
cli-history-since = Only questions finished on this day or later (2026-01-31, or an instant like 2026-01-31T09:30:00Z)
cli-history-since-invalid = “{ $given }” is not a date; write 2026-01-31 or 2026-01-31T09:30:00Z
cli-history-more = There are more; raise --limit to see them.
cli-history-export-about = Write the history as JSON, CSV or Markdown
cli-history-export-after =
    JSON has everything, as `show --json` prints it. CSV has one line per decision; what a
    spreadsheet would run as a formula begins with an apostrophe. Markdown is a log to read.
    Examples:
      sayso history export --format csv --output decisions.csv
      sayso history export --format json --project shop --since 2026-01-31
cli-history-format = File format
cli-history-output = File to write; standard output if not given
cli-history-exported = { $count } written to { $file }
cli-log-title = Decision log
cli-log-asked = asked by { $asker }, { $at }
cli-log-asked-for = asked by { $asker } for { $project }, { $at }
cli-log-text = Answer:
cli-log-note = Overall note:
cli-audit-about = Verify or export the audit record of all decisions
cli-audit-verify-about = Check every hash chain; names each row that was tampered with
cli-audit-verify-head = Also check that the record still contains this head, as "sayso audit head" printed it
cli-audit-head-about = Print the end of the record, to keep it elsewhere
cli-audit-head-after =
    Keep the line in another place, such as a note or another machine. Later,
    "sayso audit verify --head COUNT:HASH" finds out whether anything up to then was
    removed or rewritten.
cli-audit-head-at = The newest outcome was decided at { $at }.
cli-audit-head-none = The record is empty.
cli-audit-hub-about = List when agent_guard was switched off and on
cli-audit-hub-none = agent_guard was never switched off.
cli-audit-export-about = Print every outcome and every event as JSON, one on each line
cli-audit-export-after =
    Outcomes come first, in the order of their chain; they are kept forever. Events follow, as long as
    their question is kept. Each line says who decided, where and when, what was shown (its digest),
    what was sent, and when it was delivered.
cli-audit-export-json-lines = One JSON object on each line; the only format
cli-audit-intact = The record is intact.
cli-audit-broken = Problems found: { $count }. The record was changed or damaged.
cli-import-about = Import history and settings from interactive-choice-mcp
cli-import-after =
    PATH is its data folder (.mcp-data), the project around it, or one of its files. The changes
    are shown first. Importing twice adds nothing.
    Examples:
      sayso import ~/project/.mcp-data --print
      sayso import ~/project --yes
cli-import-path = Its data folder, the project around it, or one of its files
cli-import-print = Only show what would be imported
cli-import-yes = Do not ask before importing
cli-import-sessions = Finished questions to import: { $count }
cli-import-known = Imported before, and left as they are: { $count }
cli-import-left = Not imported:
cli-import-nothing = There is nothing to import.
cli-import-confirm = Import this? [y/N]
cli-import-needs-yes = cannot ask for confirmation: this is not a terminal
cli-import-needs-yes-hint = add --yes to import, or --print to only show what would be imported
cli-import-nothing-done = Nothing was imported.
cli-import-nothing-hint = name the data folder of interactive-choice-mcp; by default it is .mcp-data in the project
cli-import-broken-hint = nothing was imported; correct the file or move it away, then try again
cli-import-done = Imported: { $imported }. Already there: { $known }. Settings changed: { $settings }.
cli-import-expired = Left out, because they ended longer ago than retention_days keeps them: { $count }. To keep them, raise it first with `sayso config set retention_days`.
cli-import-unknown-field = this field is unknown
cli-import-timeout-action = has no counterpart; at the time limit the question times out, and the agent can ask again
cli-import-sound-path = has no counterpart; notifications have one sound
cli-import-persistence = has no counterpart; finished questions are always kept, for as long as retention_days says
cli-import-their-default = its server writes this into every file and never applied it; yours stays
cli-import-language-environment = CHOICE_LANG decides, there and here
cli-import-language-unknown = this language is not available here
cli-import-not-accepted = not possible here: { $reason }
cli-import-locked = fixed by the environment variable { $variable }
cli-import-version = version { $version } of this file is unknown; 1 is understood
cli-import-unfinished = it was not finished there
cli-import-too-large = it is too large
cli-import-status-unknown = its status “{ $status }” is unknown
cli-import-time-unreadable = “{ $time }” is not a time

## Forms in an agent's own client

form-elsewhere = To add notes, take more time or see the whole question: { $url }

## Why something was refused, by its code; `hint-…` says what to do next.
## Refusals about threads and tasks

problem-unknown-task = there is no task { $id }
hint-unknown-task = list the ids with `sayso task list`
problem-unknown-attempt = the task has no attempt { $attempt }; its newest is { $newest }
problem-unknown-thread = there is no thread { $id }
hint-unknown-thread = list the ids with `sayso threads`
problem-unknown-message = there is no message { $id }
hint-unknown-message = list the queued messages with `sayso task show`
problem-task-not-now = the task cannot do this in its present state
hint-task-not-now = see what it does with `sayso task show`
problem-another-question-open = the task waits for the answer to another question
hint-another-question-open = ask again when it is decided
problem-not-in-a-thread = only an agent that sayso runs in a thread can report how its turn ends
hint-not-in-a-thread = say it in the answer instead
problem-message-empty = the message is empty
hint-message-empty = write something; nothing was changed
problem-message-too-long = the message has { $bytes } bytes; at most { $max } are sent
hint-message-too-long = shorten it
problem-message-queue-full = too many messages are queued for this task
hint-message-queue-full = wait until the agent takes some, or remove one
problem-task-takes-no-messages = a task that is { $status } takes no messages
hint-task-takes-no-messages = go on in the same thread with `sayso run --thread`
problem-message-taken = the agent has taken this message already
problem-nothing-remembered = no permission with this number is remembered
hint-nothing-remembered = list them with `sayso thread show`
problem-thread-title-invalid = a title has 1 to { $max } characters
hint-thread-title-invalid = shorten it
problem-agent-unknown = there is no agent called { $agent }
hint-agent-unknown = list the agents with `sayso agents`
problem-agent-unusable = { $reason }
hint-agent-unusable = see more with `sayso agents check`
problem-directory-not-absolute = { $path } is not an absolute path
hint-directory-not-absolute = send an absolute path
problem-directory-missing = { $path } is not a directory
hint-directory-missing = create it first, or name another
problem-directory-forbidden = agents cannot work in { $path }
hint-directory-forbidden = name the directory of one project
problem-time-limits-invalid = the time limits must be at least 1 second, and the hard limit the longer one
hint-time-limits-invalid = leave both out to use those of the profile
problem-thread-archived = the thread is archived
hint-thread-archived = restore it, or begin a new one
problem-thread-field-required = a new thread needs { $field }
hint-thread-field-required = name an agent and a directory, or a thread to go on with
problem-status-unknown = unknown status “{ $given }”
hint-status-unknown = use one of { $known }

## Variables are the values the refusal carries; they are shown as they are.

problem-title-required = the title is missing
hint-title-required = give the decision a short name, up to { $max } characters
problem-title-too-long = the title has { $chars } characters; at most { $max } are allowed
hint-title-too-long = shorten it and move the detail into the prompt
problem-prompt-required = the prompt is missing
hint-prompt-required = say what is being done and why a choice is needed
problem-prompt-lacks-context = the prompt says too little: it needs { $min } characters and more than the title
hint-prompt-lacks-context = say what is being done and why a choice is needed
problem-prompt-too-long = the prompt has { $bytes } bytes; at most { $max } are allowed
hint-prompt-too-long = summarise, and name the file that holds the rest
problem-selection-mode-required = the mode is missing
hint-selection-mode-required = use one of { $known }
problem-selection-mode-unknown = unknown mode “{ $given }”
hint-selection-mode-unknown = use one of { $known }
problem-options-required = there are no options to choose from
hint-options-required = give 1 to { $max } options, or ask for text
problem-options-refused = a question for text takes no options
hint-options-refused = use the mode hybrid to offer options beside text
problem-too-many-options = there are { $count } options; at most { $max } are allowed
hint-too-many-options = group the options, or ask in two steps
problem-option-id-required = option { $index } has no id
hint-option-id-required = give every option a short id of its own
problem-option-id-too-long = the id of option { $index } has { $chars } characters; at most { $max } are allowed
hint-option-id-too-long = use a short id and put the words into the label
problem-option-id-duplicate = options { $first } and { $index } have the same id, “{ $id }”
hint-option-id-duplicate = give every option an id of its own
problem-option-label-required = option { $index } is blank
hint-option-label-required = give every option a label, or leave the option out
problem-option-label-too-long = the label of option { $index } has { $chars } characters; at most { $max } are allowed
hint-option-label-too-long = shorten it and move the detail into the description
problem-option-label-duplicate = options { $first } and { $index } have the same label, “{ $label }”
hint-option-label-duplicate = give every option a label of its own
problem-option-text-too-long = the text of option { $index } has { $bytes } bytes; at most { $max } are allowed
hint-option-text-too-long = shorten it, or move the detail into the prompt
problem-placeholder-refused = the example text needs a text field, and this question has none
hint-placeholder-refused = leave it out, or use the mode text_input or hybrid
problem-placeholder-too-long = the example text has { $chars } characters; at most { $max } are allowed
hint-placeholder-too-long = shorten it
problem-default-unknown = the default “{ $id }” is not one of the options
hint-default-unknown = choose from: { $known }
problem-default-count-out-of-bounds = { $count } defaults are given; an answer has { $min } to { $max }
hint-default-count-out-of-bounds = give no default, or as many as an answer may have
problem-bounds-refused = only multi and hybrid questions have a minimum and a maximum
hint-bounds-refused = leave both out, or use the mode multi or hybrid
problem-bound-negative = a minimum or maximum cannot be { $given }
hint-bound-negative = leave it out to use the usual bounds
problem-max-is-zero = with a maximum of 0 nothing could be chosen
hint-max-is-zero = use 1 or more, or ask for text
problem-min-above-max = the minimum { $min } is above the maximum { $max }
hint-min-above-max = lower the minimum or raise the maximum
problem-max-above-options = the maximum { $max } is above the number of options, { $options }
hint-max-above-options = lower the maximum or add options
problem-min-above-options = the minimum { $min } is above the number of options, { $options }
hint-min-above-options = lower the minimum or add options
problem-single-submit-refused = only single and hybrid questions can be sent by choosing
hint-single-submit-refused = leave single_submit_mode out
problem-single-submit-destructive = a destructive question is never sent by one click
hint-single-submit-destructive = leave single_submit_mode out
problem-global-annotation-too-long = the overall note has { $bytes } bytes; at most { $max } are allowed
hint-global-annotation-too-long = shorten it, or move the detail into the prompt
problem-annotations-too-long = the notes have { $bytes } bytes together; at most { $max } are allowed
hint-annotations-too-long = shorten them, or move the detail into the prompt
problem-interface-unknown = unknown interface “{ $given }”
hint-interface-unknown = use one of { $known }
problem-timeout-negative = a time limit cannot be negative
hint-timeout-negative = leave it out to use your setting; 0 means no limit
problem-timeout-out-of-range = the time limit must be 1 to { $max } milliseconds, not { $given }
hint-timeout-out-of-range = leave it out to wait until you decide
problem-risk-unknown = unknown risk “{ $given }”
hint-risk-unknown = use one of { $known }
problem-question-required = the question is missing
hint-question-required = ask one clear question
problem-question-too-long = the question has { $bytes } bytes; at most { $max } are allowed
hint-question-too-long = summarise, and name the file that holds the rest
problem-too-few-options = there are { $count } options; at least 2 are needed
hint-too-few-options = give at least two options that differ, or ask for text
problem-option-title-required = option { $index } has no title
hint-option-title-required = give every option a title
problem-option-title-too-long = the title of option { $index } has { $chars } characters; at most { $max } are allowed
hint-option-title-too-long = shorten it and put the detail into the description
problem-option-title-duplicate = options { $first } and { $index } have the same title, “{ $title }”
hint-option-title-duplicate = give every option a title of its own
problem-recommended-count = { $count } options are recommended; exactly one must be
hint-recommended-count = recommend the one option that you would take
problem-default-option-unknown = the default “{ $given }” is not one of the options
hint-default-option-unknown = choose from: { $known }
problem-confirmation-message-unused = a confirmation message is given, but no confirmation is asked for
hint-confirmation-message-unused = ask for a confirmation, or leave the message out
problem-confirmation-message-too-long = the confirmation message has { $bytes } bytes; at most { $max } are allowed
hint-confirmation-message-too-long = shorten it, or move the detail into the question
problem-metadata-too-long = the attached data has { $bytes } bytes; at most { $max } are allowed
hint-metadata-too-long = keep it small
problem-command-required = there is no command to approve
hint-command-required = name it after --
problem-too-many-arguments = the command has { $count } arguments; at most { $max } can be approved
hint-too-many-arguments = put them into a script and have that approved
problem-too-many-files = the command names { $count } files; at most { $max } can be approved
hint-too-many-files = name fewer files
problem-action-too-long = the command has { $bytes } bytes; at most { $max } can be approved
hint-action-too-long = put it into a script and have that approved
problem-reason-too-long = the reason has { $bytes } bytes; at most { $max } are allowed
hint-reason-too-long = summarise, and name the file that holds the rest
problem-unknown-option = “{ $id }” is not one of the options
hint-unknown-option = choose from: { $known }
problem-hidden-option-selected = “{ $id }” is both chosen and hidden
hint-hidden-option-selected = show it again, or choose another option
problem-too-many-hidden = hiding leaves { $left } options, and at least { $min } must be chosen
hint-too-many-hidden = hide fewer options
problem-too-few-selections = { $count } chosen; choose at least { $min }
hint-too-few-selections = choose more options
problem-too-many-selections = { $count } chosen; choose at most { $max }
hint-too-many-selections = choose fewer options
problem-text-required = this question needs a written answer
hint-text-required = write an answer
problem-nothing-given = nothing is chosen and nothing is written
hint-nothing-given = choose an option, write an answer, or both
problem-text-refused = this question takes no written answer
hint-text-refused = write a note instead
problem-notes-hidden = notes are switched off
hint-notes-hidden = leave the notes out, or switch them on in the settings
problem-answer-too-long = the answer has { $bytes } bytes; at most { $max } are allowed
hint-answer-too-long = shorten it, or name a file that holds it
problem-field-unknown = there is no field “{ $name }”
hint-field-unknown = the fields are: { $known }
problem-field-required = “{ $name }” is required
hint-field-required = fill it in, or cancel the question
problem-field-wrong-type = “{ $name }” takes another type of value
hint-field-wrong-type = send the type that the field has
problem-field-not-a-number = “{ $name }” takes a number
hint-field-not-a-number = write it like 12, -0.5 or 1e3
problem-field-not-an-integer = “{ $name }” takes a whole number
hint-field-not-an-integer = write it without a fraction
problem-field-below-min = “{ $name }” must be at least { $min }
hint-field-below-min = enter a larger number
problem-field-above-max = “{ $name }” must be at most { $max }
hint-field-above-max = enter a smaller number
problem-field-too-short = “{ $name }” has { $chars } characters; at least { $min } are needed
hint-field-too-short = enter more
problem-field-too-long = “{ $name }” has { $chars } characters; at most { $max } are allowed
hint-field-too-long = shorten it
problem-field-wrong-format = “{ $name }” does not hold a valid { $format }
hint-field-wrong-format = correct it
problem-field-unknown-option = “{ $given }” is not an option of “{ $name }”
hint-field-unknown-option = choose from: { $known }
problem-field-too-few = { $count } chosen for “{ $name }”; choose at least { $min }
hint-field-too-few = choose more options
problem-field-too-many = { $count } chosen for “{ $name }”; choose at most { $max }
hint-field-too-many = choose fewer options
problem-draft-too-long = the draft has { $bytes } bytes; at most { $max } are kept
hint-draft-too-long = shorten it
problem-already-decided = the question is already finished
problem-too-late = the question has timed out
problem-still-pending = the question is still open
problem-stale-view = the question has changed since it was shown
hint-stale-view = check it, then answer again
problem-nothing-chosen = no option has been chosen yet
hint-nothing-chosen = choose an option first
problem-other-chosen = another option was chosen in the meantime
hint-other-chosen = check it, then confirm or choose again
problem-digest-required = an approval must name the action that was shown
hint-digest-required = read the question, then send its digest with the answer
problem-not-by-form = this question cannot be answered in the agent's client
hint-not-by-form = answer it in the portal or in the terminal
problem-not-in-agents-terminal = this question cannot be answered in a terminal that an agent opened
hint-not-in-agents-terminal = answer it in the portal or in a terminal of your own
problem-interface-not-showable = a question can be shown in the portal or in the terminal
hint-interface-not-showable = use web or terminal
problem-deadline-out-of-range = a time limit is 1 to { $max_seconds } seconds
problem-unlimited-wait-not-allowed = your settings do not allow questions without a time limit
hint-unlimited-wait-not-allowed = allow them with `sayso config set unlimited_wait true`
problem-waits-forever = a question of a task has no time limit
problem-unknown-session = there is no question { $id }
hint-unknown-session = list the ids with `sayso list --filter all`
problem-ambiguous-id = several questions begin with { $given }
hint-ambiguous-id = give more of the id
problem-people-only = only a person can do this
problem-agents-only = only the agent that asked can do this
problem-local-only = this can only be done from a terminal on this machine
problem-sign-in-required = this page is not signed in
hint-sign-in-required = run `sayso open` for a new link
problem-too-many-requests = too many requests
hint-too-many-requests = try again in { $seconds } s
problem-asker-full = this agent has too many open questions
hint-asker-full = answer or cancel some of them first
problem-hub-full = too many questions are open
hint-hub-full = answer or cancel some of them first
problem-contended = too many changes at the same time
hint-contended = try again
problem-hub-stopping = the hub is stopping
hint-hub-stopping = try again; questions and answers are saved
problem-disk-full = the disk is full; nothing was saved
hint-disk-full = free some space, then try again
problem-disk-reserve = less than { $mebibytes } MiB are free, so no new question is taken; answers still are
hint-disk-reserve = free some space
problem-store-failed = the hub could not use its database
hint-store-failed = see the hub's log; `sayso doctor` names the file
problem-answer-id-invalid = the answer's id must be 32 hexadecimal digits
problem-since-invalid = “{ $given }” is not a date
problem-source-invalid = the name of the source is missing or too long
problem-token-name-invalid = a token's name has 1 to { $max } characters
problem-token-days-invalid = a token is valid for 1 to { $max } days
problem-absolute-target = the request names a whole address instead of a path
problem-ambiguous-length = the request does not say clearly how long it is
problem-another-user = another user's program tried to connect
problem-bad-asker = cannot read the agent's name or directory
problem-bad-header = cannot read a header of the request
problem-bad-idempotency-key = the request's idempotency key is not valid
problem-bad-path = the path of the request is not valid
problem-bad-request-line = cannot read the first line of the request
problem-bare-line-feed = a line of the request ends without a carriage return
problem-body-mismatch = a field of the request is missing, unknown or of the wrong type
problem-body-too-large = the request is too large
problem-body-too-slow = the request took too long to arrive
problem-code-unknown = this link has been used or is too old
hint-code-unknown = run `sayso open` for a new one
problem-content-encoding = compressed requests are not accepted
problem-cross-site = another website sent this request
problem-format-unknown = unknown format “{ $given }”
hint-format-unknown = use json, csv or markdown
problem-head-invalid = the end of the record must be written COUNT:HASH
hint-head-invalid = copy the line that `sayso audit head` printed
problem-headers-too-large = the headers of the request are too large
problem-host-not-allowed = the request was sent to a name that is not this hub
problem-host-required = the request does not name a host
problem-http-version = only HTTP/1.1 is accepted
problem-instant-invalid = a time in the imported data cannot be read
problem-invalid-request = the request is not valid
problem-json-only = only JSON is accepted here
problem-malformed = cannot read the request
problem-method-not-allowed = this address does not accept that kind of request
problem-no-bundle = the portal is missing from this build
problem-not-found = not found
problem-origin-not-allowed = another page or program sent this request
problem-origin-required = the request does not say which page sent it
problem-repeated-header = a header of the request appears twice
problem-token-required = a valid token is needed
hint-token-required = create one with `sayso token create NAME`
problem-too-many-connections = too many connections are open
problem-too-many-sockets = too many pages are open
hint-too-many-sockets = close some of them
problem-transfer-encoding = the request is encoded in a way that is not accepted
problem-setting-unknown = unknown setting “{ $name }”
problem-setting-unknown-nearest = unknown setting “{ $name }”; did you mean “{ $nearest }”?
problem-setting-not-a-flag = “{ $name }” must be true or false, not “{ $given }”
problem-setting-not-a-number = “{ $name }” must be a whole number from { $min } to { $max }, not “{ $given }”
problem-setting-too-long = “{ $name }” must be text of at most { $max } characters
problem-setting-not-a-choice = “{ $name }” must be one of { $known }, not “{ $given }”
problem-setting-not-numbers = “{ $name }” must be name=number pairs with whole numbers from { $min } to { $max }, not “{ $given }”
problem-setting-environment = the environment variable { $variable } cannot be “{ $given }”
hint-setting-environment = correct it or unset it
problem-setting-crossed = “{ $low }” ({ $low_value }) is greater than “{ $high }” ({ $high_value })
hint-setting-crossed = lower the first or raise the second
problem-setting-locked = “{ $name }” is set by the environment variable { $variable }
hint-setting-locked = unset the variable to change it here
problem-setting-broken = { $path } line { $line }: { $reason }
hint-setting-broken = correct the file; it was left as it is
problem-setting-unreadable = cannot read the settings in { $path }: { $reason }
problem-setting-unwritable = cannot write the settings in { $path }: { $reason }

## Command line: help and wrong command lines

cli-usage = Usage: { $usage }
cli-heading-commands = Commands
cli-heading-command = COMMAND
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-help-flag = Print this help
cli-version-flag = Print the version
cli-try-help = see --help
cli-did-you-mean = did you mean “{ $nearest }”?
cli-unexpected-argument = unexpected argument “{ $argument }”
cli-unknown-command = unknown command “{ $command }”
cli-missing-arguments = missing: { $arguments }
cli-missing-command = a command is missing: { $known }
cli-missing-value = { $argument } needs a value
cli-invalid-value = “{ $given }” cannot be used for { $argument }
cli-invalid-value-reason = “{ $given }” cannot be used for { $argument }: { $reason }
cli-valid-values = use one of { $known }
cli-conflicting-arguments = { $one } cannot be used with { $other }

## Tasks: what the hub says around an agent's work

task-idle-title = { $agent } has been silent for { $seconds } s
task-idle-prompt = The agent did nothing for { $seconds } s, so sayso stopped it. Everything it did so far is kept. Choose how to go on, or write to the agent.
task-hard-title = { $agent } has worked for { $seconds } s
task-hard-prompt = The agent reached its time limit of { $seconds } s, so sayso stopped it. Everything it did so far is kept. Choose how to go on, or write to the agent.
task-interrupted-title = { $agent } was interrupted
task-interrupted-prompt = The agent was stopped before its turn ended, for example because the hub ended. Everything it did so far is kept. Choose how to go on, or write to the agent.
task-refused-title = { $agent } stopped after you refused
task-refused-prompt = The agent ended its turn when it was not allowed to do what it wanted. Write to it what to do instead, or choose how to go on.
task-login-title = { $agent } cannot sign in
task-login-prompt = { $message } Once that is done, try again.
task-go-on = Continue
task-try-again = Try again
task-call-complete = Mark as complete
task-give-up = Cancel the task
task-allowed-full-auto = Allowed without asking, because this thread is on full auto: { $what }
task-allowed-remembered = Allowed without asking, because you allowed it for this thread: { $what }
task-refused-remembered = Refused without asking, because you refused it for this thread: { $what }
task-max-tokens = the agent reached its token limit
task-max-turns = the agent reached its limit of requests in one turn
task-refusal = the agent refused to go on
task-broken-off = the agent broke its turn off
task-visit-title = The agent asks you to open a page
task-visit-prompt = { $message }

    { $url }

    Open the page yourself if you trust it; sayso does not open it.
task-visited = I have done it
task-not-visited = Decline
task-processes-remain = these processes of the agent cannot be ended: { $pids }

## Tasks: their states, on every surface

task-status-queued = Queued
task-status-running = Running
task-status-awaiting-response = Waiting for you
task-status-complete = Complete
task-status-error = Failed
task-status-cancelled = Cancelled
task-reason-question = question
task-reason-permission = approval
task-reason-elicitation = form
task-reason-timeout-idle = no progress
task-reason-timeout-hard = time limit
task-reason-interrupted = interrupted
task-reason-auth-required = sign-in needed
task-reason-rollback-conflict = rollback conflict
task-reason-loop-exhausted = loop limit
task-layer-open-request = a question that the agent had open
task-layer-report = the agent's own report
task-layer-rules = rules on the agent's last message
task-layer-person = you
task-event-started = Attempt started
task-event-asked = Waiting for you
task-event-answered = Answered
task-event-withdrawn = Question withdrawn
task-event-stop-requested = Stopping
task-event-queued = Queued
task-event-completed = Complete
task-event-failed = Failed
task-event-cancelled = Cancelled
task-ending-complete = done
task-ending-asks = ended with a question
task-ending-continues = went on with a queued message
task-ending-failed = failed
task-ending-needs-login = not signed in
task-ending-stopped = stopped
task-ending-interrupted = interrupted
thread-full-auto = full auto
thread-archived = archived

## Command line: threads, thread, task

cli-thread-id = Id of the thread; its first characters are enough
cli-task-id = Id of the task; its first characters are enough
cli-threads-about = List your threads: conversations with agents, each about one directory
cli-threads-after =
    Examples:
      sayso threads
      sayso threads --archived --json
cli-threads-archived = List archived threads too
cli-threads-none = There are no threads.
cli-thread-about = Show or change a thread
cli-thread-after =
    Examples:
      sayso thread show 7c1d44e0
      sayso thread rename 7c1d44e0 "Orders service"
      sayso thread auto 7c1d44e0 off
cli-thread-show-about = Show a thread, its tasks and what you allowed for good
cli-thread-rename-about = Give a thread another title
cli-thread-title = The new title
cli-thread-archive-about = Hide a thread from `sayso threads`; nothing is deleted
cli-thread-restore-about = Bring an archived thread back
cli-thread-auto-about = Switch full auto on or off; on means that the agent acts without asking you
cli-thread-auto-state = Whether the agent acts without asking
cli-thread-forget-about = Revoke an approval or a denial that you gave for good
cli-thread-forget-number = Its number in `sayso thread show`
cli-thread-heading = id { $id } · changed { $ago }
cli-thread-limits = stops after { $idle } without progress, or { $hard } in total
cli-thread-tasks = Tasks:
cli-thread-remembered = Decided for good in this thread:
cli-thread-renamed = Renamed the thread to { $title }.
cli-thread-archived = Archived { $title }.
cli-thread-restored = Restored { $title }.
cli-thread-auto-on = { $title } is on full auto: { $agent } acts without asking you.
cli-thread-auto-off = { $title }: { $agent } asks you before it acts.
cli-thread-forgotten = Revoked. { $agent } asks you again.
cli-task-about = List, show and steer tasks
cli-task-after =
    Examples:
      sayso task list --status AWAITING_RESPONSE
      sayso task show 3f2a91bc
      sayso task reply 3f2a91bc "Yes, both files."
      sayso task log 3f2a91bc --follow
cli-task-list-about = List tasks in the order in which you gave them
cli-task-list-thread = Only tasks of this thread
cli-task-list-status = Only tasks with this status
cli-task-none = There are no tasks.
cli-task-show-about = Show a task: prompt, replies, attempts, last message and activity
cli-task-heading = task { $task } · thread { $thread }
cli-task-waits = { $status }: { $reason }
cli-task-waits-directory = Starts when task { $task } is done: it works in the same directory.
cli-task-waits-slot = Starts when one of the { $max } running tasks is done.
cli-task-waits-turn = Starts in a moment.
cli-task-stopping = The agent is being stopped.
cli-task-decided-by = Decided by { $layer }.
cli-task-prompt = Prompt:
cli-task-replies = Your replies:
cli-task-queued = Queued for the agent:
cli-task-output = The agent's last message:
cli-task-attempts = Attempts:
cli-task-attempt = { $number }  { $started }  { $ended }
cli-task-attempt-runs = still running
cli-task-attempt-ended = { $ending }, { $at }
cli-task-answer-with = Answer with: { $command }
cli-task-reply-about = Send the agent a message: it answers the agent's question, or waits until the agent's turn ends
cli-task-reply-after =
    The text is sent byte for byte. While the agent works, it is queued: `sayso task show` lists it,
    `sayso task edit` changes it and `sayso task unqueue` removes it.
    Examples:
      sayso task reply 3f2a91bc "Yes, both files."
      sayso task reply 3f2a91bc - < answer.md
cli-task-reply-text = The message; - reads standard input, byte for byte
cli-task-reply-answered = Sent. The agent goes on with it.
cli-task-reply-queued = Queued. The agent gets it when its turn ends.
cli-task-edit-about = Change a message that is still queued
cli-task-unqueue-about = Remove a message that is still queued
cli-task-message = Id of the message, from `sayso task show`
cli-task-edited = Changed the queued message.
cli-task-unqueued = Removed the queued message.
cli-task-cancel-about = Cancel a task and stop everything that it started
cli-task-mark-about = Correct whether a task is complete or asks you something
cli-task-mark-as = What the task is
cli-task-marked = Marked. { $state }
cli-task-log-about = Print what the agent said and did
cli-task-log-after =
    With --json, every line is one record: its attempt, position, time and entry. This includes the
    agent's thoughts, plans and token use.
    Examples:
      sayso task log 3f2a91bc --follow
      sayso task log 3f2a91bc --attempt 1 --json
cli-task-log-attempt = Only this attempt
cli-task-log-follow = Go on printing until the task is finished
cli-log-attempt = ── attempt { $number } ──
cli-log-cut = … earlier output was dropped: the log has reached its size limit (task_log_mib)
cli-log-tool = ▸ { $kind }: { $what }
cli-log-tool-failed = ✗ { $kind }: { $what } failed

## Command line: agents

cli-agents-about = List the agents that can be given jobs
cli-agents-add-about = Add an agent of your own, or replace one
cli-agents-add-after = Example: sayso agents add tester --kind command -- ./run-tests.sh
    An acp agent speaks the Agent Client Protocol on its standard streams. A command gets the prompt on its standard input, or in place of the argument {"{prompt}"}, and what it prints is the answer.
cli-agents-remove-about = Remove an agent that you added
cli-agents-check-about = See whether an agent could work, without giving it anything to do
cli-agents-name = Name of the agent
cli-agents-kind = How sayso talks to it
cli-agents-env = A variable for the agent, such as a key; kept in a file that only you can read
cli-agents-command = The program and its arguments
cli-agents-bad-variable = “{ $given }” is not of the form NAME=VALUE
cli-agents-missing = not installed
cli-agents-ready = ready
cli-agents-unready = not ready
cli-agents-unchecked = not checked
problem-agent-kind-unknown = “{ $given }” is not a kind of agent
hint-agent-kind-unknown = use acp or command
problem-attempt-over = the attempt of this agent is over
hint-attempt-over = ask in the next one
## Command line: run

cli-run-about = Give an agent a job, watch it and answer its questions
cli-run-after =
    What the agent says goes to standard output, everything else to standard error. On a terminal you
    answer the agent's questions right here. Ctrl+C leaves the task running; press it a second time
    to cancel the task.
    Exit codes: 0 complete, 1 failed, 3 cancelled, 6 waiting for you or left running.
    Examples:
      sayso run "Fix the failing test" --agent claude
      sayso run - --agent codex --dir ~/src/shop < task.md
      sayso run "And now the docs" --thread 7c1d44e0
      sayso run "Port the tests" --agent codex --profile long --detach
cli-run-prompt = What the agent should do; - reads standard input
cli-run-agent = The agent, from `sayso agents`
cli-run-dir = The directory to work in; the current one unless given
cli-run-thread = Go on in this thread, with its agent, directory and limits
cli-run-profile = Time limits without progress and in total: standard 1 and 10 minutes, long 2 and 30, extended 5 and 60
cli-run-idle = Stop the agent after this many seconds without progress
cli-run-hard = Stop the agent after this many seconds in total
cli-run-full-auto = Let the agent act without asking you, in the whole thread
cli-run-detach = Print the id of the task and do not wait for it
cli-run-other-thread = the thread belongs to { $own }, not to { $given }
cli-run-way-back =
    The task goes on without this command. Come back with:
      { $log }
      { $show }
cli-run-second-press = Press Ctrl+C again to cancel the task.
cli-run-cancel-ask = Cancel the task and stop everything it started? [y/N]
