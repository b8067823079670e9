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
