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
