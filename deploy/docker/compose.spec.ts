import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataServices, principals } from '@paygate/contracts';
import type { ConfigClass } from '@paygate/platform';
import { loadConfig, ProcessConfig, Secret } from '@paygate/platform';
import { databaseName, databaseRoles } from '../local/databases.ts';
import { repositoryRoot } from '../local/paths.ts';
import { PRINCIPALS } from '../local/principals.ts';
import { nodeOptions } from '../local/stack/service-environment.ts';
import { migrationName } from '../local/stack/services.ts';
import type { ComposeService } from './compose-file.ts';
import { readComposeFile, serviceNames } from './compose-file.ts';
import { importedBy } from './imported-packages.ts';
import { vaultIn, withDatabase, writeSecrets } from './secrets.ts';

const file = readComposeFile({ interpolated: true });
const asWritten = readComposeFile({ interpolated: false });
const dockerfile = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');

const containers = Object.entries(file.services);
const staying = containers.filter(([, { restart }]) => restart === 'unless-stopped');
const oneShots = containers.filter(([, { restart }]) => restart === 'no');
const apps = serviceNames();
const SECRETS_MOUNT = '/run/paygate';

function service(name: string): ComposeService {
  const found = file.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
}

function networksOf({ networks = [] }: ComposeService): readonly string[] {
  return Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);
}

describe('every container', () => {
  it.each(containers)('%s is confined, and bounded in memory, processes and logs', (_, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^[1-9][0-9]*[mg]$/),
      pids_limit: expect.any(Number),
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    });
    for (const loosening of ['privileged', 'cap_add', 'pid', 'ipc', 'devices', 'container_name', 'ulimits'])
      expect(container).not.toHaveProperty(loosening);
  });

  it.each(Object.entries(asWritten.services))('%s runs an image that a variable can replace', (_, { image }) => {
    expect(image).toMatch(/^\$\{[A-Z_]+_IMAGE:-[a-z/-]+:[a-z0-9.-]+\}$/);
  });

  it.each(containers)('%s is reachable from this machine alone, if at all', (_, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:[0-9-]+:[0-9]+$/);
  });

  it.each(containers)('%s mounts declared volumes only, and secrets read-only', (_, { volumes = [] }) => {
    for (const volume of volumes) {
      const [name = '', target, mode] = volume.split(':');
      expect(file.volumes).toHaveProperty(name);
      if (target === SECRETS_MOUNT) expect(mode).toBe('ro');
    }
  });

  it.each(containers)('%s gets its secrets in files only', (_, { environment = {} }) => {
    const secretive = Object.keys(environment).filter((name) =>
      /KEY|SECRET|TOKEN|PASSWORD|PEPPER|DATABASE_URL/.test(name),
    );
    // a publishable key, which every page shows
    const open = ['WALLET_API_KEY'];
    expect(secretive.filter((name) => !name.endsWith('_FILE') && !open.includes(name))).toEqual([]);
    for (const value of Object.values(environment)) expect(value).not.toMatch(/:\/\/[^/]*@/);
  });
});

describe('start order', () => {
  it.each(staying)('%s has a health check that is quick at first and bounded', (_, { healthcheck }) => {
    expect(healthcheck).toMatchObject(
      Object.fromEntries(
        ['interval', 'timeout', 'start_period', 'start_interval'].map((time) => [
          time,
          expect.stringMatching(/^[0-9]+s$/),
        ]),
      ),
    );
  });

  it.each(apps)('%s is healthy when it is ready', (name) => {
    expect(service(name).healthcheck?.test.join(' ')).toContain('/readyz');
  });

  it.each(containers)(
    '%s waits until long-running services are healthy and one-off jobs have completed',
    (_, { depends_on = {} }) => {
      for (const [name, { condition }] of Object.entries(depends_on))
        expect([name, condition]).toEqual([
          name,
          service(name).restart === 'no' ? 'service_completed_successfully' : 'service_healthy',
        ]);
    },
  );

  it.each(oneShots.filter(([name]) => !['smoke', 'operator'].includes(name)))(
    '%s has a dependent, because `up --wait` takes the end of any other container for a failure',
    (name) => {
      const waiting = containers.filter(([, { depends_on = {} }]) => name in depends_on);
      expect(waiting).not.toEqual([]);
    },
  );
});

describe('stop order', () => {
  /** A container stops before those that it depends on. */
  const endsBefore = (first: string, second: string): boolean =>
    Object.keys(service(first).depends_on ?? {}).some((name) => name === second || endsBefore(name, second));

  it.each(apps)('%s stops before the engines', (name) => {
    const environment = service(name).environment ?? {};
    const engines = { kafka: 'KAFKA_BROKERS', postgres: 'DATABASE_URL_FILE', redis: 'REDIS_URL_FILE' };
    for (const [engine, variable] of Object.entries(engines))
      if (variable in environment) expect([engine, endsBefore(name, engine)]).toEqual([engine, true]);
  });

  it.each(['auth', 'intents', 'otp'])('the gateway stops before %s, which answers its commands', (name) => {
    expect(endsBefore('gateway', name)).toBe(true);
  });

  it('a service gets longer to stop than its graceful shutdown may take', () => {
    for (const name of apps) expect(Number.parseInt(String(service(name).stop_grace_period), 10)).toBeGreaterThan(15);
  });
});

describe('networks', () => {
  it.each(['postgres', 'redis', 'kafka'])('%s is in internal ones only', (engine) => {
    for (const name of networksOf(service(engine))) expect(file.networks[name]).toEqual({ internal: true });
  });

  it('give a way out to webhooks, and to the services that this machine calls', () => {
    const out = (name: string): boolean =>
      networksOf(service(name)).some((network) => !file.networks[network]?.internal);
    expect(apps.filter(out).sort()).toEqual(['gateway', 'rail-simulator', 'webhooks']);
  });
});

describe('configuration', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paygate-compose-'));
    await writeSecrets(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The service's environment, with the files of its volume in the folder of this spec. */
  function environmentOf(name: string): Record<string, string> {
    const entries = Object.entries(service(name).environment ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, value.replace(SECRETS_MOUNT, join(folder, name))]));
  }

  it('covers all principals that sign messages and all services with a database', () => {
    expect(PRINCIPALS.toSorted()).toEqual(principals.toSorted());
    expect(withDatabase.toSorted()).toEqual([...dataServices, 'rail-simulator'].sort());
  });

  async function configClassOf(app: string): Promise<ConfigClass<ProcessConfig>> {
    const exported = (await import(`../../apps/${app}/src/config.ts`)) as Record<string, unknown>;
    const type = Object.values(exported).find(
      (value) => typeof value === 'function' && value.prototype instanceof ProcessConfig,
    );
    return type as ConfigClass<ProcessConfig>;
  }

  it.each(apps)(
    '%s gets every variable that it requires, none that it does not know, and its secrets in files',
    async (name) => {
      const environment = environmentOf(name);
      const config = loadConfig(await configClassOf(name), environment);
      const given = Object.keys(environment).map((variable) => variable.replace(/_FILE$/, ''));
      expect(given.filter((variable) => variable !== 'NODE_OPTIONS' && !(variable in config))).toEqual([]);
      for (const [field, value] of Object.entries(config))
        if (value instanceof Secret) expect(environment).toHaveProperty(`${field}_FILE`);
    },
  );

  it.each(apps)('%s reads every file of its volume, and no other volume', (name) => {
    const files = Object.entries(service(name).environment ?? {}).filter(([key]) => key.endsWith('_FILE'));
    const given = files.map(([, path]) => path.slice(SECRETS_MOUNT.length + 1));
    expect(
      readdirSync(join(folder, name))
        .filter((path) => path !== 'ca.pem')
        .sort(),
    ).toEqual(given.sort());
    expect(service(name).volumes).toEqual([`secrets-${name}:${SECRETS_MOUNT}:ro`]);
  });

  it.each(apps)('keeps the secrets of %s to their owner', (name) => {
    for (const path of readdirSync(join(folder, name)).filter((found) => !/^(ca|cert)\.pem$/.test(found)))
      expect(statSync(join(folder, name, path)).mode & 0o077).toBe(0);
  });

  it('fills every volume of secrets and leaves a second run nothing to change', async () => {
    const mounted = service('secrets').volumes?.map((volume) => volume.split(':')[0]);
    const declared = Object.keys(file.volumes).filter((name) => name === 'vault' || name.startsWith('secrets-'));
    expect(mounted?.sort()).toEqual(declared.sort());
    const contents = (): Record<string, string> =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
      );
    const first = contents();
    await writeSecrets(folder);
    expect(contents()).toEqual(first);
  });

  it('creates every password before a job that can only read the vault needs it', () => {
    expect(service('databases').volumes).toEqual(['vault:/secrets/vault:ro']);
    const vault = join(folder, 'vault', 'secrets.json');
    const kept = readFileSync(vault, 'utf8');
    const secrets = vaultIn(folder);
    for (const role of databaseRoles(withDatabase)) expect(kept).toContain(`"${secrets.databasePassword(role)}"`);
    expect(readFileSync(vault, 'utf8')).toBe(kept);
  });

  it.each(withDatabase)('%s is migrated by its own image under a role that the service does not know', (name) => {
    const migration = service(`migrate-${name}`);
    const volumes = [`secrets-${migrationName(name)}:${SECRETS_MOUNT}:ro`];
    const environment = {
      DATABASE_URL_FILE: `${SECRETS_MOUNT}/DATABASE_URL`,
      DATABASE_RUNTIME_ROLE: databaseName(name),
    };
    expect(migration).toMatchObject({ image: service(name).image, volumes, environment, command: ['migrate'] });
    expect(service(name).depends_on).toHaveProperty(`migrate-${name}`);
    const roleIn = (volume: string): string =>
      new URL(readFileSync(join(folder, volume, 'DATABASE_URL'), 'utf8')).username;
    expect(roleIn(name)).toBe(databaseName(name));
    expect(roleIn(migrationName(name))).toBe(`${databaseName(name)}_owner`);
  });
});

describe('the image of a service', () => {
  it('runs Node as the local stack does', () => {
    expect(dockerfile).toContain(
      `ENV NODE_OPTIONS="${nodeOptions()}"\nENTRYPOINT ["node", "dist/services/service/main.js"]`,
    );
    expect(service('gateway').environment).toMatchObject({ NODE_OPTIONS: nodeOptions() });
  });

  it('has production packages only, installed without their scripts, and runs as no system user', () => {
    for (const [install] of dockerfile.matchAll(/^ +npm ci .*/gm)) expect(install).toContain('--ignore-scripts');
    expect(dockerfile).toMatch(/AS production\n(.*\n)*?.*npm ci --omit=dev /);
    expect(dockerfile.split('FROM ').at(-1)).not.toContain('USER');
    expect(dockerfile).toMatch(/AS runtime\n[^]*USER 65532:65532\nSTOPSIGNAL SIGTERM/);
  });

  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
  const production = Object.keys(dependencies);

  it('has no optional package of development', () => {
    const [, removed = ''] = /AS production\n[^]*?&& rm -rf ([^\n]*)/.exec(dockerfile) ?? [];
    for (const name of Object.keys(optionalDependencies)) expect(removed).toContain(`node_modules/${name} `);
  });

  it.each(apps)('of %s has what it imports among the production packages', (name) => {
    const imported = importedBy([`apps/${name}/src/main.ts`]).packages;
    expect(imported).toContain('@nestjs/common');
    expect([...imported].filter((found) => !production.includes(found))).toEqual([]);
  });

  it('of the tools has what they import: production packages, and a few others', () => {
    const programs = containers
      .filter(([, { image }]) => image === service('secrets').image)
      .map(([, { command: [program = ''] = [] }]) => program.replace(/^dist\/(.*)\.js$/, '$1.ts'));
    const imported = importedBy([...programs, 'tools/demo/first-payment.ts']).packages;
    const others = [...dockerfile.matchAll(/#([a-z-]+)(?=[,'])/g)].map(([, name]) => name);
    expect(others).toContain('selfsigned');
    expect([...imported].filter((found) => !production.includes(found)).sort()).toEqual(others.sort());
  });

  it('of the tools has a folder, with its owner, for every volume of secrets to be mounted on', () => {
    const [, list = ''] = /for name in ([^;]*);/.exec(dockerfile) ?? [];
    // those of deploy/docker/compose.secure.yaml too
    const mounts = [...(service('secrets').volumes ?? []), 'kafka', 'topics'].map((volume) => volume.split('/').at(-1));
    expect(list.split(/[\s\\]+/).sort()).toEqual(mounts.sort());
  });

  it('needs no external build frontend', () => {
    expect(dockerfile).not.toMatch(/^#\s*syntax=/m);
  });
});
