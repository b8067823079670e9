// The tools by which agents run a command line, and how each wants it.

const description = "Run a command";
const SHELLS = {
  Bash: (line) => ({ command: line, description }),
  bash: (line) => ({ command: line, description }),
  exec_command: (line, sandbox) => ({ cmd: line, ...sandbox }),
  run_shell_command: (line) => ({ command: line, description }),
};
/** For an agent that would run everything in a sandbox without asking: out of it, so it asks. */
export const OUTSIDE = { sandbox_permissions: "require_escalated", justification: description };

/** The call that runs `line` in the agent's own shell. */
export function command(tools, line, sandbox = {}) {
  const tool = tools.find(({ name }) => Object.hasOwn(SHELLS, name));
  if (!tool) throw new Error(`no shell among ${tools.map(({ name }) => name)}`);
  return { tool, arguments: SHELLS[tool.name](line, sandbox) };
}
