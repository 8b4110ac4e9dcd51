import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { kafkaUser } from '../local/engines/kafka-user.ts';
import { repositoryRoot } from '../local/paths.ts';
import { PRINCIPALS } from '../local/principals.ts';
import { HIGH_LIMITS } from '../local/stack/services.ts';
import { topology } from '../topology.ts';
import { PAYERS } from '../trial/steady-load.ts';
import type { ComposeFile } from './compose-file.ts';
import { readComposeFile } from './compose-file.ts';

export const LOAD_CONTAINER = 'paygate-load';

const SECURE_FILE = 'compose.secure.yaml';
/** The service that is taken over in a trial. */
const TAKEN = 'otp';

/**
 * Writes what a trial adds to docker-compose.yml: limits that a load does not reach, a port for each of three gateways, and the
 * services `load`, `takeover` and `observed`. Returns the value of COMPOSE_FILE.
 */
export function writeTrialFile(): string {
  const file = join(repositoryRoot, '.local', 'trial', 'compose.yml');
  mkdirSync(join(file, '..'), { recursive: true });
  process.env['GATEWAY_PORTS'] ??= '8443-8446';
  const services: Record<string, object> = {
    load: loadService(),
    takeover: takeoverService(),
    observed: observedService(),
  };
  for (const [service, environment] of Object.entries(HIGH_LIMITS)) services[service] = { environment };
  writeFileSync(file, stringify({ services }));
  return [process.env['COMPOSE_FILE'] ?? 'docker-compose.yml', file].join(delimiter);
}

/** The payments of a trial: the demo payment's container with another program, at the receiver's address. */
function loadService(): object {
  const { smoke, receiver } = readComposeFile({ interpolated: false }).services;
  return {
    ...smoke,
    // the load comes when all of these run, and the receiver must not
    depends_on: {},
    profiles: ['trial'],
    command: ['deploy/docker/load.ts'],
    environment: { ...smoke?.environment, PAYERS: String(PAYERS), READING_SECONDS: '1' },
    volumes: [...(smoke?.volumes ?? []), 'vault:/secrets/vault:ro'],
    networks: { edge: {}, data: {}, ...(receiver?.networks as Readonly<Record<string, unknown>>) },
  };
}

/** A program in a container that has what the service has: its network, its variables and its secrets. */
function takeoverService(): object {
  const { smoke, [TAKEN]: taken } = readComposeFile({ interpolated: false }).services;
  const file = readFileSync(join(import.meta.dirname, SECURE_FILE), 'utf8');
  const secure = (parse(file, { merge: true }) as ComposeFile).services[TAKEN];
  const { produces = [], consumes = [] } = topology[TAKEN] ?? {};
  const topics = [
    ...new Set(Object.values(topology).flatMap((place) => [...(place.produces ?? []), ...(place.consumes ?? [])])),
  ];
  const others = (own: readonly string[]): string =>
    topics
      .filter((topic) => !own.includes(topic))
      .map((topic) => `pay.${topic}`)
      .join();
  const logins = [...PRINCIPALS, 'topics'].filter((name) => name !== TAKEN).map(kafkaUser);
  const attempts = { TOPICS_TO_WRITE: others(produces), TOPICS_TO_READ: others(consumes), LOGINS: logins.join() };
  return {
    ...smoke,
    depends_on: {},
    profiles: ['trial'],
    command: ['deploy/docker/takeover.ts'],
    environment: { ...taken?.environment, ...secure?.environment, ...attempts },
    volumes: taken?.volumes,
    networks: taken?.networks,
  };
}

/** A program that reads what the profile `observability` shows. */
function observedService(): object {
  const { smoke } = readComposeFile({ interpolated: false }).services;
  const dashboards = readdirSync(join(repositoryRoot, 'deploy', 'observability', 'dashboards'));
  return {
    ...smoke,
    depends_on: {},
    profiles: ['trial'],
    command: ['deploy/docker/observed.ts'],
    environment: { DASHBOARDS: dashboards.map((file) => basename(file, '.json')).join() },
    volumes: [],
    networks: ['edge'],
  };
}
