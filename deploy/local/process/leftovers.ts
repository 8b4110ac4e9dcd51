import type { StackPaths } from '../paths.ts';
import { becomesTrue } from '../waiting.ts';
import { groupExists, isAlive, processesOfRuns, signalGroup, signalQuietly } from './identity.ts';
import { readProcessFile } from './process-file.ts';
import type { ProcessEntry, Role } from './process-file.ts';

const GRACE_MS = 5000;
const KILL_MS = 5000;

/** The marker of one run of a stack. The root comes last because a path may contain any character. */
export function runMarker(runId: string, root: string): string {
  return `${runId}:${root}`;
}

export function rootOfMarker(marker: string): string {
  return marker.slice(marker.indexOf(':') + 1);
}

/**
 * Ends the processes that a killed run left behind: services before engines, gracefully and then with SIGKILL. `accepts` selects
 * the runs by their marker. Returns the number of processes that were alive.
 */
export async function endLeftovers(paths: StackPaths, accepts: (marker: string) => boolean): Promise<number> {
  const entries = readProcessFile(paths.processFile);
  let found = 0;
  const order: Role[] = ['one-shot', 'service', 'engine'];
  for (const role of order) {
    found += await endGroups(entries.filter((entry) => entry.role === role && isAlive(entry)));
  }
  return found + (await endUnrecorded(accepts));
}

async function endGroups(entries: ProcessEntry[]): Promise<number> {
  for (const entry of entries) signalGroup(entry, entry.stopSignal);
  const gone = (): boolean => entries.every((entry) => !isAlive(entry) && !groupExists(entry.pid));
  if (entries.length === 0 || (await becomesTrue(gone, GRACE_MS))) return entries.length;
  // a process id is not reused while a member of its group lives, so these groups are still the stack's
  for (const entry of entries) signalQuietly(-entry.pid, 'SIGKILL');
  await becomesTrue(gone, KILL_MS);
  return entries.length;
}

/** Ends processes that were not yet recorded when the runner was killed, or that are left in a group whose leader died. */
async function endUnrecorded(accepts: (marker: string) => boolean): Promise<number> {
  const found = processesOfRuns(accepts);
  for (const identity of found) signalQuietly(identity.pid, 'SIGTERM');
  const gone = (): boolean => found.every((identity) => !isAlive(identity));
  if (found.length === 0 || (await becomesTrue(gone, GRACE_MS))) return found.length;
  for (const identity of found.filter(isAlive)) signalQuietly(identity.pid, 'SIGKILL');
  await becomesTrue(gone, KILL_MS);
  return found.length;
}
