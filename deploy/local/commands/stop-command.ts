import { rmSync } from 'node:fs';
import type { StackPaths } from '../paths.ts';
import { isAlive, signalQuietly } from '../process/identity.ts';
import { endLeftovers, rootOfMarker } from '../process/leftovers.ts';
import { lockHolder } from '../process/lock.ts';
import { print } from '../progress.ts';
import { becomesTrue } from '../waiting.ts';

/** Longer than the runner's own limits: services, then engines, each with a grace period and a kill. */
const STOP_MS = 60_000;
const KILL_MS = 5000;

export async function stopCommand(paths: StackPaths): Promise<number> {
  const holder = lockHolder(paths.lockFile);
  if (holder !== undefined) {
    print(`stopping "${holder.command}" (pid ${String(holder.pid)})`);
    signalQuietly(holder.pid, 'SIGTERM');
    if (!(await becomesTrue(() => !isAlive(holder), STOP_MS))) {
      print('it does not stop, so it is killed');
      signalQuietly(holder.pid, 'SIGKILL');
      await becomesTrue(() => !isAlive(holder), KILL_MS);
    }
  }
  const ended = await endLeftovers(paths, (marker) => rootOfMarker(marker) === paths.root);
  if (ended > 0) print(`ended ${String(ended)} processes of an earlier run`);
  rmSync(paths.stackFile, { force: true });
  print(holder === undefined && ended === 0 ? 'nothing was running' : 'stopped');
  return 0;
}
