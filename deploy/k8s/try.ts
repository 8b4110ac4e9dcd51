/**
 * Tries the manifests on a cluster of which `kubectl` has the rights of an administrator: its API server admits all overlays. Then it runs
 * the local one: migrations as Jobs, the whole stack ready, the demo payment, and under steady load an update of each service, three
 * replicas and back, and a deleted pod. No request may fail, and nothing may be lost or doubled. The disruption budget refuses an eviction, and where the cluster has a metrics
 * server, the gateway's autoscaler adds replicas up to its bound. Then Kafka, PostgreSQL and Redis are killed, frozen and cut off: every
 * request is answered, if only with 503 or 504, all pods are ready within 30 s, and no service is restarted. The load pays from wallets and as guests, and visits the
 * payment page, the dashboard and a payment link; no answer of it may be a refusal. The namespace `paygate` is deleted before and afterwards.
 *
 *   node deploy/k8s/try.ts [--images <command>] [--services <list>] [--engines <list>] [--next <tag>] [--wrong-password] [--keep]
 *
 * With `--next`, the stack is upgraded to the images of that tag and goes back from them, by the commands of docs/kubernetes.md.
 * `--images` makes the images of `docker compose build` and of the engines available to the nodes; it is run by the shell. With
 * `--wrong-password` the payers cannot sign in, which the trial must report as broken. With `--keep` the stack stays. Exits with 1 when a
 * promise was broken, after the last lines of each pod; with 2 when none was, and a machine that was too busy left one open.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HIGH_LIMITS } from '../local/stack/services.ts';
import { outputOf, run, until } from '../trial/commands.ts';
import { SteadyLoad } from '../trial/steady-load.ts';
import { Trial } from '../trial/trial.ts';
import { awaitReplicas, eagerAutoscaler, evictTwo, hasMetricsServer } from './cluster/disruptions.ts';
import type { Document } from './cluster/demo.ts';
import { apply, applyDemo, makePayment, spoilPasswords, startDemoJob } from './cluster/demo.ts';
import { cutOffEngine, freezeEngine, isEngine, killEngine } from './cluster/engine-faults.ts';
import { printLastLines } from './cluster/last-lines.ts';
import { awaitWorkloads } from './cluster/workloads.ts';
import { withNamedJobs } from './jobs/job-names.ts';
import type { Manifest } from './manifests.ts';
import { readOverlay } from './manifests.ts';

const NAMESPACE = 'paygate';
const READY_SECONDS = 600;
const REPLACED_SECONDS = 30;
const COMPONENT = 'app.kubernetes.io/component';
const STAYING = `${COMPONENT} in (service, simulator, engine)`;
/** The address of the payment page, for those that visit it inside the cluster. */
const PUBLIC_URL = 'https://gateway';
/** The services with a Deployment, each of which is updated, scaled and deleted under load. */
const SERVICES = ['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks'];

const { values: options } = parseArgs({
  options: {
    images: { type: 'string' },
    services: { type: 'string', default: SERVICES.join(',') },
    engines: { type: 'string', default: 'kafka,postgres,redis' },
    next: { type: 'string' },
    'wrong-password': { type: 'boolean' },
    keep: { type: 'boolean' },
  },
});
const inNamespace = ['--namespace', NAMESPACE];

if (options.images !== undefined) await run('bash', ['-c', options.images]);
// each as a whole, before one of them is applied
await run(process.execPath, [join(import.meta.dirname, 'admit.ts'), '--overlays']);
try {
  await start();
  await makePayment();
  console.log('✓ a payment through the Service of the gateway');
  process.exitCode = await tryUnderLoad();
} catch (error) {
  console.log(`✗ the trial cannot go on: ${String(error)}`);
  process.exitCode = 1;
} finally {
  if (process.exitCode !== 0)
    await printLastLines(NAMESPACE).catch((error: unknown) => {
      console.log(`✗ the last lines of the pods are not to be had: ${String(error)}`);
    });
  if (options.keep !== true) await run('kubectl', ['delete', 'namespace', NAMESPACE]);
}
// the followed log may still be open
process.exit();

/** Applies everything at once, and waits until it runs. */
async function start(): Promise<void> {
  await run('kubectl', ['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
  const began = performance.now();
  await apply([readOverlay('local').find(({ kind }) => kind === 'Namespace')]);
  const secrets = await outputOf(process.execPath, [join(import.meta.dirname, 'secrets.ts')]);
  await run('kubectl', ['apply', '--server-side', '--filename', '-'], secrets);
  const receiver = await applyDemo();
  await apply(stack('local', receiver));
  await awaitWorkloads(NAMESPACE, READY_SECONDS);
  console.log(`✓ the stack is ready after ${seconds(began)} s`);
}

async function tryUnderLoad(): Promise<number> {
  if (options['wrong-password'] === true) await spoilPasswords();
  await startDemoJob('load');
  const pod = await until('the load runs', READY_SECONDS, async () => {
    const selector = '--selector=batch.kubernetes.io/job-name=load';
    const found = await outputOf('kubectl', [...inNamespace, 'get', 'pods', selector, '--output=json']);
    const [item] = (JSON.parse(found) as { items: { metadata: { name: string }; status: { phase: string } }[] }).items;
    return item?.status.phase === 'Running' ? item.metadata.name : undefined;
  });
  const follow = spawn('kubectl', [...inNamespace, 'logs', '--follow', pod], { stdio: ['ignore', 'pipe', 'inherit'] });
  const load = new SteadyLoad(follow, () =>
    outputOf('kubectl', [...inNamespace, 'exec', pod, '--', 'node', '-e', 'process.kill(1, "SIGTERM")']),
  );
  const trial = new Trial(load);
  for (const name of options.services.split(',').filter(Boolean)) {
    const deployment = `deployment/${name}`;
    await trial.change(`update of ${name}`, async () => {
      await kubectl('rollout', 'restart', deployment);
      await kubectl('rollout', 'status', deployment, `--timeout=${READY_SECONDS}s`);
    });
    await trial.change(`${name} with three replicas`, () => scale(name, 3));
    await trial.change(`a deleted pod of ${name}`, () => deletePod(name));
    await trial.change(`${name} with one replica`, () => scale(name, 1));
  }
  await trial.change('the second of two evictions is refused', evictions);
  if (await hasMetricsServer()) await trial.change('the autoscaler of the gateway', autoscale);
  else console.log('– no autoscaler is tried: the cluster has no metrics server');
  if (options.next !== undefined)
    for (const tag of [options.next, 'local']) await trial.change(`update to the images ${tag}`, () => update(tag));
  for (const engine of options.engines.split(',').filter(Boolean)) {
    await trial.outage(`SIGKILL of ${engine}`, () => killEngine(NAMESPACE, engine), allReady);
    await trial.outage(`a frozen ${engine}`, () => freezeEngine(NAMESPACE, engine), allReady);
    await trial.outage(`${engine} cut off`, () => cutOffEngine(NAMESPACE, engine), allReady);
  }
  await trial.check('no service was restarted', restarted);
  return trial.end('kubernetes-trial');
}

/** The pods whose service ended by itself: it goes on without an engine, and within its memory. */
async function restarted(): Promise<readonly string[]> {
  const selector = `--selector=${COMPONENT} in (service, simulator)`;
  const list = await outputOf('kubectl', [...inNamespace, 'get', 'pods', selector, '--output=json']);
  const { items } = JSON.parse(list) as { items: readonly Pod[] };
  return items.flatMap(({ metadata, status: { containerStatuses = [] } }) =>
    containerStatuses.flatMap(({ restartCount }) =>
      restartCount > 0 ? [`${metadata.name}: ${restartCount} times`] : [],
    ),
  );
}

/** Follows docs/kubernetes.md. */
async function update(tag: string): Promise<void> {
  await apply(stack(tag, await applyDemo()));
  await kubectl('rollout', 'status', 'deployment', `--selector=${COMPONENT}=service`, `--timeout=${READY_SECONDS}s`);
}

/** The local overlay with Paygate's images of a tag. */
function stack(tag: string, receiver: string): readonly Document[] {
  const text = JSON.stringify(readOverlay('local')).replaceAll(
    /(paygate-[a-z-]+):local/g,
    (_, name: string) => `${name}:${tag}`,
  );
  return withNamedJobs(JSON.parse(text) as (Document & Manifest)[]).map((manifest) => forTrial(manifest, receiver));
}

async function allReady(): Promise<void> {
  await until('all pods are ready', READY_SECONDS, async () => {
    const text = await outputOf('kubectl', [...inNamespace, 'get', 'pods', `--selector=${STAYING}`, '--output=json']);
    const { items } = JSON.parse(text) as { items: readonly Pod[] };
    return items.length > 0 && items.every(isReady) ? items : undefined;
  });
}

async function evictions(): Promise<void> {
  await scale('otp', 2);
  const [first, second] = await podsOf('otp');
  await evictTwo(NAMESPACE, first?.metadata.name ?? '', second?.metadata.name ?? '');
  await scale('otp', 1);
}

async function autoscale(): Promise<void> {
  const { manifest, most } = eagerAutoscaler('gateway');
  await apply([manifest]);
  try {
    await awaitReplicas('gateway', most);
  } finally {
    await kubectl('delete', 'hpa', 'gateway');
    await scale('gateway', 1);
  }
}

async function scale(name: string, replicas: number): Promise<void> {
  await kubectl('scale', `deployment/${name}`, `--replicas=${replicas}`);
  await until(`${name} has ${replicas} pods`, READY_SECONDS, async () => {
    const pods = await podsOf(name);
    return pods.length === replicas && pods.every(isReady) ? pods : undefined;
  });
}

/** Deletes one of several pods. The others serve meanwhile. */
async function deletePod(name: string): Promise<void> {
  const before = await podsOf(name);
  await kubectl('delete', 'pod', before[0]?.metadata.name ?? '', '--wait=false');
  await until(`a ready pod in place of the deleted one`, REPLACED_SECONDS, async () => {
    const known = before.map(({ metadata }) => metadata.name);
    return (await podsOf(name)).find((pod) => !known.includes(pod.metadata.name) && isReady(pod));
  });
}

interface Pod {
  readonly metadata: { readonly name: string };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

async function podsOf(name: string): Promise<readonly Pod[]> {
  const selector = `--selector=app.kubernetes.io/name=${name},app.kubernetes.io/component=service`;
  const list = await outputOf('kubectl', [...inNamespace, 'get', 'pods', selector, '--output=json']);
  return (JSON.parse(list) as { items: readonly Pod[] }).items;
}

function isReady({ status }: Pod): boolean {
  return status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;
}

/** With limits that a load does not reach, an address of the payment page and that to which webhooks may deliver, and engines that can be killed. */
function forTrial(manifest: Document, receiver: string): Document {
  if (isEngine(manifest)) manifest.spec.template.spec.shareProcessNamespace = true;
  if (manifest.kind !== 'Deployment') return manifest;
  const { name } = manifest.metadata;
  const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    webhooks: { WEBHOOK_ALLOWED_ADDRESSES: receiver },
    gateway: { PUBLIC_URL },
  };
  for (const { env } of manifest.spec.template.spec.containers)
    for (const [variable, value = ''] of Object.entries({ ...HIGH_LIMITS[name], ...more[name] }))
      env?.push({ name: variable, value });
  return manifest;
}

async function kubectl(...args: readonly string[]): Promise<void> {
  await outputOf('kubectl', [...inNamespace, ...args]);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}
