import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface ClassArchive {
  readonly options: readonly string[];
  /** to be called when the JVM has ended in order */
  readonly keep: () => void;
}

/**
 * The classes that Kafka loads, as the JVM would have them in memory: with them it starts in half the time. Written by
 * the first JVM that ends in order, under a name that no other stack uses, and kept only when it is known to be whole.
 */
export function classArchive(jars: string, javaVersion: string, stackRoot: string): ClassArchive {
  const [version, stack] = [javaVersion, stackRoot].map((text) => createHash('sha256').update(text).digest('hex'));
  const archive = join(jars, `classes-${String(version).slice(0, 12)}.jsa`);
  if (existsSync(archive)) return { options: [`-XX:SharedArchiveFile=${archive}`], keep: () => undefined };
  const partial = `${archive}.${String(stack).slice(0, 12)}`;
  rmSync(partial, { force: true });
  return {
    // on the way out it would warn of every class that it cannot keep
    options: [`-XX:ArchiveClassesAtExit=${partial}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'],
    keep: () => {
      if (existsSync(partial)) renameSync(partial, archive);
    },
  };
}
