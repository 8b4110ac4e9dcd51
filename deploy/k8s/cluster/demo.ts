import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { outputOf, run, until } from '../../trial/commands.ts';
import { readOverlay } from '../manifests.ts';

const NAMESPACE = 'paygate';
const PAID_SECONDS = 600;

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

/** Makes the demo merchant's payments through the Service of the gateway, and prints their steps. Throws when one fails. */
export async function makePayment(): Promise<void> {
  await startDemoJob('smoke');
  const job = await until('the end of the demo payment', PAID_SECONDS, async () => {
    const { status = {} } = JSON.parse(await kubectl('get', 'job', 'smoke', '--output=json')) as {
      status?: { succeeded?: 1; failed?: 1 };
    };
    return status.succeeded === 1 || status.failed === 1 ? status : undefined;
  });
  // of the containers that started: a failure may be in one that comes before the payment
  await run('kubectl', ['--namespace', NAMESPACE, 'logs', 'job/smoke', '--all-containers', '--ignore-errors']);
  if (job.succeeded !== 1) throw new Error('the demo payment failed');
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
