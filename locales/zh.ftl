# 界面上的全部中文文字。键与 en.ftl 完全一致，写法说明见 en.ftl 开头。

## 提问的状态

status-pending = 待回答
status-submitted = 已回答
status-auto-submitted = 已自动提交
status-cancelled = 已取消
status-timeout = 已超时

## 提问显示在哪里，在哪里作答

interface-auto = 自动
interface-web = 网页
interface-terminal = 终端
interface-elicitation = 客户端内
surface-web = 网页
surface-terminal = 终端
surface-cli = 命令行
surface-elicitation = 智能体的客户端

## 提问方，以及答案是否已送达

asker-waiting = 智能体正在等待
asker-away = 智能体稍后会来取答案
asker-disconnected = 智能体已断开
delivery-open = 尚无答案
delivery-saved = 已保存，尚未送达
delivery-delivered = 已送达智能体

## 设置值的来源

setting-source-default = 默认值
setting-source-file = 设置文件
setting-source-environment = 环境变量

## 设置：分组

setting-group-questions = 提问
setting-group-interface = 外观
setting-group-terminal = 终端
setting-group-notifications = 通知
setting-group-history = 历史记录
setting-group-hub = 后台服务

## 设置：每项一行说明

setting-interface = 智能体未指定时，提问显示在哪里
setting-timeout-seconds = 智能体未指定时，提问等待的秒数；0 表示一直等下去
setting-timeout-min-seconds = 智能体可要求的最短等待时间（秒）
setting-timeout-max-seconds = 智能体可要求的最长等待时间（秒）
setting-unlimited-wait = 允许智能体提出无限期等待的问题
setting-auto-submit = 超时后自动提交智能体给出的默认选项；危险操作除外
setting-single-submit = 智能体未指定时，选中即提交
setting-annotations = 可以为选项和整个回答添加备注
setting-show-placeholder = 在空白输入框中显示智能体给出的示例文字
setting-delivery = 客户端支持多种方式时，智能体以哪种方式接收答案
setting-poll-window-seconds = 智能体每次轮询最多等待的秒数
setting-client-windows = 按客户端名称设定单次调用可等待的秒数；0 表示只要客户端接受进度消息就一直等
setting-language = 网页、终端和命令行使用的语言
setting-theme = 网页的配色
setting-recent-completed = 网页列表中显示多少条已结束的提问
setting-open-browser = 有新提问而网页未打开时，自动打开浏览器
setting-navigation-hints = 在终端的提问下方显示按键提示
setting-annotation-focus = 光标何时进入选项备注：按 Tab 时，或选中选项时
setting-terminal-bell = 有新提问时终端响铃
setting-notify-new = 有新提问时通知
setting-notify-upcoming = 提问即将超时时通知
setting-notify-timeout = 提问超时后通知
setting-notify-sound = 通知时播放提示音
setting-notify-trigger = 何时弹出通知：总是，或仅当您没有在看页面时
setting-notify-upcoming-seconds = 提前多少秒提醒即将超时
setting-retention-days = 已结束的提问保留多少天
setting-max-sessions = 最多保留多少条已结束的提问
setting-linger-seconds = 没有待回答的提问也没有连接时，后台服务继续运行的秒数；0 表示立即退出
setting-port = 网页的端口；0 表示由系统分配

# The page before the portal
page-signing-in = 正在登录…
page-signed-out = 此浏览器尚未登录。请运行 `sayso open` 获取新链接。
page-waiting = 等你决定
page-nothing = 目前没有需要你处理的事。
page-answer-with = 回答方式:sayso answer ID --select 选项

## 命令行：总体

cli-about = 智能体听你吩咐：sayso 把它们的提问带给你，把你的回答带回去。
cli-after-help =
    从这里开始：
      sayso demo                  每种提问各一个示例
      sayso install claude-code   让智能体向你提问

    退出码：
      0  已回答，或已完成
      1  出错
      2  用法错误
      3  提问已取消
      4  提问已超时
      5  已有人先回答
      6  未作决定：提问仍然开放
cli-data-dir = 使用 DIR 中独立的 hub：数据库、套接字、设置和令牌都在其中
cli-port = 启动 hub 时网页的端口；0 由系统选择（也可用 SAYSO_PORT）
cli-json = 输出 JSON；错误也是 JSON，写到标准错误
cli-id = 提问的编号，写开头几位即可
cli-error = 错误：{ $message }
cli-hint = 提示：{ $hint }

## 命令行：时间

cli-span-seconds = { $number } 秒
cli-span-minutes = { $number } 分钟
cli-span-hours = { $number } 小时
cli-span-days = { $number } 天
cli-span-ago = { $span }前
cli-time-left = 还剩 { $span }
cli-no-deadline = 没有时限

## 命令行：失败

cli-error-not-running = 没有正在运行的 hub
cli-error-not-running-hint = 用 `sayso serve` 启动一个，或直接提问
cli-error-not-started = hub 没有启动：{ $reason }
cli-error-not-started-hint = 详情见 { $log }
cli-error-foreign-hub = 套接字 { $path } 属于用户 { $owner }，不是你的；没有使用它
cli-error-broken = 与 hub 的连接中断：{ $reason }
cli-error-broken-hint = 请重试；提问和回答都已保存
cli-error-silent = hub 在 { $seconds } 秒内没有回应
cli-error-unreadable = hub 的回应无法理解
cli-error-unreadable-hint = hub 可能是另一个版本：先 `sayso stop`，再重试
cli-error-no-home = 找不到主目录
cli-error-no-home-hint = 设置 HOME，或用 --data-dir 指定目录
cli-error-no-program = 程序找不到自身：{ $reason }
cli-error-path = 无法使用 { $path }：{ $reason }
cli-error-not-a-directory = { $path } 不是一个独立的目录
cli-error-not-a-directory-hint = 请指定真正的目录；末端的链接可能被他人改向，因此被拒绝
cli-error-foreign-directory = { $path } 属于用户 { $owner }，不是你的
cli-error-foreign-directory-hint = 用 --data-dir 选择另一个目录
cli-error-open-directory = 其他用户可以进入 { $path }（权限 { $mode }）
cli-error-open-directory-hint = 关闭访问：chmod 700 { $path }
cli-error-random = 系统没有给出随机数：{ $reason }
cli-error-runtime = 程序无法启动：{ $reason }
cli-winner = { $status }：{ $who }（{ $surface }），{ $at }
cli-winner-person = 有人
cli-winner-policy = 自动提交设置
cli-winner-asker = 提问方

## 命令行：单独运行 sayso

cli-overview-none = 没有正在运行的 hub：现在没有人在提问。
cli-overview-idle = 没有等待你的提问。网页地址：{ $url }
cli-overview-waiting = 有 { $shown } 个提问在等你
cli-overview-demo = 用示例提问试一试
cli-overview-install = 让智能体向你提问
cli-overview-list = 查看已保存的提问
cli-overview-help = 其他所有命令
cli-overview-open = 在浏览器中回答
cli-overview-show = 阅读第一个
cli-overview-answer = 回答它
cli-overview-completed = 最近的决定

## 命令行：demo

cli-demo-about = 提出四个示例问题，每种一个，并显示回答
cli-demo-after =
    在另一个终端里用打印出的命令回答。
    Ctrl+C 离开后提问仍然开放；`sayso list` 可再次查看。
cli-demo-intro = hub 正在运行。网页：{ $url }
    四个示例问题在等待。请在另一个终端回答，例如：
cli-demo-waiting = 正在等待你的回答（Ctrl+C 离开）。
cli-demo-done = 全部完成。现在让智能体向你提问：
    {"  "}{ $command }
cli-demo-left = 已离开。提问在 15 分钟内保持开放：{ $command }
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
    第一个提问需要时会启动 hub。
cli-mcp-project = 智能体所在的项目 [默认：当前目录]
cli-serve-about = 运行一个常驻的 hub，直到被停止
cli-serve-after =
    其他命令会自行启动 hub，并在没人需要时结束它。
    想让它常驻（例如登录时）就自己运行。SAYSO_LOG=debug 会记录更多。
cli-serve-on-demand = 没有等待和连接时自行结束；供其他命令使用
cli-serve-ready = 网页地址：{ $url }（登录：{ $command }）。Ctrl+C 结束 hub；未回答的提问会保留。
cli-serve-running-hint = 可以直接使用，或停止它：{ $command }
cli-serve-port-hint = 用 --port 选择其他端口，--port 0 表示任意空闲端口
cli-stop-about = 停止 hub；未回答的提问会保留
cli-stop-done = hub 已停止。未回答的提问会保留，下次启动时恢复。
cli-stop-none = 没有正在运行的 hub。
cli-open-about = 在浏览器中打开已登录的网页
cli-open-after =
    链接只能使用一次，一分钟内有效。没有屏幕时会打印链接，
    通过 SSH 时还会打印端口转发命令。
cli-open-print = 只打印链接
cli-open-opened = 已在浏览器中打开 { $url }。
cli-open-printed = 请在 { $seconds } 秒内打开此链接；只能使用一次。
cli-open-forward = 请先在你面前的机器上转发端口：{ $command }
cli-open-unused = 浏览器没有登录，链接已过期。请试试 `sayso open --print`。
cli-status-about = 说明 hub 是否在运行、在哪里；不会启动 hub
cli-status-none = { $directory } 没有正在运行的 hub。
cli-status-url = 网页
cli-status-pending = 等待中的提问
cli-status-calls = 等待中的智能体
cli-status-pages = 打开的网页
cli-status-process = 进程
cli-status-on-demand = 空闲时自行结束
cli-status-stays = 常驻
cli-status-started = 启动于
cli-status-version = 版本
cli-status-store = 数据库

## 命令行：list、show

cli-list-about = 列出提问
cli-list-after =
    示例：
      sayso list
      sayso list --filter all --json
cli-list-filter = 列出哪些
cli-list-search = 只列出包含这段文字的
cli-list-limit = 最多列出这么多
cli-list-empty = 没有可显示的内容。
cli-show-about = 显示一个提问：内容、回答以及全部经过
cli-show-id = 编号 { $id }
cli-show-left = { $words }（{ $ago }离开）
cli-show-recommended = 推荐
cli-show-note = 备注：{ $note }
cli-show-destructive = 这涉及无法撤销的操作。
cli-show-answered = { $surface }，{ $at }
cli-show-events = 经过：
cli-rule-single = 选择一项。
cli-rule-multi = 选择 { $min } 到 { $max } 项。
cli-rule-text = 请写下回答。
cli-rule-hybrid = 选择 { $min } 到 { $max } 项，或写下回答，或两者都有。

## 命令行：answer、cancel、extend、choose

cli-answer-about = 回答一个提问
cli-answer-after =
    不写 --select 时提交一开始就选中的选项。
    示例：
      sayso answer 3f2a91bc --select postgres --note postgres="17 版"
      sayso answer 3f2a91bc --text "就叫 tidy" --annotation "并写好文档"
cli-answer-select = 选择这个选项；可以多次给出
cli-answer-none = 什么都不选，包括一开始就选中的
cli-answer-note = 对某个选项的备注
cli-answer-note-invalid = 备注写作 OPT=TEXT
cli-answer-annotation = 对整个回答的备注
cli-answer-text = 用自己的话回答（提问允许时）
cli-cancel-about = 取消一个提问；智能体会得知没有作出选择
cli-cancel-annotation = 给智能体的理由
cli-extend-about = 给一个提问更多时间
cli-extend-seconds = 增加多少秒
cli-extend-done = 还剩 { $span }
cli-choose-about = 在终端里回答一个提问
cli-choose-stub = 这个版本还没有交互式终端。请这样回答：
    {"  "}{ $command }

## 命令行：ask

cli-ask-about = 从脚本提问，等待并打印回答
cli-ask-after =
    回答写到标准输出，其余写到标准错误。
    示例：
      db=$(sayso ask --title "用哪种数据库？" --prompt "服务启动需要一个数据库，请选择一种。" \
        --option sqlite="SQLite|一个文件" --option pg=PostgreSQL --recommend sqlite) || exit
cli-ask-title = 要决定什么，几个字即可
cli-ask-prompt = 正在做什么、为什么需要选择；支持 Markdown
cli-ask-mode = single、multi、text_input 或 hybrid
cli-ask-option = 一个选项；可以多次给出
cli-ask-option-invalid = 选项写作 ID、ID=LABEL 或 ID=LABEL|DESCRIPTION
cli-ask-recommend = 把这个选项标为推荐
cli-ask-default = 一开始就选中这个选项
cli-ask-min = 至少选择几项
cli-ask-max = 最多选择几项
cli-ask-placeholder = 输入框里显示的示例文字
cli-ask-timeout = 等待的秒数；设置允许时 0 表示一直等待
cli-ask-risk = normal 或 destructive；后者永远不会自动回答
cli-ask-interface = auto、web 或 terminal
cli-ask-unknown-option = 没有可推荐的 --option { $id }
cli-ask-waiting = 正在等待回答：{ $url }
    {"  "}{ $command }
cli-ask-your-text = 你的回答
cli-ask-left = 已离开。提问仍然开放：{ $command }

## 命令行：config

cli-config-about = 读取和修改设置
cli-config-after =
    示例：
      sayso config list
      sayso config set timeout_seconds 900
      sayso config reset timeout_seconds
cli-config-get-about = 打印一项设置
cli-config-set-about = 修改一项设置；正在运行的 hub 立即生效
cli-config-reset-about = 把一项设置恢复为默认值
cli-config-list-about = 列出全部设置及其值
cli-config-path-about = 打印设置文件的位置
cli-config-name = 设置的名称
cli-config-value = 新的值

## 命令行：install

cli-install-about = 让智能体向你提问：把 sayso 加入它的配置
cli-install-after =
    先显示改动，原文件保留在新文件旁边。
    示例：
      sayso install claude-code
      sayso install codex --print
      sayso install cursor --undo
cli-install-client = 哪一个
cli-install-print = 只显示改动
cli-install-undo = 把条目去掉
cli-install-yes = 写入前不再询问
cli-install-unchanged = { $file }：无需改动
cli-install-confirm = 写入 { $file } 吗？[y/N]
cli-install-needs-yes = 写入文件之前，这里没有人可以询问
cli-install-needs-yes-hint = 加 --yes 写入，或加 --print 只查看改动
cli-install-nothing-written = 没有写入任何内容。
cli-install-backup = 原文件保留为 { $file }
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
cli-doctor-version = sayso { $version }（{ $program }），版本正常
cli-doctor-directory = { $directory } 只有你能访问
cli-doctor-directory-new = { $directory } 会在需要时创建
cli-doctor-settings = 设置：{ $file }
cli-doctor-settings-none = 设置：全部为默认值（{ $file } 不存在）
cli-doctor-database = 数据库 SQLite { $version }，{ $file }
cli-doctor-hub = hub 正在 { $url } 运行（进程 { $pid }）
cli-doctor-hub-none = 没有正在运行的 hub；需要时会启动
cli-doctor-hub-other = 它的版本是 { $version }；要使用当前版本：{ $command }
cli-doctor-port-free = 端口 { $port } 空闲
cli-doctor-port-taken = 端口 { $port } 已被占用，而设置要求使用它
cli-doctor-port-taken-default = 端口 { $port } 已被占用；hub 会使用另一个
cli-doctor-loopback = { $address } 可用
cli-doctor-loopback-none = { $address } 不可用：{ $reason }
cli-doctor-browser = 可以打开浏览器
cli-doctor-browser-none = 这里无法打开浏览器；会打印链接
cli-doctor-no-clients = 没有找到智能体。`sayso install --help` 列出 sayso 认识的客户端。
cli-doctor-entry-ours = 使用本程序
cli-doctor-entry-other = 使用另一个程序（{ $detail }）；要修改：{ $command }
cli-doctor-entry-none = 没有使用 sayso；要修改：{ $command }
cli-doctor-entry-unreadable = 无法读取它的配置：{ $detail }
cli-doctor-limit = { $limit }没有响应就放弃调用；sayso 在 { $window }后回复 "pending"，再被询问
cli-doctor-no-limit = 没有已知的限制；sayso 在 { $window }后回复 "pending"，再被询问
cli-doctor-raise = 提高限制（{ $setting }）：

## 命令行：token、auth、completions

cli-token-about = 供智能体通过 HTTP 访问 hub 的令牌
cli-token-after =
    持有令牌者可以提问和读取自己的提问，永远不能回答。
    示例：
      sayso token create ci --project . --days 30
cli-token-create-about = 创建令牌并打印一次
cli-token-list-about = 列出令牌
cli-token-revoke-about = 让令牌立即失效
cli-token-name = 智能体的名称
cli-token-project = 智能体所在的目录
cli-token-days = 多少天后过期
cli-token-id = 令牌的编号，见 `sayso token list`
cli-token-created = 只显示这一次；{ $expires } 过期。把它作为 { $url } 的 bearer 令牌交给智能体
cli-token-none = 没有令牌。
cli-token-unused = 从未使用
cli-token-expires = { $at } 过期
cli-token-revoked = { $name } 的令牌已失效。
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
cli-reference-markers-text = 无论提问如何结束，命令都会用一行以标记开头的文字说明。`answer`、`cancel` 和 `choose` 写到标准输出，`ask` 写到标准错误，因为那里的输出就是回答本身。空的部分会省略。
cli-marker-complete = 已回答：`selected=a,b`、`custom_input="…"`（JSON）、`annotations=…`（JSON）、`additional_annotation=…`（到行尾）
cli-marker-auto = 时间已到，由自动提交设置回答；各部分相同
cli-marker-cancelled = 已取消；`additional_annotation=…` 是给出的理由
cli-marker-timeout = 没有人及时回答，没有作出选择
cli-marker-elsewhere = 已有人先决定：`session_id=… status=… by=… surface=… at=…`
cli-marker-undecided = 保持原样；`session_id=…` 仍然开放
cli-reference-settings = 保存在 `settings.toml`（位置见 `sayso config path`）。环境变量优先于文件。用 `sayso config set NAME VALUE` 修改。
