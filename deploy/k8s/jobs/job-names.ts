/**
 * Reads objects and writes them with a hash of their contents in the names of the Jobs that prepare a version (migrations, topics, databases),
 * as Kustomize does with ConfigMaps. A Job is immutable: one with other contents has another name, and none is deleted before an apply.
 *
 *   kubectl kustomize <overlay> | node deploy/k8s/jobs/job-names.ts | kubectl apply --filename -
 */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Manifest } from '../manifests.ts';
import { manifestsIn } from '../manifests.ts';

const COMPONENT = 'app.kubernetes.io/component';
const PREPARATIONS = ['migration', 'topics', 'databases'];
const HASH_DIGITS = 10;
const HASH = new RegExp(`-[0-9a-f]{${HASH_DIGITS}}$`);

/** The objects with a hash in the name of each Job that prepares a version, in place of one that it has already. */
export function withNamedJobs<Object extends Manifest>(manifests: readonly Object[]): Object[] {
  return manifests.map((manifest) => (isPreparation(manifest) ? named(manifest) : manifest));
}

/** The name of a Job without its hash. */
export function jobName(name: string): string {
  return name.replace(HASH, '');
}

function isPreparation({ kind, metadata }: Manifest): boolean {
  return kind === 'Job' && PREPARATIONS.includes(metadata.labels?.[COMPONENT] ?? '');
}

function named<Object extends Manifest>(job: Object): Object {
  const name = jobName(job.metadata.name);
  const unnamed = { ...job, metadata: { ...job.metadata, name } };
  const hash = createHash('sha256').update(JSON.stringify(unnamed)).digest('hex').slice(0, HASH_DIGITS);
  return { ...unnamed, metadata: { ...unnamed.metadata, name: `${name}-${hash}` } };
}

/** The text of an object as Kustomize writes it, with the name that the object gets. */
function renamed(document: string): string {
  const [before] = manifestsIn(document);
  const [after] = before === undefined ? [] : withNamedJobs([before]);
  if (before === undefined || after === undefined || after === before) return document;
  return document.replace(`\n  name: ${before.metadata.name}\n`, `\n  name: ${after.metadata.name}\n`);
}

if (import.meta.main)
  process.stdout.write(
    (await text(process.stdin))
      .split(/^(?=---$)/m)
      .map(renamed)
      .join(''),
  );
