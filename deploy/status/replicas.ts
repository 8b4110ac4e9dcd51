import { container, containersOf } from '../docker/containers.ts';
import { outputOf } from '../trial/commands.ts';
import type { ReplicaHealth } from './replica-health.ts';
import { healthOf } from './replica-health.ts';

export const SERVICES = ['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks', 'rail-simulator'];

const SEPARATOR = '---';
const ASK = `
const ask = (path) => fetch('http://127.0.0.1:' + process.env.HEALTH_PORT + path, { signal: AbortSignal.timeout(5000) }).then((answer) => answer.text());
ask('/readyz').then(console.log, (error) => console.log(error.message)).then(() => console.log('${SEPARATOR}'))
  .then(() => ask('/metrics')).then(console.log, () => {});`;

export interface Replica {
  readonly name: string;
  /** The program and arguments that run a command in its container. */
  readonly exec: readonly string[];
}

/** Asks a replica from inside its container, since its internal port is closed to others. */
export async function healthOfReplica({ name, exec }: Replica): Promise<ReplicaHealth> {
  const [program = '', ...args] = exec;
  const answers = await outputOf(program, [...args, 'node', '--eval', ASK]).catch(
    (error: unknown) => String(error).split('\n')[0] ?? '',
  );
  const [readiness = '', metrics = ''] = answers.split(`${SEPARATOR}\n`);
  return healthOf({ name, readiness, metrics });
}

export async function replicasInCompose(): Promise<readonly Replica[]> {
  const ids = await containersOf(...SERVICES);
  return Promise.all(
    ids.map(async (id) => {
      const { Config } = await container(id);
      const { 'com.docker.compose.service': service, 'com.docker.compose.container-number': number } = Config.Labels;
      return { name: `${String(service)}-${String(number)}`, exec: ['docker', 'exec', id] };
    }),
  );
}

/** `scope` are the arguments that select cluster and namespace. */
export async function replicasInKubernetes(scope: readonly string[]): Promise<readonly Replica[]> {
  const selector = '--selector=app.kubernetes.io/component in (service, simulator)';
  const { items } = JSON.parse(await outputOf('kubectl', [...scope, 'get', 'pods', selector, '--output=json'])) as {
    readonly items: readonly { readonly metadata: { readonly name: string; readonly deletionTimestamp?: string } }[];
  };
  // one that an update has replaced serves nobody any more
  const staying = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return staying.map(({ metadata: { name } }) => ({
    name,
    exec: ['kubectl', ...scope, 'exec', name, '--container=service', '--'],
  }));
}
