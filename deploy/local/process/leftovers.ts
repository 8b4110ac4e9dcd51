import type { StackPaths } from '../paths.ts';
import { becomesTrue } from '../waiting.ts';
import { groupExists, isAlive, processesOfRuns, signalGroup, signalQuietly } from './identity.ts';
import { readProcessFile } from './process-file.ts';
import type { ProcessEntry, Role } from './process-file.ts';

const GRACE_MS = 5000;
const KILL_MS = 5000;

/** The marker of one run of a stack; the root comes last because a path may hold anything. */
export function runMarker(runId: string, root: string): string {
  return `${runId}:${root}`;
}

export function rootOfMarker(marker: string): string {
  return marker.slice(marker.indexOf(':') + 1);
}

/**
 * Ends what a run that was killed left behind: services before engines, politely and then not.
 * `accepts` says which runs are meant, by marker; the number of processes that were found alive is returned.
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
  // a number is not given away while a member of the group that it names lives, so these are still ours
  for (const entry of entries) signalQuietly(-entry.pid, 'SIGKILL');
  await becomesTrue(gone, KILL_MS);
  return entries.length;
}

/** Spawned but not yet written down when the runner was killed, or left in a group whose leader had died. */
async function endUnrecorded(accepts: (marker: string) => boolean): Promise<number> {
  const found = processesOfRuns(accepts);
  for (const identity of found) signalQuietly(identity.pid, 'SIGTERM');
  const gone = (): boolean => found.every((identity) => !isAlive(identity));
  if (found.length === 0 || (await becomesTrue(gone, GRACE_MS))) return found.length;
  for (const identity of found.filter(isAlive)) signalQuietly(identity.pid, 'SIGKILL');
  await becomesTrue(gone, KILL_MS);
  return found.length;
}
