import { START_USAGE, wantsHelp, parseLogs, parseStart, refuseArguments } from './commands/command-line.ts';
import { StackError, explain } from './errors.ts';
import { logsCommand } from './commands/logs-command.ts';
import { stackPaths, stackRoot } from './paths.ts';
import { resetCommand } from './commands/reset-command.ts';
import { restartCommand } from './commands/restart-command.ts';
import { statusCommand } from './commands/status-command.ts';
import { stopCommand } from './commands/stop-command.ts';

const COMMANDS = ['start', 'stop', 'status', 'reset', 'logs', 'test', 'engines', 'operator', 'restart'] as const;
type Command = (typeof COMMANDS)[number];

/** Commands import what needs packages when they run, so that `status` and `stop` work in a clone without packages. */
async function run(command: Command, args: readonly string[]): Promise<number> {
  const paths = stackPaths(stackRoot(''));
  switch (command) {
    case 'start': {
      if (wantsHelp(args)) {
        process.stdout.write(START_USAGE);
        return 0;
      }
      const options = parseStart(args);
      const [{ startCommand }, { PLAN }, { PRODUCTION }] = await Promise.all([
        import('./commands/start-command.ts'),
        import('./stack/services.ts'),
        import('./stack/production.ts'),
      ]);
      return startCommand(paths, options.production ? PRODUCTION : PLAN, options);
    }
    case 'test': {
      const [{ testCommand }, { PLAN }, { PRODUCTION }] = await Promise.all([
        import('./commands/test-command.ts'),
        import('./stack/services.ts'),
        import('./stack/production.ts'),
      ]);
      return testCommand({ shared: PLAN, production: PRODUCTION }, args);
    }
    case 'logs':
      return logsCommand(paths, parseLogs(args));
    case 'restart':
      return restartCommand(paths, args);
    case 'operator': {
      const { operatorCommand } = await import('./commands/operator-command.ts');
      return operatorCommand(paths, args);
    }
    case 'engines': {
      refuseArguments(command, args);
      const { enginesCommand } = await import('./commands/engines-command.ts');
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

// the reader of the output may be gone; the stack still shuts down gracefully
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  const [command, ...args] = process.argv.slice(2);
  process.exitCode = await run(commandOf(command), args);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
// what a client library left open must not keep the process running
process.exit();
