/**
 * Prints the health of every replica of a deployment, and what the installation's team has to look at.
 *
 *   node deploy/status/status.ts --namespace <name> [--context <name>]     with kubectl
 *   node deploy/status/status.ts --compose                                with docker compose, in the folder of its file
 *
 * Each replica is asked from inside its container, since its internal port is closed to others. The dead letters that were not replayed
 * are counted by the `operator` command `dead-letters count`, on a cluster as a Job. Exits with 0 when all is well, 1 when something
 * needs a look, 64 for wrong arguments.
 */
import { parseArgs } from 'node:util';
import { composeOutput } from '../docker/containers.ts';
import { runOperator } from '../k8s/run-operator.ts';
import { deadLetterConcerns } from './dead-letters.ts';
import type { ReplicaHealth } from './replica-health.ts';
import type { Replica } from './replicas.ts';
import { healthOfReplica, replicasInCompose, replicasInKubernetes, SERVICES } from './replicas.ts';

const COUNT = ['dist/libs/messaging/src/dead-letters.cli.js', 'count'];

const { values: options } = parseArgs({
  options: { namespace: { type: 'string' }, context: { type: 'string' }, compose: { type: 'boolean', default: false } },
});
if (options.compose === (options.namespace !== undefined)) {
  process.stderr.write('usage: status.ts --compose | --namespace <name> [--context <name>]\n');
  process.exitCode = 64;
} else process.exitCode = await (options.compose ? inCompose() : inKubernetes(options.namespace ?? ''));

async function inCompose(): Promise<number> {
  const count = composeOutput('run', '--rm', '--no-deps', '--no-TTY', 'operator', ...COUNT);
  return report(await replicasInCompose(), deadLetterConcerns(count));
}

async function inKubernetes(namespace: string): Promise<number> {
  const scope = [...(options.context === undefined ? [] : ['--context', options.context]), '--namespace', namespace];
  const count = runOperator(scope, ['dead-letters', 'count']).then(({ output, code }) => {
    if (code !== 0) throw new Error(output);
    return output;
  });
  return report(await replicasInKubernetes(scope), deadLetterConcerns(count));
}

async function report(replicas: readonly Replica[], deadLetters: Promise<readonly string[]>): Promise<number> {
  const health = await Promise.all(replicas.map(healthOfReplica));
  process.stdout.write(table(health));
  const missing = SERVICES.filter((service) => !replicas.some(({ name }) => name.startsWith(service)))
    // test mode only
    .filter((service) => service !== 'rail-simulator');
  const concerns = [
    ...missing.map((service) => `${service} has no replica`),
    ...health.flatMap(({ name, concerns: found }) => found.map((concern) => `${name}: ${concern}`)),
    ...(await deadLetters),
  ];
  for (const { name, notOffered } of health)
    for (const part of notOffered) process.stdout.write(`– ${name}: live mode does not offer ${part}\n`);
  for (const concern of concerns) process.stdout.write(`✗ ${concern}\n`);
  process.stdout.write(`${health.length} replicas, ${concerns.length} to look at\n`);
  return concerns.length === 0 ? 0 : 1;
}

function table(health: readonly ReplicaHealth[]): string {
  const rows = health.map(({ name, state, lag, outboxSeconds, refused }) => [
    name,
    state === 'ready' ? 'ready' : 'not ready',
    ...[lag, outboxSeconds, refused].map(String),
  ]);
  return [['REPLICA', 'STATE', 'LAG', 'OUTBOX S', 'REFUSED'], ...rows]
    .map(([name = '', ...others]) => `${name.padEnd(36)}${others.map((text) => text.padEnd(11)).join('')}\n`)
    .join('');
}
