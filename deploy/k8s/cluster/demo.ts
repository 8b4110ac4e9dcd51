import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { outputOf, run, until } from '../../trial/commands.ts';
import { readOverlay } from '../manifests.ts';

const NAMESPACE = 'paygate';
const PAID_SECONDS = 600;
const SEEDED_SECONDS = 300;
/** The Secret with the demo merchant and its users, which the seed writes and all Jobs of demo.yaml read. */
const SEED_SECRET = 'paygate-demo';

/** An object of demo.yaml or of the local overlay. */
export interface Document {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: Readonly<
        Record<'containers' | 'initContainers', { env?: { name: string; value: string }[] }[]>
      > & {
        shareProcessNamespace?: boolean;
      };
    };
  };
}

/** Applies what the Jobs of demo.yaml need, and returns the address of the demo merchant's endpoint, host and port. */
export async function applyDemo(): Promise<string> {
  await apply(demo().filter(({ kind }) => kind !== 'Job'));
  return `${await receiverAddress()}:8080`;
}

/** The part of the result of the Job `seed` that a trial changes. */
interface Seed {
  readonly users: readonly { readonly password: string }[];
}

/** Makes the demo merchant and its users, unless this namespace has them, and keeps them in a Secret. */
export async function seedOnce(): Promise<void> {
  const known = await kubectl('get', 'secret', SEED_SECRET, '--ignore-not-found', '--output=name');
  if (known !== '') return;
  await startDemoJob('seed');
  const seed = await until('the seed', SEEDED_SECONDS, async () => {
    const { failed } = await statusOf('seed');
    return failed === 1
      ? 'failed'
      : await kubectl('exec', 'job/seed', '--container=hold', '--', 'cat', '/demo/seed.json');
  });
  if (seed === 'failed') {
    await printJob('seed');
    throw new Error('the seed failed');
  }
  await storeSeed(JSON.parse(seed) as Seed);
  // its pod is behind the Service of the receiver
  await kubectl('delete', 'job', 'seed', '--cascade=foreground');
}

/** From now on the Jobs sign in with passwords that are wrong. */
export async function spoilPasswords(): Promise<void> {
  const path = `--output=go-template={{index .data "seed.json" | base64decode}}`;
  const seed = JSON.parse(await kubectl('get', 'secret', SEED_SECRET, path)) as Seed;
  await storeSeed({ ...seed, users: seed.users.map((user) => ({ ...user, password: `not ${user.password}` })) });
}

async function storeSeed(seed: Seed): Promise<void> {
  const metadata = { name: SEED_SECRET, namespace: NAMESPACE };
  await apply([{ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { 'seed.json': JSON.stringify(seed) } }]);
}

/** Makes the demo merchant's payments through the Service of the gateway, and prints their steps. Throws when one fails. */
export async function makePayment(): Promise<void> {
  await seedOnce();
  await startDemoJob('smoke');
  const job = await until('the end of the demo payment', PAID_SECONDS, async () => {
    const status = await statusOf('smoke');
    return status.succeeded === 1 || status.failed === 1 ? status : undefined;
  });
  await printJob('smoke');
  if (job.succeeded !== 1) throw new Error('the demo payment failed');
}

async function statusOf(job: string): Promise<{ readonly succeeded?: 1; readonly failed?: 1 }> {
  const { status = {} } = JSON.parse(await kubectl('get', 'job', job, '--output=json')) as {
    status?: { succeeded?: 1; failed?: 1 };
  };
  return status;
}

/** Prints the logs of all containers that started: a failure may be in one that runs before the others. */
async function printJob(job: string): Promise<void> {
  await run('kubectl', ['--namespace', NAMESPACE, 'logs', `job/${job}`, '--all-containers', '--ignore-errors']);
}

/** The objects of demo.yaml, with the settings of the services: Kustomize adds a digest to the name of their ConfigMap. */
function demo(): readonly Document[] {
  const settings = readOverlay('local').find(({ kind }) => kind === 'ConfigMap')?.metadata.name ?? '';
  const text = readFileSync(join(import.meta.dirname, 'demo.yaml'), 'utf8').replace(
    'configMapRef: { name: paygate }',
    `configMapRef: { name: ${settings} }`,
  );
  return (parse(text, { merge: true }) as { readonly items: readonly Document[] }).items;
}

/** Starts a Job of demo.yaml anew, with the address to which webhooks deliver. */
export async function startDemoJob(name: string): Promise<void> {
  await kubectl('delete', 'job', name, '--ignore-not-found');
  const job = demo().find(({ kind, metadata }) => kind === 'Job' && metadata.name === name);
  const { initContainers = [], containers = [] } = job?.spec.template.spec ?? {};
  const url = { name: 'RECEIVER_URL', value: `http://${await receiverAddress()}:8080/hooks` };
  // the containers share one list
  for (const env of new Set([...initContainers, ...containers].map((container) => container.env))) env?.push(url);
  await apply([job]);
}

async function receiverAddress(): Promise<string> {
  return kubectl('get', 'service', 'receiver', '--output=jsonpath={.spec.clusterIP}');
}

export async function apply(objects: readonly unknown[]): Promise<void> {
  const text = objects.map((object) => stringify(object, { aliasDuplicateObjects: false })).join('---\n');
  await run('kubectl', ['apply', '--server-side', '--force-conflicts', '--filename', '-'], text);
}

function kubectl(...args: readonly string[]): Promise<string> {
  return outputOf('kubectl', ['--namespace', NAMESPACE, ...args]);
}
