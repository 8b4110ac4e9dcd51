import { START_USAGE, asksForHelp, parseLogs, parseStart, refuseArguments } from './command-line.ts';
import { StackError, explain } from './errors.ts';
import { logsCommand } from './logs-command.ts';
import { stackPaths, stackRoot } from './paths.ts';
import { resetCommand } from './reset-command.ts';
import { statusCommand } from './status-command.ts';
import { stopCommand } from './stop-command.ts';

const COMMANDS = ['start', 'stop', 'status', 'reset', 'logs', 'test', 'engines', 'operator'] as const;
type Command = (typeof COMMANDS)[number];

/** What needs packages is imported by the commands that need them: a clone that has none can still be looked at. */
async function run(command: Command, args: readonly string[]): Promise<number> {
  const paths = stackPaths(stackRoot(''));
  switch (command) {
    case 'start': {
      if (asksForHelp(args)) {
        process.stdout.write(START_USAGE);
        return 0;
      }
      const options = parseStart(args);
      const [{ startCommand }, { PLAN }] = await Promise.all([import('./start-command.ts'), import('./services.ts')]);
      return startCommand(paths, PLAN, options);
    }
    case 'test': {
      const [{ testCommand }, { PLAN }] = await Promise.all([import('./test-command.ts'), import('./services.ts')]);
      return testCommand(PLAN, args);
    }
    case 'logs':
      return logsCommand(paths, parseLogs(args));
    case 'operator': {
      const { operatorCommand } = await import('./operator-command.ts');
      return operatorCommand(paths, args);
    }
    case 'engines': {
      refuseArguments(command, args);
      const { enginesCommand } = await import('./engines-command.ts');
      return enginesCommand();
    }
    case 'stop':
      refuseArguments(command, args);
      return stopCommand(paths);
    case 'status':
      refuseArguments(command, args);
      return statusCommand(paths);
    case 'reset':
      refuseArguments(command, args);
      return resetCommand(paths);
  }
}

function commandOf(text: string | undefined): Command {
  const command = COMMANDS.find((known) => known === text);
  if (command === undefined) throw new StackError(`the command is one of ${COMMANDS.join(', ')}, not "${text ?? ''}"`);
  return command;
}

// whoever read the output may be gone; the stack is stopped in order all the same
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  const [command, ...args] = process.argv.slice(2);
  process.exitCode = await run(commandOf(command), args);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
// nothing that a client library left behind keeps the terminal waiting
process.exit();
