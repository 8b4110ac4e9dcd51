/** The description and options of each command, for `--help`. `start` has its own text, which names its options with their bounds. */
export const HELP = {
  stop: `npm run stop

Stops the local stack and keeps its data for the next start.`,
  status: `npm run status

Shows the processes of the local stack, its addresses, and where its keys are. Exits with 3 when it is not running.`,
  reset: `npm run reset

Stops the local stack and deletes its data, keys and logs.`,
  logs: `npm run logs -- [<name>] [-f] [--json]

  <name>          a service or an engine; without it, the lines of all, sorted by time
  -f, --follow    shows new lines until Ctrl-C
  --json          the lines as they are written, for jq; times are in UTC`,
  restart: `npm run restart -- <service>

Builds one service of the running stack again and restarts it.`,
  engines: `npm run engines

Starts the engines that integration suites need and keeps them up until Ctrl-C. CONTRIBUTING.md, "inner loop", shows how suites use them.`,
  operator: `npm run operator -- <command>

Runs a command of an operator of Paygate: create, activate or suspend a merchant, change its settings, and others. Without a command, prints all commands.`,
  test: `npm test -- [<kind>] [<words>]

  <kind>     unit, integration, runner or e2e; all kinds when absent
  <words>    only the suites whose paths contain one of these words`,
};

/** The text for these arguments; undefined when they ask for none, or the command has its own. */
export function helpFor(command, args) {
  const asks = args.includes('--help') || args.includes('-h');
  return asks && Object.hasOwn(HELP, command) ? HELP[command] : undefined;
}
