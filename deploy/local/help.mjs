/** The description and options of each command, for `--help`. `start` has its own text, which names its options with their bounds. */
export const HELP = {
  stop: `npm run stop

Stops the local stack and keeps its data for the next start.`,
  status: `npm run status

Shows the processes of the local stack, its addresses, and the place of its keys. Exits with 3 when it is not running.`,
  reset: `npm run reset

Stops the local stack and deletes its data, keys and logs.`,
  logs: `npm run logs -- [<name>] [-f] [--json]

  <name>          of a service or an engine; all of them, sorted by time, when absent
  -f, --follow    shows new lines until Ctrl-C
  --json          the lines as they are written, for jq; times are in UTC`,
  restart: `npm run restart -- <service>

Builds one service of the running stack again and starts it anew.`,
  engines: `npm run engines

Keeps engines for integration suites until Ctrl-C. CONTRIBUTING.md, "inner loop", shows how suites use them.`,
  operator: `npm run operator -- <command>

What an operator of Paygate does: creates merchants, activates and suspends them, changes their settings. Without a command it prints them all.`,
  test: `npm test -- [<kind>] [<words>]

  <kind>     unit, integration, runner or e2e; all of them when absent
  <words>    only the suites whose paths contain one of them`,
};

/** The text for these arguments; undefined when they ask for none, or the command has its own. */
export function helpFor(command, args) {
  const asks = args.includes('--help') || args.includes('-h');
  return asks && Object.hasOwn(HELP, command) ? HELP[command] : undefined;
}
