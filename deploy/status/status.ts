/**
 * Prints the health of every replica of a deployment, and what an operator has to look at.
 *
 *   node deploy/status/status.ts --namespace <name> [--context <name>]     with kubectl
 *   node deploy/status/status.ts --compose                                with docker compose, in the folder of its file
 *
 * Each replica is asked from inside its container, since its internal port is closed to others. Exits with 0 when all is well, 1 when
 * something needs a look, 64 for wrong arguments.
 */
import { parseArgs } from 'node:util';
import { container, containersOf } from '../docker/containers.ts';
import { outputOf } from '../trial/commands.ts';
import type { ReplicaHealth } from './replica-health.ts';
import { healthOf } from './replica-health.ts';

const SERVICES = ['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks', 'rail-simulator'];
const SEPARATOR = '---';
const ASK = `
const ask = (path) => fetch('http://127.0.0.1:' + process.env.HEALTH_PORT + path, { signal: AbortSignal.timeout(5000) }).then((answer) => answer.text());
ask('/readyz').then(console.log, (error) => console.log(error.message)).then(() => console.log('${SEPARATOR}'))
  .then(() => ask('/metrics')).then(console.log, () => {});`;

interface Replica {
  readonly name: string;
  /** The program and arguments that run a command in its container. */
  readonly exec: readonly string[];
}

const { values: options } = parseArgs({
  options: { namespace: { type: 'string' }, context: { type: 'string' }, compose: { type: 'boolean', default: false } },
});
if (options.compose === (options.namespace !== undefined)) {
  process.stderr.write('usage: status.ts --compose | --namespace <name> [--context <name>]\n');
  process.exitCode = 64;
} else
  process.exitCode = await report(options.compose ? await inCompose() : await inKubernetes(options.namespace ?? ''));

async function report(replicas: readonly Replica[]): Promise<number> {
  const health = await Promise.all(replicas.map(ask));
  process.stdout.write(table(health));
  const missing = SERVICES.filter((service) => !replicas.some(({ name }) => name.startsWith(service)))
    // test mode only
    .filter((service) => service !== 'rail-simulator');
  const concerns = [
    ...missing.map((service) => `${service} has no replica`),
    ...health.flatMap(({ name, concerns: found }) => found.map((concern) => `${name}: ${concern}`)),
  ];
  for (const { name, notOffered } of health)
    for (const part of notOffered) process.stdout.write(`– ${name}: live mode does not offer ${part}\n`);
  for (const concern of concerns) process.stdout.write(`✗ ${concern}\n`);
  process.stdout.write(`${health.length} replicas, ${concerns.length} to look at\n`);
  return concerns.length === 0 ? 0 : 1;
}

async function ask({ name, exec }: Replica): Promise<ReplicaHealth> {
  const [program = '', ...args] = exec;
  const answers = await outputOf(program, [...args, 'node', '--eval', ASK]).catch(
    (error: unknown) => String(error).split('\n')[0] ?? '',
  );
  const [readiness = '', metrics = ''] = answers.split(`${SEPARATOR}\n`);
  return healthOf({ name, readiness, metrics });
}

async function inCompose(): Promise<readonly Replica[]> {
  const ids = await containersOf(...SERVICES);
  return Promise.all(
    ids.map(async (id) => {
      const { Config } = await container(id);
      const { 'com.docker.compose.service': service, 'com.docker.compose.container-number': number } = Config.Labels;
      return { name: `${String(service)}-${String(number)}`, exec: ['docker', 'exec', id] };
    }),
  );
}

async function inKubernetes(namespace: string): Promise<readonly Replica[]> {
  const kubectl = [
    'kubectl',
    ...(options.context === undefined ? [] : ['--context', options.context]),
    '-n',
    namespace,
  ];
  const [program = '', ...args] = kubectl;
  const selector = '--selector=app.kubernetes.io/component in (service, simulator)';
  const { items } = JSON.parse(await outputOf(program, [...args, 'get', 'pods', selector, '--output=json'])) as {
    readonly items: readonly { readonly metadata: { readonly name: string; readonly deletionTimestamp?: string } }[];
  };
  // one that an update has replaced serves nobody any more
  const staying = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return staying.map(({ metadata: { name } }) => ({
    name,
    exec: [...kubectl, 'exec', name, '--container=service', '--'],
  }));
}

function table(health: readonly ReplicaHealth[]): string {
  const rows = health.map(({ name, state, lag, outboxSeconds, deadLetters, refused }) => [
    name,
    state === 'ready' ? 'ready' : 'not ready',
    ...[lag, outboxSeconds, deadLetters, refused].map(String),
  ]);
  return [['REPLICA', 'STATE', 'LAG', 'OUTBOX S', 'DEAD', 'REFUSED'], ...rows]
    .map(([name = '', ...others]) => `${name.padEnd(36)}${others.map((text) => text.padEnd(11)).join('')}\n`)
    .join('');
}
