/**
 * Tries docker-compose.yml on a container engine: the whole stack healthy, the demo payment, and then under steady load a rolling
 * restart of each service, three replicas of each, and SIGKILL, a pause and a cut network of each container. No planned change may
 * fail a request, each fault is over after 30 s, and nothing may be lost or doubled. Afterwards the stack and its volumes are deleted.
 *
 *   node deploy/docker/try.ts [--up=<more arguments of docker compose up>] [--only <parts>] [--services <list>] [--keep]
 *
 * The parts are smoke, restarts, scale and faults. `takeover`, at engines with logins (COMPOSE_FILE has deploy/docker/compose.secure.yaml),
 * tries what a service that was taken over has no right to; `observed`, with COMPOSE_PROFILES=observability, looks at what that shows of
 * the payment. Exits with 1 when a promise was broken.
 */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../trial/commands.ts';
import { PAYERS, SteadyLoad } from '../trial/steady-load.ts';
import { Trial } from '../trial/trial.ts';
import { compose, composeOutput, container, containersOf, docker, healthy } from './containers.ts';
import { undeclaredConnections } from './sockets.ts';
import { handledBy } from './shares.ts';
import { LOAD_CONTAINER, writeTrialFile } from './trial-file.ts';

const SERVICES = ['gateway', 'auth', 'intents', 'otp', 'charging', 'webhooks'];
const OTHERS = ['checkout', 'rail-simulator', 'postgres', 'redis', 'kafka'];
const faultKinds = ['SIGKILL', 'pause', 'network cut'] as const;
const FAULT_MS = 8_000;
const UNDER_LOAD = ['restarts', 'scale', 'faults'];
/** Customers of the load and some more, so that two payments never share a phone. */
const USERS = PAYERS * 2;

const { values: options } = parseArgs({
  options: {
    up: { type: 'string', default: '' },
    only: { type: 'string', default: 'smoke,restarts,scale,faults' },
    services: { type: 'string', default: [...SERVICES, ...OTHERS].join(',') },
    keep: { type: 'boolean', default: false },
  },
});
const parts = options.only.split(',');
const isTried = (service: string): boolean => options.services.split(',').includes(service);

process.env['COMPOSE_FILE'] = writeTrialFile();
try {
  await compose('up', '--detach', '--build', '--wait', ...options.up.split(' ').filter(Boolean));
  console.log('✓ the whole stack is healthy');
  for (const part of ['smoke', 'takeover', 'observed']) if (parts.includes(part)) await compose('run', '--rm', part);
  process.exitCode = UNDER_LOAD.some((part) => parts.includes(part)) ? await tryUnderLoad() : 0;
} finally {
  if (!options.keep) await compose('--profile', '*', 'down', '--volumes', '--remove-orphans');
}
process.exit();

async function tryUnderLoad(): Promise<number> {
  // the load is the merchant's endpoint itself, at the same address
  await compose('rm', '--stop', '--force', 'receiver');
  await compose('run', '--rm', '--env', `SEED_USERS=${USERS}`, 'seed');
  const follow = spawn(
    'docker',
    ['compose', 'run', '--rm', '--no-deps', '--no-TTY', '--name', LOAD_CONTAINER, 'load'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const load = new SteadyLoad(follow, () => docker('kill', '--signal', 'TERM', LOAD_CONTAINER));
  const trial = new Trial(load);
  if (parts.includes('restarts')) await restartAll(trial);
  if (parts.includes('scale')) for (const service of SERVICES.filter(isTried)) await scale(trial, service);
  await trial.check('connections are those of topology.yaml', undeclaredConnections);
  if (parts.includes('faults'))
    for (const kind of faultKinds)
      for (const service of [...SERVICES, ...OTHERS].filter(isTried)) await strike(trial, service, kind);
  return trial.end('compose-trial');
}

/** With two replicas of each service, one is restarted after the other. */
async function restartAll(trial: Trial): Promise<void> {
  await trial.change('two replicas of each service', () =>
    replicas(Object.fromEntries(SERVICES.map((name) => [name, 2]))),
  );
  for (const service of SERVICES.filter(isTried))
    await trial.change(`rolling restart of ${service}`, async () => {
      for (const id of await containersOf(service)) {
        await docker('restart', '-t', '20', id);
        await healthy(id);
      }
    });
  await trial.change('one replica of each service', () => replicas({}));
}

async function scale(trial: Trial, service: string): Promise<void> {
  await trial.change(`three replicas of ${service}`, () => replicas({ [service]: 3 }));
  await trial.check(`three replicas of ${service} share the work`, async () => {
    const ids = await containersOf(service);
    const before = await Promise.all(ids.map(handledBy));
    for (let round = 0; round < 12; round += 1) {
      await delay(5_000);
      const after = await Promise.all(ids.map(handledBy));
      if (after.every((handled, index) => handled > (before[index] ?? 0))) return [];
    }
    return ['one of three replicas did nothing for a minute'];
  });
  await trial.change(`one replica of ${service}`, () => replicas({}));
}

/** The number of replicas of the named services, and one of all others. */
async function replicas(of: Readonly<Record<string, number>>): Promise<void> {
  const scales = SERVICES.flatMap((name) => ['--scale', `${name}=${of[name] ?? 1}`]);
  await composeOutput('up', '--detach', '--no-build', '--no-recreate', '--wait', ...scales);
}

async function strike(trial: Trial, service: string, kind: (typeof faultKinds)[number]): Promise<void> {
  const [id = ''] = await containersOf(service);
  const strikes = {
    SIGKILL: () => killProcess(id),
    pause: async () => {
      await docker('pause', id);
      await delay(FAULT_MS);
      await docker('unpause', id);
    },
    'network cut': () => cut(id, service),
  };
  await trial.fault(`${kind} of ${service}`, strikes[kind], () => healthy(id));
}

/** As a crash: `docker kill` would count as a stop, after which no container is restarted. */
async function killProcess(id: string): Promise<void> {
  const { State } = await container(id);
  const image = process.env['TOOLS_IMAGE'] ?? 'paygate-tools:local';
  const kill = ['--eval', `process.kill(${State.Pid}, 'SIGKILL')`];
  await run('docker', ['run', '--rm', '--pid=host', '--user=0', '--network=none', '--entrypoint=node', image, ...kill]);
}

async function cut(id: string, service: string): Promise<void> {
  const networks = Object.keys((await container(id)).NetworkSettings.Networks);
  for (const network of networks) await docker('network', 'disconnect', network, id);
  await delay(FAULT_MS);
  for (const network of networks) await docker('network', 'connect', '--alias', service, network, id);
}
