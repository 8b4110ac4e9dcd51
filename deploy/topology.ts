import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from './local/paths.ts';

/** The connections of a process, and what it does at Kafka. */
export interface Place {
  readonly opens?: readonly string[];
  readonly acceptsFrom?: readonly string[];
  readonly produces?: readonly string[];
  readonly consumes?: readonly string[];
  /** Consumer groups; a star stands for any end. */
  readonly groups?: readonly string[];
}

/** deploy/topology.yaml, by process. */
export const topology = parse(readFileSync(join(repositoryRoot, 'deploy/topology.yaml'), 'utf8')) as Readonly<
  Record<string, Place>
>;
