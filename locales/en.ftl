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

## Where a question is shown, and where it was answered

interface-auto = automatic
interface-web = web
interface-terminal = terminal
interface-elicitation = in the client
surface-web = web portal
surface-terminal = terminal
surface-cli = command line
surface-elicitation = the agent's client

## The one who asked, and whether it has the answer

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
setting-group-hub = Hub

## Settings: one line of help each

setting-interface = Where a question is shown when the agent does not say
setting-timeout-seconds = Seconds a question waits when the agent does not say; 0 waits for ever
setting-timeout-min-seconds = Shortest wait an agent can ask for, in seconds
setting-timeout-max-seconds = Longest wait an agent can ask for, in seconds
setting-unlimited-wait = Let agents ask questions that wait for ever
setting-auto-submit = When time runs out, submit the agent's defaults; never for destructive actions
setting-single-submit = Choosing an option submits it at once, when the agent does not say
setting-annotations = Offer notes on options and on the whole answer
setting-show-placeholder = Show the agent's example text in empty text fields
setting-delivery = How the agent receives the answer, where its client offers more than waiting
setting-poll-window-seconds = Seconds an agent's poll waits for the answer before it must ask again
setting-client-windows = Seconds a call may wait, by client name; 0 waits as long as progress is accepted
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
setting-notify-upcoming-seconds = Seconds before the end at which the reminder appears
setting-retention-days = Days a finished question is kept
setting-max-sessions = Number of finished questions kept at most
setting-linger-seconds = Seconds the hub stays when nothing is waiting or connected; 0 ends it at once
setting-port = Port of the portal; 0 lets the system choose one

# The page before the portal
page-signing-in = Signing in…
page-signed-out = This browser is not signed in. Run `sayso open` for a new link.
page-waiting = Waiting for you
page-nothing = Nothing needs you.
page-answer-with = Answer with: sayso answer ID --select OPTION

## Command line: the whole

cli-about = Agents act on your say-so: sayso brings their questions to you and your answers back.
cli-after-help =
    Begin with:
      sayso demo                  a sample question of each kind
      sayso install claude-code   let an agent ask you

    Exit codes:
      0  answered, or done
      1  error
      2  wrong usage
      3  the question was cancelled
      4  the question timed out
      5  somebody else answered first
      6  left undecided: the question is still open
cli-data-dir = Use a hub of its own in DIR: store, socket, settings and tokens
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
cli-error-not-running-hint = start one with `sayso serve`, or ask something
cli-error-not-started = the hub did not start: { $reason }
cli-error-not-started-hint = the whole story is in { $log }
cli-error-foreign-hub = the socket { $path } belongs to user { $owner }, not to you; it was not used
cli-error-broken = the connection to the hub broke: { $reason }
cli-error-broken-hint = try again; what was asked and answered is kept
cli-error-silent = the hub did not answer within { $seconds } s
cli-error-unreadable = the hub answered something this program does not understand
cli-error-unreadable-hint = the hub is probably of another version: `sayso stop`, then try again
cli-error-no-home = the home directory is unknown
cli-error-no-home-hint = set HOME, or name a directory with --data-dir
cli-error-no-program = this program cannot find itself: { $reason }
cli-error-path = { $path } cannot be used: { $reason }
cli-error-not-a-directory = { $path } is not a directory of its own
cli-error-not-a-directory-hint = name a real directory; a link at its end is refused because others could redirect it
cli-error-foreign-directory = { $path } belongs to user { $owner }, not to you
cli-error-foreign-directory-hint = choose another directory with --data-dir
cli-error-open-directory = { $path } is open to other users (mode { $mode })
cli-error-open-directory-hint = close it with: chmod 700 { $path }
cli-error-random = the system gave no random numbers: { $reason }
cli-error-runtime = the program could not start: { $reason }
cli-winner = { $status } by { $who } ({ $surface }) at { $at }
cli-winner-person = a person
cli-winner-policy = the auto-submit setting
cli-winner-asker = the one who asked

## Command line: sayso alone

cli-overview-none = No hub is running: nobody is asking right now.
cli-overview-idle = Nothing is waiting for you. The portal is at { $url }
cli-overview-waiting = { $count ->
        [one] { $shown } question is waiting for you
       *[other] { $shown } questions are waiting for you
    }
cli-overview-demo = try it with sample questions
cli-overview-install = let an agent ask you
cli-overview-list = what is stored, if a hub ended with questions open
cli-overview-help = everything else
cli-overview-open = answer in the browser
cli-overview-show = read the first one
cli-overview-answer = answer it
cli-overview-completed = what was decided lately

## Command line: demo

cli-demo-about = Ask four sample questions, one of each kind, and show the answers
cli-demo-after =
    Answer with the lines it prints, from another terminal.
    Ctrl+C leaves the questions open; `sayso list` shows them again.
cli-demo-intro = The hub is running. Portal: { $url }
    Four sample questions are waiting. Answer them from another terminal, for example like this:
cli-demo-waiting = Waiting for your answers (Ctrl+C leaves).
cli-demo-done = That was all of it. Now let an agent ask you:
    {"  "}{ $command }
cli-demo-left = Left. The questions stay open for 15 minutes: { $command }
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
    You need not run this yourself: `sayso install CLIENT` writes it into the agent's configuration.
    The hub is started when the first question needs it.
cli-mcp-project = The project the agent works in [default: the current directory]
cli-serve-about = Run a hub that stays until it is stopped
cli-serve-after =
    Other commands start a hub by themselves and let it end when nobody needs it.
    Run one yourself to keep it up, for example at login. SAYSO_LOG=debug tells more.
cli-serve-on-demand = End when nothing is waiting or connected; what other commands use
cli-serve-ready = The portal is at { $url } (sign in with: { $command }). Ctrl+C ends the hub; open questions are kept.
cli-serve-running-hint = it can be used as it is, or stopped with: { $command }
cli-serve-port-hint = choose another with --port, or --port 0 for any free one
cli-stop-about = Stop the hub; open questions are kept
cli-stop-done = The hub has stopped. Open questions are kept and come back with the next one.
cli-stop-none = No hub is running.
cli-open-about = Open the portal in a browser, signed in
cli-open-after =
    The link works once and only for a minute. Without a screen it is printed instead,
    over SSH together with the line that forwards the port.
cli-open-print = Only print the link
cli-open-opened = Opened { $url } in your browser.
cli-open-printed = Open this link within { $seconds } s; it works once.
cli-open-forward = From the machine you sit at, forward the port first: { $command }
cli-open-unused = The browser did not sign in and the link has expired. Try `sayso open --print`.
cli-status-about = Say whether a hub runs, and where; never starts one
cli-status-none = No hub is running for { $directory }.
cli-status-url = portal
cli-status-pending = questions waiting
cli-status-calls = agents waiting
cli-status-pages = portal pages open
cli-status-process = process
cli-status-on-demand = ends by itself when idle
cli-status-stays = stays
cli-status-started = started
cli-status-version = version
cli-status-store = store

## Command line: list, show

cli-list-about = List questions
cli-list-after =
    Examples:
      sayso list
      sayso list --filter all --json
cli-list-filter = Which ones
cli-list-search = Only those that contain this text
cli-list-limit = At most this many
cli-list-empty = Nothing to show.
cli-show-about = Show one question: its text, its answer, and all that happened to it
cli-show-id = id { $id }
cli-show-left = { $words } (left { $ago })
cli-show-recommended = recommended
cli-show-note = note: { $note }
cli-show-destructive = This is about something that cannot be undone.
cli-show-answered = { $surface }, { $at }
cli-show-events = What happened:
cli-rule-single = Choose one.
cli-rule-multi = Choose { $min } to { $max }.
cli-rule-text = Write an answer.
cli-rule-hybrid = Choose { $min } to { $max }, write an answer, or both.

## Command line: answer, cancel, extend, choose

cli-answer-about = Answer a question
cli-answer-after =
    Without --select the options are submitted that were selected to begin with.
    Examples:
      sayso answer 3f2a91bc --select postgres --note postgres="version 17"
      sayso answer 3f2a91bc --text "call it tidy" --annotation "and document it"
cli-answer-select = Select this option; may be given several times
cli-answer-none = Select nothing, not even what was selected to begin with
cli-answer-note = Note on one option
cli-answer-note-invalid = a note is written OPT=TEXT
cli-answer-annotation = Note on the whole answer
cli-answer-text = Answer in your own words, where the question allows it
cli-cancel-about = Cancel a question; the agent is told that nothing was chosen
cli-cancel-annotation = Reason, for the agent
cli-extend-about = Give a question more time
cli-extend-seconds = How many seconds to add
cli-extend-done = { $span } left
cli-choose-about = Answer a question in the terminal
cli-choose-stub = The interactive terminal is not part of this version yet. Answer with:
    {"  "}{ $command }

## Command line: ask

cli-ask-about = Ask a question from a script, wait for the answer and print it
cli-ask-after =
    The answer goes to standard output, everything else to standard error.
    Example:
      db=$(sayso ask --title "Which database?" --prompt "The service needs one to start." \
        --option sqlite="SQLite|one file" --option pg=PostgreSQL --recommend sqlite) || exit
cli-ask-title = What is to be decided, in a few words
cli-ask-prompt = What is being done and why a choice is needed; Markdown
cli-ask-mode = single, multi, text_input or hybrid
cli-ask-option = An option; may be given several times
cli-ask-option-invalid = an option is written ID, ID=LABEL or ID=LABEL|DESCRIPTION
cli-ask-recommend = Mark this option as recommended
cli-ask-default = Select this option to begin with
cli-ask-min = Fewest options to select
cli-ask-max = Most options to select
cli-ask-placeholder = Example text shown where an answer can be written
cli-ask-timeout = Seconds to wait; 0 waits for ever if your settings allow it
cli-ask-risk = normal or destructive; a destructive one is never answered automatically
cli-ask-interface = auto, web or terminal
cli-ask-unknown-option = there is no --option { $id } to recommend
cli-ask-waiting = Waiting for an answer: { $url }
    {"  "}{ $command }
cli-ask-your-text = your answer
cli-ask-left = Left. The question stays open: { $command }

## Command line: config

cli-config-about = Read and change settings
cli-config-after =
    Examples:
      sayso config list
      sayso config set timeout_seconds 900
      sayso config reset timeout_seconds
cli-config-get-about = Print one setting
cli-config-set-about = Change one setting; a running hub uses it at once
cli-config-reset-about = Set one setting back to its default
cli-config-list-about = List all settings with their values
cli-config-path-about = Print where the settings file is
cli-config-name = Name of the setting
cli-config-value = New value

## Command line: install

cli-install-about = Let an agent ask you: add sayso to its configuration
cli-install-after =
    The change is shown first, the former file is kept beside the new one.
    Examples:
      sayso install claude-code
      sayso install codex --print
      sayso install cursor --undo
cli-install-client = Which one
cli-install-print = Only show the change
cli-install-undo = Take the entry out again
cli-install-yes = Do not ask before writing
cli-install-unchanged = { $file }: nothing to change
cli-install-confirm = Write { $file }? [y/N]
cli-install-needs-yes = nobody can be asked here before the file is written
cli-install-needs-yes-hint = add --yes to write it, or --print to only see the change
cli-install-nothing-written = Nothing was written.
cli-install-backup = The former file is kept as { $file }
cli-install-done = Done. Restart { $client }; it can ask you now.
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
cli-doctor-directory-new = { $directory } will be made when it is needed
cli-doctor-settings = settings: { $file }
cli-doctor-settings-none = settings: all at their defaults ({ $file } does not exist)
cli-doctor-database = SQLite { $version }, { $file }
cli-doctor-hub = a hub runs at { $url } (process { $pid })
cli-doctor-hub-none = no hub is running; one is started when it is needed
cli-doctor-hub-other = it is version { $version }; to use this one: { $command }
cli-doctor-port-free = port { $port } is free
cli-doctor-port-taken = port { $port } is taken, and the settings insist on it
cli-doctor-port-taken-default = port { $port } is taken; the hub will take another one
cli-doctor-loopback = { $address } can be used
cli-doctor-loopback-none = { $address } cannot be used: { $reason }
cli-doctor-browser = a browser can be opened
cli-doctor-browser-none = no browser can be opened here; links are printed instead
cli-doctor-no-clients = No agent was found. `sayso install --help` lists those that sayso knows.
cli-doctor-entry-ours = uses this program
cli-doctor-entry-other = uses another program ({ $detail }); to change that: { $command }
cli-doctor-entry-none = does not use sayso; to change that: { $command }
cli-doctor-entry-unreadable = its configuration cannot be read: { $detail }
cli-doctor-limit = gives up on a silent call after { $limit }; sayso answers "pending" after { $window } and is asked again
cli-doctor-no-limit = no limit is known; sayso answers "pending" after { $window } and is asked again
cli-doctor-raise = to raise it ({ $setting }):

## Command line: token, auth, completions

cli-token-about = Tokens for agents that reach the hub over HTTP
cli-token-after =
    A token lets its holder ask and read its own questions, never answer.
    Example:
      sayso token create ci --project . --days 30
cli-token-create-about = Make a token and print it, once
cli-token-list-about = List the tokens
cli-token-revoke-about = Make a token useless at once
cli-token-name = What the agent is called
cli-token-project = The directory the agent works in
cli-token-days = After how many days it expires
cli-token-id = Id of the token, from `sayso token list`
cli-token-created = Shown only now; it expires at { $expires }. Give it to the agent as the bearer token of { $url }
cli-token-none = There are no tokens.
cli-token-unused = never used
cli-token-expires = expires { $at }
cli-token-revoked = The token of { $name } is useless from now on.
cli-auth-about = Browsers that are signed in
cli-auth-list-about = List the browsers that are signed in
cli-auth-revoke-about = Sign a browser out at once
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
cli-marker-auto = Time ran out and the person's auto-submit setting answered; same parts
cli-marker-cancelled = Cancelled; `additional_annotation=…` is the reason, if one was given
cli-marker-timeout = Nobody answered in time and nothing was chosen
cli-marker-elsewhere = Somebody was first: `session_id=… status=… by=… surface=… at=…`
cli-marker-undecided = Left as it was; `session_id=…` is still open
cli-reference-settings = Kept in `settings.toml` (`sayso config path` says where). A variable in the environment beats the file. Change one with `sayso config set NAME VALUE`.
