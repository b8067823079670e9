# 界面上的全部中文文字。键与 en.ftl 完全一致，写法说明见 en.ftl 开头。

## 问题的状态

status-pending = 待回答
status-submitted = 已回答
status-auto-submitted = 已自动提交
status-cancelled = 已取消
status-timeout = 已超时
deadline-times-out = 到时按超时处理
deadline-default-is-sent = 到时自动提交默认回答

## 问题显示在哪里，在哪里作答

interface-auto = 自动
interface-web = 网页
interface-terminal = 终端
interface-elicitation = 客户端内
surface-web = 网页
surface-terminal = 终端
surface-cli = 命令行
surface-elicitation = 智能体的客户端
surface-agent-terminal = 智能体打开的终端

## 智能体，以及答案是否已送达

asker-waiting = 智能体正在等待
asker-away = 智能体稍后会来取回答
asker-disconnected = 智能体已断开
delivery-open = 尚无回答
delivery-saved = 已保存，尚未送达
delivery-delivered = 已送达智能体

## 设置值的来源

setting-source-default = 默认值
setting-source-file = 设置文件
setting-source-environment = 环境变量

## 设置：分组

setting-group-questions = 问题
setting-group-interface = 外观
setting-group-terminal = 终端
setting-group-notifications = 通知
setting-group-history = 历史记录
setting-group-tasks = 任务
setting-group-hub = 后台服务

## 设置：每项一行说明

setting-interface = 智能体未指定时，问题显示在哪里；elicitation 还需要把 delivery 设为 elicitation
setting-timeout-seconds = 智能体未指定时的时限（秒）；0 表示不限时
setting-timeout-min-seconds = 智能体可设定的最短时限（秒）
setting-timeout-max-seconds = 智能体可设定的最长时限（秒）
setting-unlimited-wait = 允许不限时的问题
setting-auto-submit = 到时限时自动提交智能体给出的默认回答；危险操作除外
setting-single-submit = 智能体未指定时，选中即提交
setting-annotations = 可以为选项和整个回答添加备注
setting-show-placeholder = 在空白输入框中显示智能体给出的示例文字；关闭后智能体也不能显示
setting-delivery = 客户端支持多种方式时，智能体以哪种方式接收答案
setting-poll-window-seconds = 智能体每次查询最多等待的秒数，之后须再次查询
setting-client-windows = 按客户端名称设定单次调用可等待的秒数；0 表示只要客户端接受进度消息就一直等待
setting-language = 网页、终端和命令行使用的语言
setting-theme = 网页的配色
setting-recent-completed = 网页列表中显示多少个已结束的问题
setting-open-browser = 有新问题而网页未打开时，自动打开浏览器
setting-navigation-hints = 在终端的问题下方显示快捷键提示
setting-annotation-focus = 光标何时进入选项备注：按 Tab 时，或选中选项时
setting-terminal-bell = 有新问题时终端响铃
setting-notify-new = 有新问题时通知
setting-notify-upcoming = 问题即将超时时通知
setting-notify-timeout = 问题超时后通知
setting-notify-sound = 通知时播放提示音
setting-notify-trigger = 何时弹出通知：始终，或仅当你没有在看页面时
setting-notify-upcoming-seconds = 提前多少秒提醒即将超时
setting-retention-days = 已结束的问题保留多少天
setting-max-sessions = 最多保留多少个已结束的问题
setting-tasks-running-max = 同时运行的任务数
setting-task-log-mib = 每个任务保留多少 MB 输出；更早的输出会被丢弃
setting-thread-retention-days = 已结束的会话保留多少天
setting-linger-seconds = 后台服务空闲后继续运行的秒数；0 表示立即退出
setting-port = 网页的端口；0 表示由系统分配
setting-agent-guard = 拒绝由智能体启动的程序做只有你能做的事

## 本机套接字：不是你本人操作时

stranger-refused = { $reason }这件事只能由人来做。
stranger-started-by = 这个程序由智能体启动：{ $program }（进程号 { $pid }）。
stranger-variable = 这个程序由智能体启动：环境变量中有 { $agent } 设置的 { $variable }。
stranger-shares-terminal = 启动它的程序已经结束，而同一终端上有智能体在工作：{ $program }（进程号 { $pid }）。
stranger-unseen = 后台服务看不到这是哪个程序。
stranger-answer-hint = 请在网页上决定：{ $url }，或在你自己的终端里运行：{ $command }
stranger-hint = 请在网页上操作：{ $url }，或在你自己的终端里操作。

## 命令行：总体

cli-about = 智能体做事，你说了算：sayso 把它们的问题带给你，再把你的回答带回去。
cli-after-help =
    从这里开始：
      sayso demo                  每种问题各一个示例
      sayso install claude-code   连接智能体

    退出码：
      0  已回答，或已完成
      1  出错
      2  用法错误
      3  问题已取消
      4  问题已超时
      5  已有人先回答
      6  未作决定：问题仍待回答
cli-data-dir = 使用独立的后台服务，其数据库、套接字、设置和令牌都在 DIR 中
cli-port = 启动后台服务时网页的端口；0 由系统选择（也可用 SAYSO_PORT）
cli-json = 输出 JSON；错误也是 JSON，写到标准错误
cli-id = 问题的编号，写开头几位即可
cli-error = 错误：{ $message }
cli-hint = 提示：{ $hint }

## 命令行：时间

cli-span-seconds = { $number } 秒
cli-span-minutes = { $number } 分钟
cli-span-hours = { $number } 小时
cli-span-days = { $number } 天
cli-span-ago = { $span }前
cli-time-left = 还剩 { $span }
cli-no-deadline = 不限时

## 命令行：失败

cli-error-not-running = 后台服务未运行
cli-error-not-running-hint = 用 `sayso serve` 启动；提问时也会自动启动
cli-error-not-started = 后台服务没有启动：{ $reason }
cli-error-not-started-hint = 请查看日志：{ $log }
cli-error-foreign-hub = 套接字 { $path } 属于用户 { $owner }，不是你的；没有使用它
cli-error-broken = 与后台服务的连接中断：{ $reason }
cli-error-broken-hint = 请重试；问题和回答都已保存
cli-error-silent = 后台服务在 { $seconds } 秒内没有回应
cli-error-unreadable = 无法读取后台服务的回应
cli-error-unreadable-hint = 后台服务可能是另一个版本：先运行 `sayso stop`，再重试
cli-error-no-home = 找不到主目录
cli-error-no-home-hint = 设置 HOME，或用 --data-dir 指定目录
cli-error-no-program = 程序找不到自身：{ $reason }
cli-error-path = 无法使用 { $path }：{ $reason }
cli-error-not-a-directory = { $path } 不是目录
cli-error-not-a-directory-hint = 请使用真正的目录；符号链接可能被其他用户改向，因此被拒绝
cli-error-foreign-directory = { $path } 属于用户 { $owner }，不是你的
cli-error-foreign-directory-hint = 用 --data-dir 选择另一个目录
cli-error-open-directory = 其他用户可以进入 { $path }（权限 { $mode }）
cli-error-open-directory-hint = 关闭访问：chmod 700 { $path }
cli-error-decided = 此问题已结束：{ $ending }
cli-error-several = 有 { $shown } 处不对
cli-error-terminal = 无法使用终端：{ $reason }
cli-error-terminal-hint = 请加上 --plain 重试，或使用 `sayso answer`
cli-error-runtime = 程序无法启动：{ $reason }

## 命令行：单独运行 sayso

cli-overview-none = 后台服务未运行，目前没有智能体在等你。
cli-overview-idle = 没有待回答的问题。网页地址：{ $url }
cli-overview-waiting = 有 { $shown } 个问题在等你
cli-overview-running = { $shown } 个任务正在运行：{ $command }
cli-overview-demo = 用示例问题试一试
cli-overview-install = 连接智能体
cli-overview-list = 查看已保存的问题，包括待回答的
cli-overview-help = 其他所有命令
cli-overview-open = 在浏览器中回答
cli-overview-choose = 在这里回答第一个
cli-overview-inbox = 在这里逐个回答
cli-overview-completed = 最近的决定

## 命令行：demo

cli-demo-about = 提出六个示例问题，每种一个，并显示回答
cli-demo-after =
    可以在浏览器、`sayso inbox` 或用打印出的命令回答。
    Ctrl+C 离开后问题仍待回答；`sayso list` 可再次查看。
cli-demo-intro = 后台服务正在运行，有六个示例问题等你回答。可以
    {"  "}在浏览器中回答：{ $url }
    {"  "}（仅一次有效，一分钟内打开；之后请用 { $open }）
    {"  "}在另一个终端回答：{ $inbox }
    {"  "}或用命令回答，例如：
cli-demo-waiting = 正在等待你的回答（Ctrl+C 离开）。
cli-demo-done = 演示结束。接下来连接智能体：
    {"  "}{ $command }
cli-demo-left = 已停止等待。问题在 15 分钟内仍可回答：{ $command }
cli-demo-single-title = 订单服务用哪种数据库？
cli-demo-single-prompt =
    订单服务需要存放数据的地方。它目前运行在一台机器上，每秒大约 **50 次写入**。
    仓库里没有说明想用哪种数据库。
cli-demo-sqlite = SQLite：一个文件，无需运维
cli-demo-postgres = PostgreSQL：一个服务，可用于多台机器
cli-demo-files = JSON 文件：没有依赖，也没有查询
cli-demo-multi-title = 合并之前必须通过哪些检查？
cli-demo-multi-prompt = 我正在配置流水线。每项检查都会增加每次合并的时间，请说明哪些是必需的。
cli-demo-unit = 单元测试（2 分钟）
cli-demo-lint = 格式与静态检查（30 秒）
cli-demo-end-to-end = 端到端测试（14 分钟）
cli-demo-text-title = 新命令应该叫什么？
cli-demo-text-prompt = 用来删除一周前已完成任务的命令还没有名字，而这个名字会成为公开接口的一部分。
cli-demo-text-placeholder = 例如：tidy
cli-demo-hybrid-title = 如何处理已弃用的字段？
cli-demo-hybrid-prompt = `user.mail` 已被 `user.email` 取代，但仍有两个客户端读取旧字段。请选择一种办法，或描述另一种。
cli-demo-rename = 全部改名并发布新的主版本
cli-demo-keep = 在客户端迁移之前保留两个字段

## 命令行：mcp、serve、stop、open、status

cli-mcp-about = 在标准输入输出上提供 MCP；由智能体启动
cli-mcp-after =
    不需要自己运行：`sayso install CLIENT` 会写入智能体的配置。
    收到第一个问题时会启动后台服务。
cli-mcp-project = 智能体所在的项目 [默认：当前目录]
cli-mcp-tools = 提供哪些工具，用逗号分隔：provide_choice、hitl_request、requestUserChoice、ask_human [默认：前两个]
cli-mcp-tool-unknown = 没有名为“{ $name }”的工具；可用的有：{ $known }
cli-mcp-tool-needs-thread = { $name } 只供 sayso 在对话中运行的智能体使用
cli-serve-about = 运行常驻的后台服务，直到被停止
cli-serve-after =
    其他命令会在需要时启动后台服务，空闲时它会自动退出。
    想让它常驻（例如登录时）就自己运行。SAYSO_LOG=debug 会记录更多。
cli-serve-on-demand = 空闲时退出；其他命令以这种方式启动后台服务
cli-serve-ready = 网页地址：{ $url }（登录：{ $command }）。Ctrl+C 停止后台服务；待回答的问题会保留。
cli-serve-running-hint = 可以直接使用，或停止它：{ $command }
cli-serve-port-hint = 用 --port 选择其他端口，--port 0 表示任意空闲端口
cli-stop-about = 停止后台服务；待回答的问题会保留
cli-stop-done = 后台服务已停止。待回答的问题已保存，下次启动时恢复。
cli-stop-none = 后台服务未运行。
cli-open-about = 在浏览器中打开已登录的网页
cli-open-after =
    链接只能使用一次，一分钟内有效。没有屏幕时会打印链接，
    通过 SSH 时还会打印端口转发命令。
cli-open-print = 只打印链接
cli-open-opened = 已在浏览器中打开 { $url }。
cli-open-printed = 请在 { $seconds } 秒内打开此链接；只能使用一次。
cli-open-forward = 请先在你自己的电脑上转发端口：{ $command }
cli-open-unused = 浏览器没有登录，链接已过期。请试试 `sayso open --print`。
cli-status-about = 显示后台服务是否在运行、在哪里；不会启动它
cli-status-none = { $directory } 的后台服务未运行。
cli-status-url = 网页
cli-status-saved = 后台服务未运行，但保存着 { $shown } 个待回答的问题。查看：{ $command }
cli-status-pending = 待回答的问题
cli-status-calls = 正在等待的智能体
cli-status-pages = 打开的网页
cli-status-refused = 已拒绝
cli-status-refusal = { $reason }：{ $count } 次；最近一次：{ $ago }，{ $route }（{ $door }）
cli-status-process = 进程
cli-status-on-demand = 空闲时自动退出
cli-status-stays = 常驻
cli-status-started = 启动于
cli-status-version = 版本
cli-status-store = 数据库
cli-status-guard = 防智能体代答
cli-status-guard-off = 已关闭：智能体启动的程序可以代你回答
cli-status-caller = 你在这里

## 命令行：list、show

cli-list-about = 列出问题
cli-list-after =
    示例：
      sayso list
      sayso list --filter all --json
cli-list-filter = 列出哪些问题
cli-list-search = 只列出包含这段文字的问题
cli-list-limit = 最多列出多少个问题
cli-list-empty = 没有可显示的内容。
cli-show-about = 显示一个问题：内容、回答和操作记录
cli-show-id = 编号 { $id }
cli-show-left = { $words }（{ $ago }离开）
cli-show-recommended = 推荐
cli-show-note = 备注：{ $note }
cli-show-destructive = 此操作无法撤销。
cli-show-events = 操作记录：
cli-rule-single = 选择一项。
cli-rule-multi = 选择 { $min } 到 { $max } 项。
cli-rule-text = 请写下回答。
cli-rule-hybrid = 选择 { $min } 到 { $max } 项，或写下回答，或两者都有。
cli-rule-form = 请填写各字段。

## 命令行：answer、cancel、extend、choose

cli-answer-about = 回答一个问题
cli-answer-after =
    不写 --select 时提交预选的选项。
    示例：
      sayso answer 3f2a91bc --select postgres --note postgres="17 版"
      sayso answer 3f2a91bc --text "就叫 tidy" --annotation "并写好文档"
      sayso answer 3f2a91bc --select deploy --confirm
      sayso answer 3f2a91bc --set region=eu --set parts=ci,docs
    需要确认的问题不带 --confirm 时只记录选择：退出码 6，问题仍待回答。
    之后用 `sayso answer ID --confirm` 确认。
cli-answer-select = 选择这个选项：编号、名称或 `sayso show` 中的序号；可重复给出
cli-answer-none = 什么都不选，包括预选的选项
cli-answer-note = 对某个选项的备注
cli-answer-unknown = 没有选项“{ $given }”；选项有：{ $options }
cli-answer-ambiguous = “{ $given }”可能是：{ $options }
cli-answer-no-options = 这个问题没有可选的选项
cli-answer-note-invalid = 备注写作 OPT=TEXT
cli-answer-annotation = 整体备注
cli-answer-text = 用自己的话回答（问题允许时）；- 表示从标准输入逐字节读取
cli-answer-set = 填写表单的一个字段；可重复，同一字段的多个选项也可重复（或用逗号分隔）；FIELD= 表示留空
cli-answer-set-invalid = 字段写作 FIELD=VALUE
cli-answer-unknown-field = 没有字段“{ $name }”；可用的字段：{ $known }
cli-answer-no-fields = 这个问题没有要填写的字段
cli-answer-not-boolean = 字段“{ $name }”只能是 true 或 false
cli-answer-stdin = 无法从标准输入读取文本：{ $reason }
cli-cancel-about = 取消一个问题；智能体会得知你已取消
cli-cancel-annotation = 给智能体的理由
cli-extend-about = 给一个问题更多时间
cli-extend-seconds = 增加多少秒
cli-extend-done = 还剩 { $span }
cli-choose-about = 在终端中回答一个问题
cli-inbox-about = 列出所有待回答的问题，并在终端中回答
cli-plain = 逐行模式，适合读屏软件和简单终端

## 命令行：ask

cli-ask-about = 从脚本提问，等待并打印回答
cli-ask-after =
    所选选项的 id 或输入的文字写到标准输出，每行一个；其余写到标准错误。
    示例：
      db=$(sayso ask --title "用哪种数据库？" --prompt "服务启动需要一个数据库，请选择一种。" \
        --option sqlite="SQLite|一个文件" --option pg=PostgreSQL --recommend sqlite) || exit
      sayso ask --approve --reason "发布新版本" -- ./deploy.sh production

    --approve 按原样运行命令，不经过 shell，在当前目录，使用自己的标准输入输出，
    并返回命令的退出码（被信号终止时为 128+信号）。拒绝或取消时不运行：退出码 3，
    超时 4，未作决定 6，出错 1。审批卡片列出程序、参数中出现的每个文件（包括
    --opt=FILE、@FILE 和 -oFILE），以及会影响运行内容的环境变量，例如 PATH 和
    LD_PRELOAD。shell 和 Python 脚本以批准内容的副本运行；其他文件在启动前再次核对。
    若有变化，则重新询问，最多 3 次。大于 64 MiB 或无法读取的文件会列出，但不涵盖
    其内容；文件超过 64 个则拒绝。
cli-ask-title = 要决定什么，几个字即可
cli-ask-prompt = 正在做什么、为什么需要选择；支持 Markdown
cli-ask-mode = single、multi、text_input 或 hybrid
cli-ask-option = 一个选项；可重复给出
cli-ask-option-invalid = 选项写作 ID、ID=LABEL 或 ID=LABEL|DESCRIPTION
cli-ask-recommend = 把这个选项标为推荐
cli-ask-default = 预选这个选项
cli-ask-min = 至少选择几项
cli-ask-max = 最多选择几项
cli-ask-placeholder = 输入框里显示的示例文字
cli-ask-timeout = 时限（秒）；0 表示不限时，前提是设置允许
cli-ask-risk = normal 或 destructive；后者永远不会自动回答
cli-ask-interface = auto、web 或 terminal
cli-ask-labels = 输出选项的名称而不是 id
cli-ask-unknown-option = 没有可推荐的 --option { $id }
cli-ask-waiting = 正在等待回答：{ $url }
    {"  "}{ $command }
cli-ask-your-text = 你的回答
cli-ask-left = 已停止等待，问题仍待回答：{ $command }

## 命令行：config

cli-config-interface-needs-delivery = 目前 delivery 是 { $delivery }，问题不会在智能体的客户端里显示。要允许：{ $command }
cli-config-about = 读取和修改设置
cli-config-after =
    示例：
      sayso config list
      sayso config set timeout_seconds 900
      sayso config reset timeout_seconds
cli-config-get-about = 打印一项设置
cli-config-set-about = 修改一项设置；运行中的后台服务立即使用新值
cli-config-reset-about = 把一项设置恢复为默认值
cli-config-list-about = 列出全部设置及其值
cli-config-path-about = 打印设置文件的位置
cli-config-name = 设置的名称
cli-config-value = 新的值

## 命令行：install

cli-install-about = 连接智能体：把 sayso 加入它的配置
cli-install-after =
    先显示改动，原文件保留在新文件旁边。
    示例：
      sayso install claude-code
      sayso install codex --print
      sayso install cursor --undo
cli-install-client = 哪个智能体
cli-install-print = 只显示改动
cli-install-undo = 移除这个条目
cli-install-yes = 写入前不再询问
cli-install-unchanged = { $file }：无需改动
cli-install-confirm = 写入 { $file } 吗？[y/N]
cli-install-needs-yes = 当前不是交互式终端，无法在写入前请你确认
cli-install-needs-yes-hint = 加 --yes 写入，或加 --print 只查看改动
cli-install-nothing-written = 没有写入任何内容。
cli-install-backup = 原文件已保存为 { $file }
cli-install-done = 完成。重启 { $client } 后它就能向你提问。
cli-install-undone = 完成。{ $client } 下次启动后不再使用 sayso。
cli-install-unsafe = 无法安全地修改 { $file }（{ $reason }）；文件保持原样
cli-install-by-hand = 请手工加入上面的内容
cli-install-again = 请再运行一次

## 命令行：doctor

cli-doctor-about = 检查这里的状况，以及找到的每个智能体的限制
cli-doctor-ok = 正常
cli-doctor-warning = 注意
cli-doctor-problem = 问题
cli-doctor-version = sayso 版本 { $version }（{ $program }）
cli-doctor-directory = { $directory } 只有你能访问
cli-doctor-directory-new = { $directory } 会在需要时创建
cli-doctor-disk = { $directory } 所在磁盘还有 { $free } MiB 可用空间
cli-doctor-disk-low = { $directory } 所在磁盘只剩 { $free } MiB 可用空间；低于 256 MiB 时不再保存新问题
cli-doctor-disk-unknown = 无法得知 { $directory } 所在磁盘的可用空间
cli-doctor-settings = 设置：{ $file }
cli-doctor-settings-none = 设置：全部为默认值（{ $file } 不存在）
cli-doctor-database = 数据库 SQLite { $version }，{ $file }
cli-doctor-hub = 后台服务正在 { $url } 运行（进程 { $pid }）
cli-doctor-hub-none = 后台服务未运行；需要时会启动
cli-doctor-guard = 只有你能做的事，智能体启动的程序一律被拒绝
cli-doctor-guard-off = agent_guard 已关闭：智能体启动的程序可以代你回答
cli-doctor-guard-hint = 要开启它：{ $command }
cli-doctor-guard-blind = 在这个系统上，sayso 看不出哪个程序由智能体启动，因此它们都可以代你回答
cli-doctor-hub-other = 它的版本是 { $version }；要使用当前版本：{ $command }
cli-doctor-port-free = 端口 { $port } 空闲
cli-doctor-port-any = 端口由系统选择
cli-doctor-port-taken = 端口 { $port } 已被占用，而设置要求使用它
cli-doctor-port-taken-default = 端口 { $port } 已被占用；后台服务会使用另一个
cli-doctor-loopback = { $address } 可用
cli-doctor-loopback-none = { $address } 不可用：{ $reason }
cli-doctor-browser = 可以打开浏览器
cli-doctor-browser-none = 这里无法打开浏览器；会打印链接
cli-doctor-cgroup = 每个智能体在自己的控制组里运行，其中的进程无法离开
cli-doctor-no-cgroup = 这里无法创建控制组；sayso 通过环境变量中的标记、会话和父进程来找到智能体的进程
cli-doctor-cgroup-hint = 如果进程删掉标记、新建会话并脱离父进程，就可能被漏掉。要避免这种情况，可以在有 systemd 的系统上这样启动后台服务：{ $command }
cli-doctor-git = git 版本 { $version }
cli-doctor-git-old = git 版本 { $version } 低于 { $oldest }；sayso 恢复智能体改动过的文件时将需要该版本
cli-doctor-git-hint = 请安装 git { $oldest } 或更新的版本
cli-doctor-git-none = 没有找到 git；在代码仓库里工作的智能体需要它
cli-doctor-git-unclear = 已安装 git，但无法得知版本
cli-doctor-agents = 可以执行任务的智能体：已安装 { $found } 个，共 { $known } 个
cli-doctor-agents-none = 没有安装可以执行任务的智能体
cli-doctor-agents-hint = `sayso agents` 列出 sayso 认识的智能体；`sayso agents add` 添加你自己的智能体
cli-doctor-agent-ready = { $name } 可以使用
cli-doctor-agent-unchecked = { $name } 已安装；尚未检查登录状态
cli-doctor-agent-missing = { $name } 未安装
cli-doctor-agent-check = 要检查它：{ $command }
cli-doctor-agent-install = 要安装它：{ $command }
cli-doctor-no-clients = 没有找到 MCP 客户端。`sayso install --help` 列出 sayso 认识的客户端。
cli-doctor-entry-ours = 使用本程序
cli-doctor-entry-other = 使用另一个程序（{ $detail }）；要修改：{ $command }
cli-doctor-entry-none = 没有使用 sayso；要修改：{ $command }
cli-doctor-entry-unreadable = 无法读取它的配置：{ $detail }
cli-doctor-limit = 调用 { $limit }无响应就会放弃
cli-doctor-no-limit = 没有已知的时限
cli-doctor-limit-in-file = 它自己的配置允许一次调用持续 { $limit }
cli-doctor-limit-raised = 它的时限已通过环境变量放宽
cli-doctor-waits = sayso 在 { $window }后返回 "pending"，由智能体再次查询
cli-doctor-waits-set = 你的设置 client_windows 让 sayso 等待 { $window }
cli-doctor-waits-on = 你的设置 client_windows 让 sayso 在客户端接受进度消息时继续等待
cli-doctor-window = 要让 sayso 等到这个时限：{ $command }
cli-doctor-raise = 提高限制（{ $setting }）：

## 命令行：token、auth、completions

cli-token-about = 供智能体通过 HTTP 访问后台服务的令牌
cli-token-after =
    持有令牌的智能体可以提问和读取自己的问题，但不能回答。
    示例：
      sayso token create ci --project . --days 30
cli-token-create-about = 创建令牌并打印一次
cli-token-list-about = 列出令牌
cli-token-revoke-about = 立即撤销令牌
cli-token-name = 智能体的名称
cli-token-project = 智能体所在的目录
cli-token-days = 多少天后过期
cli-token-id = 令牌的编号，见 `sayso token list`
cli-token-created = 只显示这一次；{ $expires } 过期。把它作为 { $url } 的 bearer 令牌交给智能体
cli-token-none = 没有令牌。
cli-token-unused = 从未使用
cli-token-expires = { $at } 过期
cli-token-revoked = 已撤销 { $name } 的令牌。
cli-auth-about = 已登录的浏览器
cli-auth-list-about = 列出已登录的浏览器
cli-auth-revoke-about = 立即让浏览器退出登录
cli-auth-id = 浏览器会话的编号，见 `sayso auth list`
cli-auth-none = 没有已登录的浏览器。
cli-auth-revoked = 浏览器会话 { $id } 已退出登录。
cli-completions-about = 打印 shell 补全脚本
cli-completions-after =
    示例：
      sayso completions bash > ~/.local/share/bash-completion/completions/sayso
cli-completions-shell = 哪种 shell

## 命令行：参考页

cli-reference-markers = 最后一行
cli-reference-markers-text = 无论问题如何结束，命令都会用一行以标记开头的文字说明。`answer`、`cancel` 和 `choose` 写到标准输出，`ask` 写到标准错误，因为那里的输出就是回答本身。空的部分会省略。
cli-marker-complete = 已回答：`selected=a,b`、`custom_input="…"`（JSON）、`annotations=…`（JSON）、`additional_annotation=…`（到行尾）
cli-marker-auto = 到时限时由自动提交设置回答；各部分相同
cli-marker-cancelled = 已取消；`additional_annotation=…` 是给出的理由
cli-marker-timeout = 已超时；没有作出选择
cli-marker-elsewhere = 已在别处回答或取消：`session_id=… status=… by=… surface=… at=…`
cli-marker-undecided = 仍待回答：`session_id=…`。`awaiting_confirmation=…`：已选择，尚未确认
cli-reference-settings = 保存在 `settings.toml`（位置见 `sayso config path`）。环境变量优先于文件。用 `sayso config set NAME VALUE` 修改。

## 终端：单个问题

tui-left = 剩余 { $time }
tui-asked = { $at } 提问
tui-destructive = 危险操作
tui-recommended = 推荐
tui-your-words = 用自己的话回答
tui-write-here = 在这里写下回答
tui-global-note = 整体备注
tui-note-on-option = 对这个选项的备注
tui-note-on-whole = 写给智能体的备注
tui-submit = 提交回答
tui-cancel = 取消问题
tui-sending = 正在提交…
tui-closed = 这个问题已结束。
tui-no-match = 没有匹配的内容。
tui-chosen = 已选 { $chosen } 项，可选 { $min } 至 { $max } 项
tui-missing-one = 请选择一项
tui-missing-more = 至少选择 { $bound } 项（已选 { $chosen } 项）
tui-missing-fewer = 最多选择 { $bound } 项（已选 { $chosen } 项）
tui-missing-text = 请先写下回答
tui-missing-anything = 请先选择或写下回答
tui-reconnecting = 正在重新连接…你可以继续输入，内容不会丢失。
tui-not-sent = 未提交：无法连接后台服务。回答已保留，请重试。
tui-edited-elsewhere = 这个回答也正在别处编辑（{ $surface }）。
tui-extended = 已延长五分钟。
tui-switched = 已转到浏览器：{ $url }
tui-editor-failed = 无法使用编辑器；请设置 VISUAL 或 EDITOR。
tui-escape-decides-nothing = Esc 不会回答。按 c 取消问题，按 q 离开并保留问题。
tui-no-other = 没有其他待回答的问题。

## 终端：结束之前

tui-review-title = 你给 { $asker } 的回答：
tui-review-hidden = 已隐藏：{ $options }
tui-type-to-confirm = 此操作无法撤销。请输入以下内容确认：{ $words }
tui-confirm-word = 确认
tui-typed-differs = 输入的内容不符。没有提交。
tui-cancel-title = 取消这个问题？
tui-cancel-effect = { $asker } 会得知你已取消。
tui-cancel-note = 原因（可选）：
tui-your-draft = 你未提交的草稿：

## 终端：列表

tui-inbox-waiting = { $shown } 个问题等你回答
tui-inbox-empty = 没有待回答的问题。
tui-inbox-hint = 新问题会自动出现在这里。可以运行 `sayso demo` 试试，或用 `sayso install` 接入智能体。
tui-inbox-arrived = 新问题：{ $title }

## 终端：设置

tui-settings-title = 设置
tui-settings-hide = 在这个问题中隐藏的选项
tui-setting-detail = { $name } · 来源：{ $source } · 默认：{ $default }
tui-setting-locked = 由环境变量 { $name } 设定。
tui-setting-invalid = 这个值不可用。
tui-hide-too-many = 隐藏后可选的选项太少。
tui-on = 开
tui-off = 关

## 终端：快捷键的作用，一两个词

tui-do-move = 移动
tui-do-choose = 选择
tui-do-note = 备注
tui-do-submit = 提交
tui-do-review = 核对
tui-do-send = 提交
tui-do-write = 填写
tui-do-cancel = 取消问题
tui-do-more-time = 延长时间
tui-do-help = 帮助
tui-do-new-line = 换行
tui-do-editor = 编辑器
tui-do-done = 完成
tui-do-back = 返回
tui-do-leave = 离开
tui-do-scroll = 滚动
tui-do-keep-filter = 保留
tui-do-clear = 清除
tui-do-open = 打开
tui-do-search = 搜索
tui-do-settings = 设置
tui-do-change = 更改
tui-do-default = 默认值
tui-do-save = 保存

## 终端：快捷键的作用，完整说明

tui-help-title = 快捷键
tui-help-move = 在选项、输入框和按钮之间移动
tui-help-choose = 选择选项，或按下按钮（仅 Enter）
tui-help-digits = 按编号选择；选项多于九个时跳到该编号
tui-help-recommended = 选择推荐选项；不会提交
tui-help-all = 全选或全不选
tui-help-note = 为选项写备注
tui-help-global-note = 写整体备注
tui-help-text = 用自己的话回答
tui-help-new-line = 在输入框中换行（也可用 Shift+Enter 和 Ctrl+J）
tui-help-editor = 用自己的编辑器编辑
tui-help-filter = 只显示包含某段文字的选项
tui-help-scroll = 滚动问题内容（也可用 Ctrl+U 和 Ctrl+D）
tui-help-submit = 随时提交回答
tui-help-cancel = 取消问题；会先询问原因
tui-help-escape = 离开输入框或页面；不会回答
tui-help-more-time = 延长五分钟
tui-help-web = 转到浏览器继续，同一个问题，同一份草稿
tui-help-settings = 设置（包括语言）；隐藏选项
tui-help-quit = 退出，问题仍待回答
tui-help-interrupt = 取消问题；再按一次则退出，问题仍待回答
tui-help-neighbour = 上一个或下一个问题
tui-help-back = 返回列表

## 终端：逐行模式

tui-plain-question = 问题：{ $title }
tui-plain-from = 来自 { $origin }，{ $asked }。
tui-plain-selected = 已选
tui-plain-example = 示例：{ $text }
tui-plain-note = 备注：{ $note }
tui-plain-choose-one = 请输入选项编号
tui-plain-choose-many = 请输入选项编号，{ $min } 至 { $max } 项，用空格分隔
tui-plain-keep = 直接回车保留已选的选项
tui-plain-none = 0 表示都不选
tui-plain-text = 用自己的话回答；行尾加 \ 可继续输入
tui-plain-option-note = 对“{ $label }”的备注，或直接回车
tui-plain-global-note = 整体备注，或直接回车
tui-plain-keep-note = 直接回车保留，- 删除
tui-plain-send = 提交吗？y 提交，n 重新开始
tui-plain-commands = 还可以输入：c 取消，+ 延长时间，r 推荐选项，w 浏览器，s 设置，q 退出且不回答，? 显示本说明
tui-plain-commands-among-words = 写备注或回答时，请在命令前加冒号，例如 :? 或 :c
tui-plain-not-a-number = { $text } 不是可选的编号。
tui-plain-cancel-note = 取消的原因，或直接回车；q 返回
tui-plain-inbox-prompt = 输入编号回答，Enter 重新列出，q 退出
tui-plain-inbox-unknown = 列表中没有这个编号。
tui-plain-inbox-sent = 已提交。
tui-plain-time-low = 只剩 { $span }！
tui-plain-settings = 更改设置：s 名称 值

## 网页：加载、空白、离线、出错

web-loading = 正在加载…
web-fallback = 不使用 JavaScript 回答
web-nothing = 没有待回答的问题。
web-nothing-explained = 智能体提问时，问题会出现在这里。
web-connect = 连接智能体：
web-sample = 给我一个示例问题
web-offline = 正在重新连接…你可以继续输入，内容不会丢失。
web-unreachable = 无法连接此地址的后台服务。它可能已停止，或在另一个端口重新启动。请运行 `sayso open`。你可以继续输入，内容不会丢失。
web-offline-submit = 尚未连接；恢复后即可发送。
web-not-sent = 后台服务没有响应。内容没有丢失，请重试。
web-load-failed = 加载失败。
web-missing = 找不到这个问题，可能已在保留期结束时删除。
web-no-page = 没有这个页面。
web-retry = 重试
web-back = 返回列表
web-close = 关闭
web-copy = 复制
web-copied = 已复制

## 网页：页面与列表

web-home = sayso 首页
web-pages = 页面
web-history = 历史记录
web-settings = 设置
web-keys = 快捷键
web-inbox = 收件箱
web-search-questions = 搜索问题
web-group = 分组
web-group-none = 不分组
web-group-project = 按项目
web-group-agent = 按智能体
web-group-other = 其他
web-agent-gone = 智能体已离开
web-arrived = { $count } 个新问题：{ $title }
web-arrived-seen = 知道了
web-list = 问题
web-filter = 显示
web-filter-all = 全部
web-filter-active = 待回答
web-filter-completed = 已结束
web-needs-you = 需要你
web-recent = 最近
web-none-recent = 还没有已结束的问题。
web-more-waiting = 还有 { $number } 个在等待

## 网页：时间

web-span-seconds = { $number } 秒
web-span-minutes = { $number } 分钟
web-span-hours = { $number } 小时
web-span-days = { $number } 天
web-ago = { $span }前
web-time-left-label = 剩余时间
web-time-left = 剩余 { $time }
web-no-limit = 不限时
web-more-time = +5 分钟
web-set-time = 设定时间
web-minutes = 从现在起的分钟数
web-set = 设定
web-wait-forever = 取消时限
web-soon = 剩余不到一分钟
web-last-seconds = 剩余不到十秒

## 网页：一个问题

web-destructive = 危险操作
web-prompt = 智能体的说明
web-code = { $language } 代码
web-task-done = 已完成：
web-task-open = 未完成：
web-choose-one = 请选择一项
web-choose-any = 选择一项，或填写回答
web-choose-several = 请选择 { $min } 到 { $max } 项
web-choose-exactly = 请选择 { $max } 项
web-recommended = 推荐
web-option-filter = 筛选选项
web-option-none = 没有匹配的选项。
web-options = { $count ->
   *[other] { $shown } 个选项
}
web-chosen-count = 已选 { $chosen }/{ $all }
web-none-of-these = 都不合适…
web-none-explained = { $agent } 会得知你都不想选，以及原因。
web-none-placeholder = 你更想要什么？
web-submit-none = 发送“都不合适”
web-note-add = 添加备注
web-details = 详情
web-at-zero = 时间到时
web-at-zero-told = 到 0:00 时，{ $agent } 会得知你没有回答。
web-at-zero-default = 到 0:00 时，会发送默认回答。
web-select-all = 全选
web-select-none = 全不选
web-text = 你的回答
web-text-other = 用自己的话回答
web-note = 备注
web-note-on = 给“{ $label }”的备注
web-note-global = 整体备注
web-edited-elsewhere = 正在别处编辑
web-submit = 提交回答
web-submit-danger = 按住提交
web-danger-word = 确认
web-danger-how = 按住一秒，或输入“{ $word }”后按回车
web-sending = 正在提交…
web-cancel = 取消问题
web-cancel-with-note = 取消并附上备注
web-cancel-title = 取消这个问题？
web-cancel-explained = 智能体会得知你已取消。
web-cancel-explained-task = 如果智能体还在运行，它会得知你已取消；否则任务会被取消。
web-cancel-note = 给智能体的备注（可选）
web-keep = 保留问题

## 网页：问题旁边

web-about = 关于这个问题
web-agent = 智能体
web-directory = 目录
web-asked-at = 提问时间
web-shown-on = 显示于
web-id = 编号
web-terminal = 在终端回答
web-terminal-explained = 问题会转到终端，也可以再转回来。
web-terminal-run = 在终端运行：
web-terminal-command = 终端命令
web-to-terminal = 转到终端
web-to-web = 转回网页
web-hide-options = 隐藏选项
web-hide-explained = 隐藏的选项不能选择，智能体会得知是哪些。
web-hide-one = 隐藏“{ $label }”
web-all-settings = 全部设置

## 网页：已结束的问题

web-receipt = 结果
web-chosen = 已选
web-chosen-where = { $at } 选择 · { $surface }
web-chosen-so-far = 目前选择：{ $option }。另选之前保持不变。
web-metadata = 智能体附带的数据
web-empty-argument = （空）
web-more-arguments = 还有 { $shown } 个参数未查看
web-more-files = 还有 { $shown } 个文件未查看
web-more-variables = 还有 { $shown } 个环境变量未查看
web-more-characters = 还有 { $shown } 个字符未查看
web-by-person = 由你决定，{ $surface }
web-by-policy = 由你的自动提交设置
web-by-asker = 由智能体撤回
web-delivered = { $agent } 已收到你的回答
web-delivered-default = { $agent } 已收到默认回答
web-delivered-cancelled = { $agent } 已得知你取消了问题
web-delivered-timeout = { $agent } 已得知你没有回答
web-decided-task = 任务会按你的决定进行
web-withdrawn = { $agent } 撤回了这个问题
web-saved = 已保存。{ $agent } 再次询问时会收到。
web-saved-left = 已保存。{ $agent } 于{ $ago }离开，再次询问时会收到。
web-by-clock = 时限已到
web-by-agent-terminal = 在智能体自己的终端中
web-lost-answered = 你已回答过这个问题（{ $where }）。未提交的草稿：
web-lost-cancelled = 你已取消了这个问题（{ $where }）。未提交的草稿：
web-lost-withdrawn = 智能体已撤回这个问题。未提交的草稿：
web-other-page = 另一个标签页或窗口
web-late = 你提交之前时限已过。你未提交的草稿：
web-lost-draft = 你的草稿
web-question-of = 第 { $at } 个，共 { $all } 个
web-next = 下一个（还有 { $left } 个）
web-nothing-else = 没有其他问题在等你。
web-payload = 智能体收到的内容
web-events = 操作记录

## 网页：历史记录

web-search = 搜索
web-filter-asker = 所有智能体
web-filter-project = 所有项目
web-filter-status = 所有状态
web-export = 导出
web-export-json = JSON 文件
web-export-csv = CSV 文件
web-export-markdown = Markdown 文件
web-load-more = 显示更多
web-history-empty = 没有找到。
web-found = { $shown } 个问题

## 网页：设置与登录

web-settings-file = 保存于 { $file }
web-settings-in-front = 界面和时限也会应用到当前打开的问题：{ $title }
web-setting-saved = 已保存
web-setting-reset = 恢复默认
web-setting-locked = 由环境变量 { $name } 设定
web-sound-test = 试听提示音
web-this-browser = 此浏览器
web-sign-out = 退出登录
web-signed-out = 此浏览器尚未登录
web-sign-in-how = 运行以下命令获取新链接：
web-sign-in = 登录
web-sign-in-code = 登录码
web-code-refused = 登录码已使用或已过期。请运行 `sayso open` 获取新的。
web-code-too-many = 尝试次数过多。请等一分钟后再运行 `sayso open`。

## 网页：通知

web-notice-ask = 智能体提问时，要通知你吗？
web-notice-allow = 通知我
web-notice-no = 暂不
web-notice-new = { $origin } 有新问题
web-notice-upcoming = 即将超时
web-notice-timeout = 已超时

## 网页：快捷键

web-key-move = 在选项间移动
web-key-ends = 第一个和最后一个选项
web-key-digit = 选择对应编号的选项
web-key-choose = 选择当前选项
web-key-submit = 在任何位置提交回答
web-key-note = 给当前选项加备注
web-key-global-note = 添加整体备注
web-key-text = 用自己的话回答
web-key-recommended = 选择推荐选项
web-key-none = 都不合适
web-key-verdict = 批准、拒绝
web-key-go = 前往收件箱、历史、设置
web-key-questions = 上一个和下一个问题
web-key-search = 筛选选项或搜索
web-key-leave = 离开输入框，不会回答
web-key-help = 显示快捷键

## 为什么还不能发送

reason-too-few = 请至少选择 { $min } 项。
reason-too-many = 请最多选择 { $max } 项。
reason-text-required = 请填写回答。
reason-nothing-given = 请选择一项或填写回答。
reason-too-many-hidden = 至少要保留 { $min } 个可见选项。
reason-hidden-selected = 选中了已隐藏的选项。
reason-too-long = 回答太长。
reason-already-decided = 这个问题已结束。
reason-stale = 问题已更改。请核对后再提交。
reason-other-chosen = 期间另一个选项被选中。请核对后确认或重新选择。
reason-not-viewed = 批准前请展开每个“未查看”的部分。
reason-too-late = 这个问题已超时。
reason-deadline-range = 你的设置不允许这么长的时间。
reason-unlimited = 你的设置不允许不限时的问题。

## 问题的操作记录

decided-timeout = 已超时（{ $place }）
decided-automatic = 到时限自动回答（{ $place }）
decided-answered-you = 由你回答（{ $place }）
decided-answered-name = 由 { $name } 回答（{ $place }）
decided-cancelled-you = 由你取消（{ $place }）
decided-cancelled-name = 由 { $name } 取消（{ $place }）
decided-withdrawn = 已由智能体撤回（{ $place }）
event-asked = 提问
event-viewed = 已查看
event-draft-started = 开始回答
event-deadline-moved = 时限已更改
event-interface-switched = 已转到另一个界面
event-chosen = 已选择，尚未确认
event-confirmed = 已确认
event-answered = 已回答
event-cancelled = 已取消
event-timed-out = 已超时
event-asker-left = 智能体已断开
event-asker-returned = 智能体已重新连接
event-delivered = 已送达
event-imported = 已导入
event-agent-refused = 智能体试图代你操作，已拒绝
hub-event-guard-off = agent_guard 被关闭：此后智能体启动的程序可以代你回答
hub-event-guard-on = agent_guard 重新开启

## 确认与审批，各界面共用
confirm-title = 确认你的选择
confirm-you-chose = 你选择了 { $option }。确认后才会提交。
confirm-yes = 确认
confirm-change = 另选一项
confirm-decline = 拒绝
confirm-waiting = 已选择，等待你确认
approval-title = 运行 { $command }？
approval-approve = 批准
approval-deny = 拒绝
approval-ask = 运行吗？
approval-in = 位于 { $directory }
approval-hold = 按住以批准
approval-arguments = 逐个参数（{ $count }）
approval-where = 在哪里、用什么运行
permission-ask = 允许吗？
approval-command = 命令
approval-directory = 目录
approval-files = 命令中提到的文件
approval-digest = 摘要
approval-reason = 请求附带的理由
approval-badge = 审批
reply-badge = 回复
form-badge = 表单
approval-bytes = { $bytes } 字节
approval-not-hashed = 未涵盖其内容
approval-sealed = 以封存的副本运行
approval-compared = 启动前再次核对
approval-environment = 会影响运行内容的环境变量
approval-unread = 还有 { $lines } 行未读：PgDn
## What an agent wants to do with a tool, and its forms

tool-kind = 工具：{ $kind }
tool-command = 命令
tool-locations = 文件
tool-files = 更改
tool-lines = 行
tool-input = 参数
tool-output = 目前的输出
tool-options = 选项
tool-new-file = 新文件
tool-lines-changed = 行 +{ $added } −{ $removed }
tool-no-details = 智能体没有说明这个工具会做什么。
tool-cut-command = 内容过长：命令还有 { $count } 字节未显示。
tool-cut-locations = 数量过多：还有 { $count } 个文件未显示。
tool-cut-files = 数量过多：还有 { $count } 个文件的更改未显示。
tool-cut-lines = 内容过长：更改还有 { $count } 行未显示。
tool-cut-input = 内容过长：参数还有 { $count } 字节未显示。
tool-cut-output = 内容过长：输出还有 { $count } 字节未显示。
tool-cut-options = 数量过多：还有 { $count } 个选项未显示。
permission-allow-once = 仅批准这一次
permission-allow-always = 批准，并在此对话中记住
permission-reject-once = 仅拒绝这一次
permission-reject-always = 拒绝，并在此对话中记住
form-required = 必填
form-yes = 是
form-no = 否
form-hint-text = 文本
form-hint-email = 电子邮箱
form-hint-uri = 链接
form-hint-date = 日期，如 2026-11-15
form-hint-date-time = 日期和时间，如 2026-11-15T18:00:00Z
form-hint-number = 数字
form-hint-integer = 整数
form-hint-boolean = 是或否
form-hint-one = 选一项
form-hint-several = 可选多项
form-at-least = 至少 { $min }
form-at-most = 至多 { $max }
confirm-chosen-on = { $at } 选择 · { $surface }
confirm-asker-says = { $asker } 的说明：
cli-confirm-chosen = 已选择：{ $option }。确认后才会提交：
    {"  "}{ $command }
cli-confirm-confirming = 正在确认：{ $option }（{ $surface }，{ $at }）
cli-confirm-nothing = 还没有选择任何选项
cli-confirm-none-needed = 这个问题不需要确认
cli-confirm-flag = 问题需要确认时一并确认；单独使用：确认已选择的选项
cli-show-kind-request = 仅限选项的请求
cli-show-needs-confirmation = 所选项需要确认。
cli-show-chosen = 已选择：{ $option }（{ $surface }，{ $at }）
cli-show-payload = 发送给智能体的内容：
cli-approve-flag = 询问是否可以运行 COMMAND，批准后才运行
cli-approve-reason = 运行此命令的理由；会随请求一起显示
cli-approve-command = 命令及其参数，写在 -- 之后
cli-approve-not-found = 找不到程序：{ $program }
cli-approve-not-found-hint = 请写出它的路径，或检查 PATH
cli-approve-not-text = 有参数不是有效的 UTF-8，无法显示
cli-approve-variable-not-text = 环境变量 { $name } 不是有效的 UTF-8，无法显示
cli-approve-variable-not-text-hint = 请先取消设置：unset { $name }
cli-approve-directory = 无法使用当前目录：{ $reason }
cli-approve-not-run = 无法启动：{ $reason }
cli-approve-uncovered = { $path } 太大或无法读取：批准不涵盖其内容
cli-approve-too-many-files = 命令涉及的文件超过 64 个，无法全部显示并批准
cli-approve-denied = 未运行：被拒绝。
cli-approve-denied-note = 未运行：被拒绝。{ $note }
cli-approve-cancelled = 未运行：问题已取消。
cli-approve-timed-out = 未运行：到时限时无人决定。
cli-approve-changed = 未运行：等待审批期间 { $path } 发生了变化。重新询问。
cli-approve-changed-too-often = 未运行：每次审批期间文件都发生了变化
cli-approve-changed-too-often-hint = 等没有程序写入这些文件时再询问
cli-demo-request-title = 将 2.4 版本部署到生产环境吗？
cli-demo-request-deploy = 现在部署
cli-demo-request-wait = 等到星期一
cli-demo-request-message = 客户会在一分钟内看到新版本。
cli-demo-approval-reason = 示例：无论你如何决定，演示都不会运行任何程序。

## 设置：取值

setting-value-interface-auto = 自动
setting-value-interface-web = 网页
setting-value-interface-terminal = 终端
setting-value-interface-elicitation = 客户端内
setting-value-delivery-wait = 调用等待
setting-value-delivery-elicitation = 在客户端内询问
setting-value-delivery-task = 作为任务
setting-value-language-en = 英语 English
setting-value-language-zh = 中文
setting-value-theme-system = 跟随系统
setting-value-theme-light = 浅色
setting-value-theme-dark = 深色
setting-value-annotation-focus-on-tab = 按 Tab 时
setting-value-annotation-focus-on-select = 选中时
setting-value-notify-trigger-always = 总是
setting-value-notify-trigger-tab-switch = 页面不可见时（其他标签页在前，或窗口最小化）
setting-value-notify-trigger-focus-lost = 窗口失去焦点时

## 网页：不使用 JavaScript

web-plain-title = 不使用 JavaScript 的页面
web-plain-result = 结果：
web-plain-again = 此表单已提交过，或问题已更改。请核对后再提交。
web-plain-full = 打开完整网页
web-plain-danger = 此操作无法撤销。请输入“{ $word }”以提交：
web-plain-danger-missing = 缺少确认词，没有提交。
web-plain-until = 截止 { $at }

## 命令行：历史记录、审计、导入

cli-history-about = 查看已结束的问题，可搜索和筛选
cli-history-after =
    示例：
      sayso history --search database
      sayso history --project shop --status cancelled --since 2026-01-31
      sayso history export --format markdown --output decisions.md
cli-history-search = 只显示标题、说明、智能体或项目中包含此文字的问题
cli-history-project = 只显示此项目的问题，须与名称完全一致
cli-history-asker = 只显示此智能体或脚本的问题，须与名称完全一致
cli-history-status = 只显示以此方式结束的问题；pending 显示待回答的
cli-history-since = 只显示此日期及之后结束的问题（2026-01-31，或 2026-01-31T09:30:00Z 这样的时刻）
cli-history-since-invalid = “{ $given }”不是日期；请写成 2026-01-31 或 2026-01-31T09:30:00Z
cli-history-more = 还有更多；调大 --limit 即可看到。
cli-history-export-about = 将历史记录导出为 JSON、CSV 或 Markdown
cli-history-export-after =
    JSON 包含全部内容，与 `show --json` 相同。CSV 每行一个决定；会被电子表格当作公式的文字前加撇号。
    Markdown 是供阅读的日志。
    示例：
      sayso history export --format csv --output decisions.csv
      sayso history export --format json --project shop --since 2026-01-31
cli-history-format = 文件格式
cli-history-output = 写入的文件；不给则写到标准输出
cli-history-exported = 已将 { $count } 个问题写入 { $file }
cli-log-title = 决定日志
cli-log-asked = 由 { $asker } 提问，{ $at }
cli-log-asked-for = 由 { $asker } 为 { $project } 提问，{ $at }
cli-log-text = 回答：
cli-log-note = 整体备注：
cli-audit-about = 核查或导出全部决定的审计记录
cli-audit-verify-about = 核查每条哈希链；指出被篡改的每一行
cli-audit-verify-head = 同时核查记录中仍包含此末端（由 sayso audit head 输出）
cli-audit-head-about = 输出记录的末端，以便另行保存
cli-audit-head-after =
    请把这一行保存在别处，例如笔记或另一台机器。之后用
    “sayso audit verify --head COUNT:HASH” 即可查出此前的记录
    是否被删除或改写。
cli-audit-head-at = 最新的结果决定于 { $at }。
cli-audit-head-none = 尚无记录。
cli-audit-hub-about = 列出 agent_guard 何时关闭、何时开启
cli-audit-hub-none = agent_guard 从未关闭。
cli-audit-export-about = 以 JSON 输出每个结果和每个事件，每行一个
cli-audit-export-after =
    先按链的顺序输出结果，它们永久保留；然后是事件，与其问题一同保留。每行说明谁、在哪个界面、何时、
    展示了什么（摘要）、发送了什么、何时送达。
cli-audit-export-json-lines = 每行一个 JSON 对象；唯一的格式
cli-audit-intact = 记录完好。
cli-audit-broken = 发现 { $count } 处异常：记录被改动过或已损坏。
cli-import-about = 从 interactive-choice-mcp 导入历史记录和设置
cli-import-after =
    PATH 是它的数据目录（.mcp-data）、所在项目，或其中一个文件。会先显示将要做的事。重复导入不会增加内容。
    示例：
      sayso import ~/project/.mcp-data --print
      sayso import ~/project --yes
cli-import-path = 它的数据目录、所在项目，或其中一个文件
cli-import-print = 只显示将要导入的内容
cli-import-yes = 导入前不询问
cli-import-sessions = 将导入的已结束问题：{ $count }
cli-import-known = 之前已导入，不再导入：{ $count }
cli-import-left = 以下内容不会导入：
cli-import-nothing = 没有可导入的内容。
cli-import-confirm = 导入以上内容？[y/N]
cli-import-needs-yes = 当前不是交互式终端，无法在导入前请你确认
cli-import-needs-yes-hint = 加 --yes 以导入，或加 --print 只显示将要导入的内容
cli-import-nothing-done = 未导入任何内容。
cli-import-nothing-hint = 请指定 interactive-choice-mcp 的数据目录；默认是项目中的 .mcp-data
cli-import-broken-hint = 未导入任何内容；请修正或移走该文件后重试
cli-import-done = 已导入：{ $imported }。原已存在：{ $known }。已更改的设置：{ $settings }。
cli-import-expired = { $count } 个结束得太久，超过 retention_days，不导入；可以先用 `sayso config set retention_days` 调大。
cli-import-unknown-field = 未知字段
cli-import-timeout-action = 没有对应的设置；到时限后结果为超时，智能体可以再次提问
cli-import-sound-path = 没有对应的设置；通知只有一种声音
cli-import-persistence = 没有对应的设置；已结束的问题总会保留，时长由 retention_days 决定
cli-import-their-default = 那个服务器把它写进每个文件却从不应用；保留你的设置
cli-import-language-environment = 两边都由 CHOICE_LANG 决定
cli-import-language-unknown = 这里没有这种语言
cli-import-not-accepted = 此处不允许：{ $reason }
cli-import-locked = 由环境变量 { $variable } 设定
cli-import-version = 未知的文件版本 { $version }；支持版本 1
cli-import-unfinished = 在那边尚未结束
cli-import-too-large = 内容过大
cli-import-status-unknown = 未知状态“{ $status }”
cli-import-time-unreadable = “{ $time }”不是时间

## 智能体客户端中的表单

form-elsewhere = 如需添加备注、延长时间或查看完整问题：{ $url }

## 关于会话和任务的拒绝

problem-unknown-task = 没有任务 { $id }
hint-unknown-task = 用 `sayso task list` 查看编号
problem-unknown-attempt = 任务没有第 { $attempt } 次尝试；最新的是第 { $newest } 次
problem-unknown-thread = 没有会话 { $id }
hint-unknown-thread = 用 `sayso threads` 查看编号
problem-unknown-message = 没有消息 { $id }
hint-unknown-message = 用 `sayso task show` 查看排队的消息
problem-task-not-now = 任务在当前状态下不能这样做
hint-task-not-now = 用 `sayso task show` 查看它正在做什么
problem-another-question-open = 任务正在等待另一个问题的回答
hint-another-question-open = 等它有了结果再提问
problem-not-in-a-thread = 只有 sayso 在对话中运行的智能体才能报告这一轮如何结束
hint-not-in-a-thread = 改为写在回答里
problem-message-empty = 消息为空
hint-message-empty = 请写些内容；没有任何改动
problem-message-too-long = 消息有 { $bytes } 字节；最多发送 { $max } 字节
hint-message-too-long = 请缩短
problem-message-queue-full = 此任务排队的消息太多
hint-message-queue-full = 等智能体取走一些，或删除一条
problem-task-takes-no-messages = 状态为 { $status } 的任务不接收消息
hint-task-takes-no-messages = 用 `sayso run --thread` 在同一会话中继续
problem-message-taken = 智能体已经取走了这条消息
problem-nothing-remembered = 没有记住这个编号的许可
hint-nothing-remembered = 用 `sayso thread show` 查看
problem-thread-title-invalid = 标题应为 1 到 { $max } 个字符
hint-thread-title-invalid = 请缩短
problem-agent-unknown = 没有名为 { $agent } 的智能体
hint-agent-unknown = 用 `sayso agents` 查看智能体
problem-agent-unusable = { $reason }
hint-agent-unusable = 用 `sayso agents check` 查看详情
problem-directory-not-absolute = { $path } 不是绝对路径
hint-directory-not-absolute = 请给出绝对路径
problem-directory-missing = { $path } 不是目录
hint-directory-missing = 先创建它，或换一个目录
problem-directory-forbidden = 智能体不能在 { $path } 中工作
hint-directory-forbidden = 请指定某个项目的目录
problem-time-limits-invalid = 时间上限至少为 1 秒，且总时限不能短于空闲时限
hint-time-limits-invalid = 两个都不填即使用预设值
problem-thread-archived = 会话已归档
hint-thread-archived = 先恢复它，或新建一个会话
problem-thread-field-required = 新会话需要 { $field }
hint-thread-field-required = 请指定智能体和目录，或指定要继续的会话
problem-status-unknown = 未知状态“{ $given }”
hint-status-unknown = 请使用其中之一：{ $known }

## 被拒绝的原因，按代码；`hint-…` 说明下一步怎么做。

problem-title-required = 缺少标题
hint-title-required = 用不超过 { $max } 个字符概括要决定的事
problem-title-too-long = 标题有 { $chars } 个字符，最多 { $max } 个
hint-title-too-long = 缩短标题，把细节写进说明
problem-prompt-required = 缺少说明
hint-prompt-required = 说明正在做什么、为什么需要选择
problem-prompt-lacks-context = 说明太少：至少 { $min } 个字符，且不能只重复标题
hint-prompt-lacks-context = 说明正在做什么、为什么需要选择
problem-prompt-too-long = 说明有 { $bytes } 字节，最多 { $max } 字节
hint-prompt-too-long = 写成摘要，并给出存放其余内容的文件
problem-selection-mode-required = 缺少回答方式
hint-selection-mode-required = 可用的有：{ $known }
problem-selection-mode-unknown = 未知的回答方式“{ $given }”
hint-selection-mode-unknown = 可用的有：{ $known }
problem-options-required = 没有可选的选项
hint-options-required = 给出 1 到 { $max } 个选项，或改为填写文字
problem-options-refused = 填写文字的问题不能有选项
hint-options-refused = 要同时提供选项和文字，请用 hybrid
problem-too-many-options = 有 { $count } 个选项，最多 { $max } 个
hint-too-many-options = 合并选项，或分两步提问
problem-option-id-required = 第 { $index } 个选项没有编号
hint-option-id-required = 给每个选项一个简短且唯一的编号
problem-option-id-too-long = 第 { $index } 个选项的编号有 { $chars } 个字符，最多 { $max } 个
hint-option-id-too-long = 用简短的编号，把文字写进名称
problem-option-id-duplicate = 第 { $first } 个和第 { $index } 个选项的编号相同：“{ $id }”
hint-option-id-duplicate = 给每个选项不同的编号
problem-option-label-required = 第 { $index } 个选项是空的
hint-option-label-required = 给每个选项写上名称，或去掉这个选项
problem-option-label-too-long = 第 { $index } 个选项的名称有 { $chars } 个字符，最多 { $max } 个
hint-option-label-too-long = 缩短名称，把细节写进描述
problem-option-label-duplicate = 第 { $first } 个和第 { $index } 个选项的名称相同：“{ $label }”
hint-option-label-duplicate = 给每个选项不同的名称
problem-option-text-too-long = 第 { $index } 个选项的文字有 { $bytes } 字节，最多 { $max } 字节
hint-option-text-too-long = 缩短它，或把细节写进说明
problem-placeholder-refused = 示例文字需要输入框，而这个问题没有
hint-placeholder-refused = 去掉示例文字，或使用 text_input 或 hybrid
problem-placeholder-too-long = 示例文字有 { $chars } 个字符，最多 { $max } 个
hint-placeholder-too-long = 缩短它
problem-default-unknown = 默认的“{ $id }”不在选项中
hint-default-unknown = 可选的有：{ $known }
problem-default-count-out-of-bounds = 给出了 { $count } 个默认选项，而回答可选 { $min } 到 { $max } 项
hint-default-count-out-of-bounds = 不给默认选项，或给出回答允许的数量
problem-bounds-refused = 只有 multi 和 hybrid 的问题有最少和最多项数
hint-bounds-refused = 都去掉，或使用 multi 或 hybrid
problem-bound-negative = 最少或最多项数不能是 { $given }
hint-bound-negative = 去掉它，使用通常的范围
problem-max-is-zero = 最多 0 项就什么也不能选
hint-max-is-zero = 至少为 1，或改为填写文字
problem-min-above-max = 最少 { $min } 项多于最多 { $max } 项
hint-min-above-max = 减小前者或增大后者
problem-max-above-options = 最多 { $max } 项多于选项总数 { $options }
hint-max-above-options = 减小它，或增加选项
problem-min-above-options = 最少 { $min } 项多于选项总数 { $options }
hint-min-above-options = 减小它，或增加选项
problem-single-submit-refused = 只有 single 和 hybrid 的问题可以选中即提交
hint-single-submit-refused = 去掉 single_submit_mode
problem-single-submit-destructive = 危险操作绝不会一点即提交
hint-single-submit-destructive = 去掉 single_submit_mode
problem-global-annotation-too-long = 整体备注有 { $bytes } 字节，最多 { $max } 字节
hint-global-annotation-too-long = 缩短它，或把细节写进说明
problem-annotations-too-long = 备注合计 { $bytes } 字节，最多 { $max } 字节
hint-annotations-too-long = 缩短备注，或把细节写进说明
problem-interface-unknown = 未知的界面“{ $given }”
hint-interface-unknown = 可用的有：{ $known }
problem-timeout-negative = 时限不能是负数
hint-timeout-negative = 去掉它就使用你的设置；0 表示不限时
problem-timeout-out-of-range = 时限须为 1 到 { $max } 毫秒，不能是 { $given }
hint-timeout-out-of-range = 去掉它则不限时，等你决定
problem-risk-unknown = 未知的风险等级“{ $given }”
hint-risk-unknown = 可用的有：{ $known }
problem-question-required = 缺少问题
hint-question-required = 提出一个明确的问题
problem-question-too-long = 问题有 { $bytes } 字节，最多 { $max } 字节
hint-question-too-long = 写成摘要，并给出存放其余内容的文件
problem-too-few-options = 有 { $count } 个选项，至少需要 2 个
hint-too-few-options = 给出至少两个不同的选项，或改为填写文字
problem-option-title-required = 第 { $index } 个选项没有标题
hint-option-title-required = 给每个选项写上标题
problem-option-title-too-long = 第 { $index } 个选项的标题有 { $chars } 个字符，最多 { $max } 个
hint-option-title-too-long = 缩短它，把细节写进说明
problem-option-title-duplicate = 第 { $first } 个和第 { $index } 个选项的标题相同：“{ $title }”
hint-option-title-duplicate = 给每个选项写上不同的标题
problem-recommended-count = 推荐了 { $count } 个选项，必须正好是 1 个
hint-recommended-count = 只推荐你会选的那一个
problem-default-option-unknown = 默认的“{ $given }”不在选项中
hint-default-option-unknown = 可选的有：{ $known }
problem-confirmation-message-unused = 给出了确认说明，却没有要求确认
hint-confirmation-message-unused = 要求确认，或去掉说明
problem-confirmation-message-too-long = 确认说明有 { $bytes } 字节，最多 { $max } 字节
hint-confirmation-message-too-long = 缩短它，或把细节写进问题
problem-metadata-too-long = 附带的数据有 { $bytes } 字节，最多 { $max } 字节
hint-metadata-too-long = 请尽量精简
problem-command-required = 没有要审批的命令
hint-command-required = 写在 -- 之后
problem-too-many-arguments = 命令有 { $count } 个参数，最多审批 { $max } 个
hint-too-many-arguments = 写成脚本，再审批脚本
problem-too-many-files = 命令提到 { $count } 个文件，最多审批 { $max } 个
hint-too-many-files = 减少文件
problem-action-too-long = 命令有 { $bytes } 字节，最多审批 { $max } 字节
hint-action-too-long = 写成脚本，再审批脚本
problem-reason-too-long = 理由有 { $bytes } 字节，最多 { $max } 字节
hint-reason-too-long = 写成摘要，并给出存放其余内容的文件
problem-unknown-option = “{ $id }”不在选项中
hint-unknown-option = 可选的有：{ $known }
problem-hidden-option-selected = “{ $id }”既被选中又被隐藏
hint-hidden-option-selected = 重新显示它，或另选一项
problem-too-many-hidden = 隐藏后剩下 { $left } 个选项，而至少要选 { $min } 项
hint-too-many-hidden = 少隐藏一些选项
problem-too-few-selections = 已选 { $count } 项，至少选 { $min } 项
hint-too-few-selections = 再选一些
problem-too-many-selections = 已选 { $count } 项，最多选 { $max } 项
hint-too-many-selections = 少选一些
problem-text-required = 这个问题需要填写回答
hint-text-required = 请填写回答
problem-nothing-given = 既没有选择，也没有填写
hint-nothing-given = 选择一项，或填写回答，或两者都有
problem-text-refused = 这个问题不能填写回答
hint-text-refused = 可以写成备注
problem-notes-hidden = 备注已关闭
hint-notes-hidden = 去掉备注，或在设置中打开
problem-answer-too-long = 回答有 { $bytes } 字节，最多 { $max } 字节
hint-answer-too-long = 缩短它，或给出存放内容的文件
problem-field-unknown = 没有字段“{ $name }”
hint-field-unknown = 可用的字段：{ $known }
problem-field-required = “{ $name }”为必填项
hint-field-required = 请填写，或取消这个问题
problem-field-wrong-type = “{ $name }”需要另一种类型的值
hint-field-wrong-type = 请按字段的类型提交
problem-field-not-a-number = “{ $name }”需要一个数字
hint-field-not-a-number = 请写成 12、-0.5 或 1e3 这样
problem-field-not-an-integer = “{ $name }”需要一个整数
hint-field-not-an-integer = 请去掉小数部分
problem-field-below-min = “{ $name }”不能小于 { $min }
hint-field-below-min = 请填写更大的数
problem-field-above-max = “{ $name }”不能大于 { $max }
hint-field-above-max = 请填写更小的数
problem-field-too-short = “{ $name }”有 { $chars } 个字符，至少需要 { $min } 个
hint-field-too-short = 请多写一些
problem-field-too-long = “{ $name }”有 { $chars } 个字符，最多 { $max } 个
hint-field-too-long = 缩短它
problem-field-wrong-format = “{ $name }”不是有效的 { $format }
hint-field-wrong-format = 请更正
problem-field-unknown-option = “{ $given }”不是“{ $name }”的选项
hint-field-unknown-option = 可选：{ $known }
problem-field-too-few = “{ $name }”已选 { $count } 项，至少选 { $min } 项
hint-field-too-few = 再选一些
problem-field-too-many = “{ $name }”已选 { $count } 项，最多选 { $max } 项
hint-field-too-many = 少选一些
problem-draft-too-long = 草稿有 { $bytes } 字节，最多保留 { $max } 字节
hint-draft-too-long = 缩短它
problem-already-decided = 这个问题已结束
problem-too-late = 这个问题已超时
problem-still-pending = 这个问题仍待回答
problem-stale-view = 问题在显示之后已更改
hint-stale-view = 核对后再回答
problem-nothing-chosen = 还没有选择任何选项
hint-nothing-chosen = 请先选择
problem-other-chosen = 期间另一个选项被选中
hint-other-chosen = 核对后确认或重新选择
problem-digest-required = 审批必须指明所显示的操作
hint-digest-required = 查看问题，并随回答提交它的摘要
problem-not-by-form = 这个问题不能在智能体的客户端中回答
hint-not-by-form = 请在网页或终端中回答
problem-not-in-agents-terminal = 这个问题不能在智能体打开的终端中回答
hint-not-in-agents-terminal = 请在网页或你自己的终端中回答
problem-interface-not-showable = 问题可以显示在网页或终端
hint-interface-not-showable = 请用 web 或 terminal
problem-deadline-out-of-range = 时限须为 1 到 { $max_seconds } 秒
problem-unlimited-wait-not-allowed = 你的设置不允许不限时的问题
hint-unlimited-wait-not-allowed = 要允许，请运行 `sayso config set unlimited_wait true`
problem-waits-forever = 任务的问题没有时限
problem-unknown-session = 没有问题 { $id }
hint-unknown-session = 用 `sayso list --filter all` 查看编号
problem-ambiguous-id = 有多个问题以 { $given } 开头
hint-ambiguous-id = 多写几位编号
problem-people-only = 只有人能这样做
problem-agents-only = 只有提问的智能体能这样做
problem-local-only = 只能在这台机器的终端中这样做
problem-sign-in-required = 此页面尚未登录
hint-sign-in-required = 运行 `sayso open` 获取新链接
problem-too-many-requests = 请求过多
hint-too-many-requests = 请在 { $seconds } 秒后重试
problem-asker-full = 这个智能体待回答的问题过多
hint-asker-full = 先回答或取消其中一些
problem-hub-full = 待回答的问题过多
hint-hub-full = 先回答或取消其中一些
problem-contended = 同时发生的更改过多
hint-contended = 请重试
problem-hub-stopping = 后台服务正在停止
hint-hub-stopping = 请重试；问题和回答都已保存
problem-disk-full = 磁盘已满，没有保存任何内容
hint-disk-full = 腾出空间后重试
problem-disk-reserve = 可用空间不足 { $mebibytes } MiB，不再接受新问题，但仍接受回答
hint-disk-reserve = 请腾出空间
problem-store-failed = 后台服务无法使用数据库
hint-store-failed = 请查看后台服务的日志；`sayso doctor` 会指出文件
problem-answer-id-invalid = 回答的编号须为 32 位十六进制数字
problem-since-invalid = “{ $given }”不是日期
problem-source-invalid = 来源的名称缺失或过长
problem-token-name-invalid = 令牌的名称须为 1 到 { $max } 个字符
problem-token-days-invalid = 令牌的有效期须为 1 到 { $max } 天
problem-absolute-target = 请求写的是完整地址，而不是路径
problem-ambiguous-length = 请求没有明确说明自己的长度
problem-another-user = 另一个用户的程序试图连接
problem-bad-asker = 无法读取智能体的名称或目录
problem-bad-header = 无法读取请求的某个标头
problem-bad-idempotency-key = 请求的幂等键无效
problem-bad-path = 请求的路径无效
problem-bad-request-line = 无法读取请求的第一行
problem-bare-line-feed = 请求中有一行结尾缺少回车符
problem-body-mismatch = 请求中有字段缺失、未知或类型不符
problem-body-too-large = 请求过大
problem-body-too-slow = 请求传输时间过长
problem-code-unknown = 这个链接已使用过或已过期
hint-code-unknown = 请运行 `sayso open` 获取新链接
problem-content-encoding = 不接受压缩的请求
problem-cross-site = 这个请求来自其他网站
problem-format-unknown = 未知的格式“{ $given }”
hint-format-unknown = 请使用 json、csv 或 markdown
problem-head-invalid = 记录的末端须写成 COUNT:HASH
hint-head-invalid = 请复制 `sayso audit head` 输出的那一行
problem-headers-too-large = 请求的标头过大
problem-host-not-allowed = 请求发往的名称不是这个后台服务
problem-host-required = 请求没有写明主机
problem-http-version = 只接受 HTTP/1.1
problem-instant-invalid = 导入的数据中有无法识别的时间
problem-invalid-request = 请求无效
problem-json-only = 这里只接受 JSON
problem-malformed = 无法读取请求
problem-method-not-allowed = 此地址不接受这类请求
problem-no-bundle = 这个程序中没有网页
problem-not-found = 找不到
problem-origin-not-allowed = 这个请求来自其他页面或程序
problem-origin-required = 请求没有说明来自哪个页面
problem-repeated-header = 请求中有标头重复出现
problem-token-required = 需要有效的令牌
hint-token-required = 请用 `sayso token create NAME` 创建
problem-too-many-connections = 打开的连接过多
problem-too-many-sockets = 打开的页面过多
hint-too-many-sockets = 请关闭一些页面
problem-transfer-encoding = 不接受请求使用的传输编码
problem-setting-unknown = 未知的设置“{ $name }”
problem-setting-unknown-nearest = 未知的设置“{ $name }”；是否指“{ $nearest }”？
problem-setting-not-a-flag = “{ $name }”须为 true 或 false，不能是“{ $given }”
problem-setting-not-a-number = “{ $name }”须为 { $min } 到 { $max } 的整数，不能是“{ $given }”
problem-setting-too-long = “{ $name }”须为不超过 { $max } 个字符的文字
problem-setting-not-a-choice = “{ $name }”须为以下之一：{ $known }，不能是“{ $given }”
problem-setting-not-numbers = “{ $name }”须为 名称=数字，数字为 { $min } 到 { $max } 的整数，不能是“{ $given }”
problem-setting-environment = 环境变量 { $variable } 不能是“{ $given }”
hint-setting-environment = 请更正或取消该变量
problem-setting-crossed = “{ $low }”（{ $low_value }）大于“{ $high }”（{ $high_value }）
hint-setting-crossed = 减小前者或增大后者
problem-setting-locked = “{ $name }”由环境变量 { $variable } 设定
hint-setting-locked = 要在这里更改，请取消该变量
problem-setting-broken = { $path } 第 { $line } 行：{ $reason }
hint-setting-broken = 请更正该文件；它保持原样
problem-setting-unreadable = 无法读取 { $path } 中的设置：{ $reason }
problem-setting-unwritable = 无法写入 { $path } 中的设置：{ $reason }

## 命令行：帮助，以及写错的命令

cli-usage = 用法：{ $usage }
cli-heading-commands = 命令
cli-heading-command = 命令
cli-heading-arguments = 参数
cli-heading-options = 选项
cli-help-flag = 显示本帮助
cli-version-flag = 显示版本
cli-try-help = 请看 --help
cli-did-you-mean = 是否指“{ $nearest }”？
cli-unexpected-argument = 多余的参数“{ $argument }”
cli-unknown-command = 未知的命令“{ $command }”
cli-missing-arguments = 缺少：{ $arguments }
cli-missing-command = 缺少命令：{ $known }
cli-missing-value = { $argument } 需要一个值
cli-invalid-value = “{ $given }”不能用于 { $argument }
cli-invalid-value-reason = “{ $given }”不能用于 { $argument }：{ $reason }
cli-valid-values = 可用的有：{ $known }
cli-conflicting-arguments = { $one } 不能与 { $other } 一起使用

## 任务：后台服务在智能体工作前后说的话

task-idle-title = { $agent } 已经 { $seconds } 秒没有动静
task-idle-prompt = 智能体 { $seconds } 秒没有任何动作，sayso 已将它停止。它到目前为止所做的一切都已保留。请选择如何继续，或直接给智能体留言。
task-hard-title = { $agent } 已经工作了 { $seconds } 秒
task-hard-prompt = 智能体达到了 { $seconds } 秒的时间上限，sayso 已将它停止。它到目前为止所做的一切都已保留。请选择如何继续，或直接给智能体留言。
task-interrupted-title = { $agent } 被中断
task-interrupted-prompt = 智能体在这一轮结束之前被停止，例如因为后台服务结束了。它到目前为止所做的一切都已保留。请选择如何继续，或直接给智能体留言。
task-refused-title = { $agent } 在你拒绝后停下了
task-refused-prompt = 智能体想做的事没有得到允许，于是结束了这一轮。请告诉它改做什么，或选择如何继续。
task-login-title = { $agent } 无法登录
task-login-prompt = { $message } 完成后请重试。
task-go-on = 继续
task-try-again = 重试
task-call-complete = 标记为已完成
task-give-up = 取消任务
task-allowed-full-auto = 此会话为全自动，未询问即允许：{ $what }
task-allowed-remembered = 你在此会话中已始终允许，未再询问：{ $what }
task-refused-remembered = 你在此会话中已始终拒绝，未再询问：{ $what }
task-max-tokens = 智能体达到了 token 上限
task-max-turns = 智能体达到了单轮请求次数上限
task-refusal = 智能体拒绝继续
task-broken-off = 智能体中断了这一轮
task-visit-title = 智能体请你打开一个网页
task-visit-prompt = { $message }

    { $url }

    如果你信任这个网页，请自行打开；sayso 不会替你打开。
task-visited = 我已完成
task-not-visited = 拒绝
task-processes-remain = 无法结束智能体的以下进程：{ $pids }

## 任务的状态

task-status-queued = 排队中
task-status-running = 运行中
task-status-awaiting-response = 等待你
task-status-complete = 已完成
task-status-error = 失败
task-status-cancelled = 已取消
task-reason-question = 问题
task-reason-permission = 审批
task-reason-elicitation = 表单
task-reason-timeout-idle = 没有进展
task-reason-timeout-hard = 到达时限
task-reason-interrupted = 中断
task-reason-auth-required = 需要登录
task-reason-rollback-conflict = 回滚冲突
task-reason-loop-exhausted = 达到循环上限
task-layer-open-request = 智能体当时未得到回答的问题
task-layer-report = 智能体自己的报告
task-layer-rules = 对智能体最后一条消息的规则判断
task-layer-person = 你
task-event-started = 开始尝试
task-event-asked = 等待你
task-event-answered = 已回答
task-event-withdrawn = 问题已撤回
task-event-stop-requested = 正在停止
task-event-queued = 排队
task-event-completed = 已完成
task-event-failed = 失败
task-event-cancelled = 已取消
task-ending-complete = 完成
task-ending-asks = 以问题结束
task-ending-continues = 接着处理排队的消息
task-ending-failed = 失败
task-ending-needs-login = 未登录
task-ending-stopped = 已停止
task-ending-interrupted = 中断
thread-full-auto = 全自动
thread-archived = 已归档

## 命令行：threads、thread、task

cli-thread-id = 对话的编号，写开头几位即可
cli-task-id = 任务的编号，写开头几位即可
cli-threads-about = 列出你的对话：与智能体的对话，每个对应一个目录
cli-threads-after =
    示例：
      sayso threads
      sayso threads --archived --json
cli-threads-archived = 也列出已归档的对话
cli-threads-none = 没有对话。
cli-thread-about = 查看或修改对话
cli-thread-after =
    示例：
      sayso thread show 7c1d44e0
      sayso thread rename 7c1d44e0 "订单服务"
      sayso thread auto 7c1d44e0 off
cli-thread-show-about = 查看一个对话、它的任务，以及你一直允许的操作
cli-thread-rename-about = 修改对话的标题
cli-thread-title = 新标题
cli-thread-archive-about = 在 `sayso threads` 中隐藏对话；不会删除任何内容
cli-thread-restore-about = 恢复已归档的对话
cli-thread-auto-about = 打开或关闭全自动；打开后智能体不再询问你就执行操作
cli-thread-auto-state = 智能体是否不询问就执行操作
cli-thread-forget-about = 撤销你一直有效的批准或拒绝
cli-thread-forget-number = 它在 `sayso thread show` 中的序号
cli-thread-heading = 编号 { $id } · { $ago }有变化
cli-thread-limits = { $idle }没有进展或总共 { $hard }后停止
cli-thread-tasks = 任务：
cli-thread-remembered = 在此对话中一直有效的决定：
cli-thread-renamed = 对话已改名为 { $title }。
cli-thread-archived = 已归档 { $title }。
cli-thread-restored = 已恢复 { $title }。
cli-thread-auto-on = { $title } 已设为全自动：{ $agent } 不再询问你就执行操作。
cli-thread-auto-off = { $title }：{ $agent } 执行操作前会询问你。
cli-thread-forgotten = 已撤销。{ $agent } 会再次询问你。
cli-task-about = 列出、查看和控制任务
cli-task-after =
    示例：
      sayso task list --status AWAITING_RESPONSE
      sayso task show 3f2a91bc
      sayso task reply 3f2a91bc "好，两个文件都改。"
      sayso task log 3f2a91bc --follow
cli-task-list-about = 按你布置的顺序列出任务
cli-task-list-thread = 只列出这个对话的任务
cli-task-list-status = 只列出这种状态的任务
cli-task-none = 没有任务。
cli-task-show-about = 查看一个任务：要求、回复、各次尝试、最后的消息和操作记录
cli-task-heading = 任务 { $task } · 对话 { $thread }
cli-task-waits = { $status }：{ $reason }
cli-task-waits-directory = 任务 { $task } 在同一目录中工作，它结束后开始。
cli-task-waits-slot = 正在运行的 { $max } 个任务中有一个结束后开始。
cli-task-waits-turn = 马上开始。
cli-task-stopping = 正在停止智能体。
cli-task-decided-by = 判断依据：{ $layer }。
cli-task-prompt = 要求：
cli-task-replies = 你的回复：
cli-task-queued = 等待发给智能体：
cli-task-output = 智能体最后的消息：
cli-task-attempts = 各次尝试：
cli-task-attempt = 第 { $number } 次  { $started }  { $ended }
cli-task-attempt-runs = 运行中
cli-task-attempt-ended = { $ending }，{ $at }
cli-task-answer-with = 回答命令：{ $command }
cli-task-reply-about = 给智能体发消息：回答它的问题，或等它这一轮结束
cli-task-reply-after =
    文字逐字节发送。智能体工作期间消息会排队：`sayso task show` 列出它，
    `sayso task edit` 修改，`sayso task unqueue` 移除。
    示例：
      sayso task reply 3f2a91bc "好，两个文件都改。"
      sayso task reply 3f2a91bc - < answer.md
cli-task-reply-text = 消息；- 表示从标准输入逐字节读取
cli-task-reply-answered = 已发送，智能体会据此继续。
cli-task-reply-queued = 已排队，智能体这一轮结束后会收到。
cli-task-edit-about = 修改仍在排队的消息
cli-task-unqueue-about = 移除仍在排队的消息
cli-task-message = 消息的编号，见 `sayso task show`
cli-task-edited = 已修改排队的消息。
cli-task-unqueued = 已移除排队的消息。
cli-task-cancel-about = 取消任务，并停止它启动的一切
cli-task-mark-about = 更正任务是已完成还是在向你提问
cli-task-mark-as = 任务的实际情况
cli-task-marked = 已标记。{ $state }
cli-task-log-about = 输出智能体说过和做过的内容
cli-task-log-after =
    使用 --json 时每行一条记录：第几次尝试、位置、时间和内容，
    也包括智能体的思考、计划和令牌用量。
    示例：
      sayso task log 3f2a91bc --follow
      sayso task log 3f2a91bc --attempt 1 --json
cli-task-log-attempt = 只输出这一次尝试
cli-task-log-follow = 持续输出，直到任务结束
cli-log-attempt = ── 第 { $number } 次尝试 ──
cli-log-cut = … 更早的输出已丢弃：记录达到大小上限（task_log_mib）
cli-log-tool = ▸ { $kind }：{ $what }
cli-log-tool-failed = ✗ { $kind }：{ $what } 失败

## 命令行：智能体

cli-agents-about = 列出可以交给任务的智能体
cli-agents-add-about = 添加自己的智能体，或替换已有的
cli-agents-add-after = 示例：sayso agents add tester --kind command -- ./run-tests.sh
    acp 智能体通过标准输入输出使用 Agent Client Protocol。command 从标准输入得到提示词，或在参数 {"{prompt}"} 处得到，它打印的内容就是回答。
cli-agents-remove-about = 删除自己添加的智能体
cli-agents-check-about = 检查智能体能否工作，不交给它任何任务
cli-agents-name = 智能体的名称
cli-agents-kind = sayso 与它通信的方式
cli-agents-env = 给智能体的环境变量，例如密钥；保存在只有你能读取的文件中
cli-agents-command = 程序及其参数
cli-agents-bad-variable = “{ $given }”不是 名称=值 的形式
cli-agents-missing = 未安装
cli-agents-ready = 就绪
cli-agents-unready = 未就绪
cli-agents-unchecked = 未检查
problem-agent-kind-unknown = “{ $given }”不是智能体的类型
hint-agent-kind-unknown = 请使用 acp 或 command
problem-attempt-over = 此智能体的这次运行已经结束
hint-attempt-over = 请在下一次运行中提问
## 命令行：run

cli-run-about = 给智能体布置任务，查看进展并回答它的问题
cli-run-after =
    智能体说的内容写到标准输出，其他写到标准错误。在终端里可以直接回答智能体的问题。
    按 Ctrl+C 离开，任务继续运行；再按一次可取消任务。
    退出码：0 已完成，1 失败，3 已取消，6 等待你或仍在运行。
    示例：
      sayso run "修复失败的测试" --agent claude
      sayso run - --agent codex --dir ~/src/shop < task.md
      sayso run "再补上文档" --thread 7c1d44e0
      sayso run "移植测试" --agent codex --profile long --detach
cli-run-prompt = 智能体要做的事；- 表示从标准输入读取
cli-run-agent = 智能体，见 `sayso agents`
cli-run-dir = 工作目录；不写则为当前目录
cli-run-thread = 在这个对话中继续，沿用它的智能体、目录和时限
cli-run-profile = 无进展时限和总时限：standard 为 1 和 10 分钟，long 为 2 和 30，extended 为 5 和 60
cli-run-idle = 这么多秒没有进展就停止智能体
cli-run-hard = 总共这么多秒后停止智能体
cli-run-full-auto = 在整个对话中，智能体不询问你就执行操作
cli-run-detach = 输出任务编号，不等待
cli-run-other-thread = 这个对话属于 { $own }，不属于 { $given }
cli-run-way-back =
    任务会继续运行。之后可以查看：
      { $log }
      { $show }
cli-run-second-press = 再按一次 Ctrl+C 可取消任务。
cli-run-cancel-ask = 取消任务，并停止它启动的一切？[y/N]
