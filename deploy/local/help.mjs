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

Runs a command of the installation's team: create, activate or suspend a merchant, change its settings, list and replay dead letters, and others. Without a command, prints all commands.`,
  test: `npm test -- [all] [<kind>] [<words>]

Runs suites on engines that it starts and stops. Without arguments: every unit suite, the suites that import a file which differs from the
main branch, the suites of the stack about a folder with such a file, and payments from their creation to their event.

  all        every suite, and the comparison of the API document and of docs/contract-map.json with what they received and proved
  <kind>     unit, integration, runner or e2e; load measures times and runs every bench, and runs only when it is named
  <words>    only the suites whose paths contain one of these words

A run prints its ten slowest suites. If a single suite fails, it runs once more behind the files that its worker ran before it. When it
passes, the run passes and prints "flaky: <suite>" above its last line; suites of money, codes, messaging and failures are never excused.

Variables:
  ISOLATED=1                a module registry for each file, as Jest has it by default
  ORDER=7                   the files of each lane in another order, shuffled by this number
  PROPERTY_SEED, PROPERTY_FACTOR   other random cases of properties, and more of them
  CHROMIUM                  the browser of the suites; else the system's, or one from an npm package
  SCREENSHOTS               a folder for pictures of the pages that the suites open`,
};

/** The text for these arguments; undefined when they ask for none, or the command has its own. */
export function helpFor(command, args) {
  const asks = args.includes('--help') || args.includes('-h');
  return asks && Object.hasOwn(HELP, command) ? HELP[command] : undefined;
}
