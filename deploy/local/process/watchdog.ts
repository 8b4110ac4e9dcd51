import { stackPaths } from '../paths.ts';
import { endLeftovers } from './leftovers.ts';

/**
 * Outlives the runner. Its standard input is a pipe that only the runner holds: the end of it means that the runner is
 * gone, however it went. A runner that stopped in order has left nothing, and this process just ends.
 */
const [root, marker] = process.argv.slice(2);
if (root === undefined || marker === undefined) throw new Error('usage: watchdog <stack root> <run marker>');

process.stdin.resume();
process.stdin.once('end', end);
process.stdin.once('error', end);

function end(): void {
  // only this run's: the next start may already have processes of its own
  void endLeftovers(stackPaths(String(root)), (found) => found === marker).then(() => process.exit(0));
}
