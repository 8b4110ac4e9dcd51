import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { jobName } from './jobs/job-names.ts';
import type { Manifest } from './manifests.ts';

/** One change to an object of the overlay `production` that must not pass, as mutants.yaml describes it. */
export interface Mutant {
  readonly what: string;
  readonly object?: string;
  readonly from: string;
  readonly to: string;
  readonly fault?: string;
  readonly refusal?: string;
}

interface Mutation {
  readonly changed: Manifest;
  readonly manifests: readonly Manifest[];
}

const USUAL_OBJECT = 'Deployment/charging';

export const mutants = parse(readFileSync(join(import.meta.dirname, 'mutants.yaml'), 'utf8')) as readonly Mutant[];

/** Copies `manifests` with the change. Throws when the object lacks what is to be replaced. */
export function mutate(manifests: readonly Manifest[], { what, object = USUAL_OBJECT, from, to }: Mutant): Mutation {
  const original = manifests.find(({ kind, metadata }) => `${kind}/${jobName(metadata.name)}` === object);
  const text = JSON.stringify(original) as string | undefined;
  if (text?.includes(from) !== true) throw new Error(`${what}: ${object} has no ${from}`);
  const changed = JSON.parse(text.replace(from, () => to)) as Manifest;
  return { changed, manifests: manifests.map((manifest) => (manifest === original ? changed : manifest)) };
}
