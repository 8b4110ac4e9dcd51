import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stringify } from 'yaml';
import { repositoryRoot } from '../local/paths.ts';
import { HIGH_LIMITS } from '../local/services.ts';
import { PAYERS } from '../trial/steady-load.ts';
import { readComposeFile } from './compose-file.ts';

export const LOAD_CONTAINER = 'paygate-load';

/**
 * Writes what a trial adds to docker-compose.yml: limits that a load does not reach, a port for each of three gateways, and the
 * service `load`. Returns the value of COMPOSE_FILE.
 */
export function writeTrialFile(): string {
  const file = join(repositoryRoot, '.local', 'trial', 'compose.yml');
  mkdirSync(join(file, '..'), { recursive: true });
  process.env['GATEWAY_PORTS'] ??= '8443-8446';
  const services: Record<string, object> = { load: loadService() };
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
