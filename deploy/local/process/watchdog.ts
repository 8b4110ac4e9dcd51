import { stackPaths } from '../paths.ts';
import { endLeftovers } from './leftovers.ts';

/**
 * Ends the processes of a runner that was killed. Its standard input is a pipe that only the runner holds, so the end of the
 * input means that the runner is gone. After a graceful stop there is nothing to end.
 */
const [root, marker] = process.argv.slice(2);
if (root === undefined || marker === undefined) throw new Error('usage: watchdog <stack root> <run marker>');

process.stdin.resume();
process.stdin.once('end', end);
process.stdin.once('error', end);

function end(): void {
  // only processes of this run: the next start may already have started others
  void endLeftovers(stackPaths(String(root)), (found) => found === marker).then(() => process.exit(0));
}
