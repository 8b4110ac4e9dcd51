import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseRoles, databaseUrl, migrationUrl } from '../local/databases.ts';
import { StackError } from '../local/errors.ts';
import { writeAtomically } from '../local/files.ts';
import { stackPaths } from '../local/paths.ts';
import type { Environment, StackContext } from '../local/stack/plan.ts';
import { Secrets } from '../local/secrets/secrets.ts';
import { commonEnvironment } from '../local/stack/service-environment.ts';
import { migrationName, PLAN } from '../local/stack/services.ts';
import { DEFAULT_START } from '../local/stack/start-options.ts';
import { ensureTls } from '../local/secrets/tls.ts';
import { ENGINE_AUTHORITY, secureRedisLines, writeSecureEngines } from './secure-engines.ts';

/** The folder in which the volumes of secrets are mounted in the job that fills them. */
export const SECRETS_FOLDER = '/secrets';

const ON_THE_BUS = ['MESSAGE_KEYS', 'MESSAGE_PUBLIC_KEYS', 'SEAL_KEYS'] as const;
const WITH_DATABASE = [...ON_THE_BUS, 'DATABASE_URL'] as const;

const RAIL_CREDENTIALS = ['MTN_MOMO_TEST_CREDENTIALS', 'ORANGE_MONEY_TEST_CREDENTIALS'] as const;

/** The services that have a database. */
export const withDatabase: readonly string[] = PLAN.services.filter(({ database }) => database).map(({ name }) => name);

/** The secrets of each service: the files of its volume, named like the variables. */
const READS: Readonly<Record<string, readonly string[]>> = {
  gateway: [...ON_THE_BUS, 'REDIS_URL', 'API_KEY_PEPPER', 'SESSION_TOKEN_SECRETS', 'CHECKOUT_KEYS'],
  checkout: ['GATEWAY_CA', 'CHECKOUT_KEYS', 'CHECKOUT_COOKIE_KEYS'],
  auth: [
    ...WITH_DATABASE,
    'MESSAGE_PRIVATE_KEYS',
    'API_KEY_PEPPER',
    'PHONE_INDEX_KEY',
    'AUTH_DATA_KEYS',
    'VAPID_PRIVATE_KEY',
  ],
  intents: WITH_DATABASE,
  otp: [...WITH_DATABASE, 'MESSAGE_PRIVATE_KEYS', 'OTP_PEPPER', 'OTP_DATA_KEYS', 'INBOX_TOKEN'],
  charging: [
    ...WITH_DATABASE,
    'CHARGING_DATA_KEYS',
    'PAYER_INDEX_KEY',
    'MTN_MOMO_TEST_CREDENTIALS',
    'ORANGE_MONEY_TEST_CREDENTIALS',
  ],
  webhooks: [...WITH_DATABASE, 'REDIS_URL', 'WEBHOOKS_DATA_KEYS'],
  'rail-simulator': ['DATABASE_URL', 'INBOX_TOKEN', 'CALLBACK_CA', ...RAIL_CREDENTIALS],
  operator: [...ON_THE_BUS, 'MESSAGE_PRIVATE_KEYS'],
  ...Object.fromEntries(withDatabase.map((name) => [migrationName(name), ['DATABASE_URL']])),
};

/** The same with engines that demand a login of each process. */
export const READS_SECURELY: typeof READS = {
  ...Object.fromEntries(
    Object.entries(READS).map(([name, variables]) => [
      name,
      variables.includes('MESSAGE_KEYS') ? [...variables, 'KAFKA_PASSWORD'] : variables,
    ]),
  ),
  topics: ['KAFKA_PASSWORD'],
};

/** The mount point of a container's volume of secrets. */
const MOUNT = '/run/paygate';

/** Engines run under the users of their images, which must be able to read the files of their volume. */
const READABLE_BY_ALL = 0o444;
const READABLE_BY_OWNER = 0o400;

/** The key store of the stack, from which the secrets of all services come. */
export function vaultIn(folder: string): Secrets {
  return new Secrets(join(folder, 'vault', 'secrets.json'));
}

/** True when the engines demand TLS and a login of each service (deploy/docker/compose.secure.yaml). */
export function wantsSecureEngines(): boolean {
  return process.env['SECURE_ENGINES'] === 'true';
}

/** The administrator's address of the stack's PostgreSQL; with the authority of its certificate when it demands TLS. */
export function administratorUrl(secrets: Secrets, authority?: string): string {
  const query = authority === undefined ? '' : `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`;
  return `postgres://postgres:${secrets.get('postgresAdminPassword')}@postgres:5432/postgres${query}`;
}

/**
 * Creates keys, passwords and the gateway's certificate, which are in no image and in no file of the repository. The folder of
 * each service in `folder` gets the secrets that this service reads, and no others. A second run changes nothing.
 */
export async function writeSecrets(folder: string, secure = wantsSecureEngines()): Promise<void> {
  const secrets = vaultIn(folder);
  const authority = secure ? await writeSecureEngines(folder, secrets) : undefined;
  const tls = await ensureTls({ tls: join(folder, 'gateway') }, ['gateway']);
  const context = composeContext({ folder, secrets, tls, secure });
  for (const [name, variables] of Object.entries(secure ? READS_SECURELY : READS)) {
    const environment = environmentOf(name, context);
    for (const variable of variables) {
      const value = environment[variable];
      if (value === undefined) throw new StackError(`${name} gets no ${variable}`);
      writeAtomically(join(folder, name, variable), value, READABLE_BY_OWNER);
    }
    if (authority !== undefined)
      writeAtomically(join(folder, name, ENGINE_AUTHORITY), readFileSync(authority, 'utf8'), READABLE_BY_ALL);
  }
  // the job that creates the roles can only read the vault
  for (const role of databaseRoles(withDatabase)) secrets.databasePassword(role);
  writeAtomically(join(folder, 'operator', 'ca.pem'), readFileSync(tls.ca, 'utf8'), READABLE_BY_ALL);
  writeAtomically(join(folder, 'postgres', 'password'), secrets.get('postgresAdminPassword'), READABLE_BY_ALL);
  writeAtomically(join(folder, 'redis', 'password'), secrets.get('redisPassword'), READABLE_BY_ALL);
  writeAtomically(join(folder, 'redis', 'redis.conf'), redisConfiguration(secrets, secure), READABLE_BY_ALL);
}

/** The variables of a service, a migration, the operator or the job of the topics. */
export function environmentOf(name: string, context: StackContext): Environment {
  const process = [...PLAN.services, ...PLAN.preparations].find((candidate) => candidate.name === name);
  return process === undefined ? commonEnvironment(context, name) : process.env(context);
}

interface ComposeContext {
  readonly folder: string;
  readonly secrets: Secrets;
  readonly tls: StackContext['tls'];
  readonly secure: boolean;
}

/** The context of the local stack's plan inside containers: engines have names, ports are in docker-compose.yml. */
function composeContext({ folder, secrets, tls, secure }: ComposeContext): StackContext {
  const ca = secure ? join(MOUNT, ENGINE_AUTHORITY) : undefined;
  const postgres = administratorUrl(secrets, ca);
  const redis = `${secure ? 'rediss' : 'redis'}://:${secrets.get('redisPassword')}@redis:6379`;
  return {
    paths: stackPaths(folder),
    options: DEFAULT_START,
    engines: { postgres, redis, kafka: 'kafka:9092', ...(ca === undefined ? {} : { ca }) },
    secrets,
    tls,
    port: () => 0,
    firstPort: () => 0,
    databaseUrl: (service) => databaseUrl(postgres, service, secrets),
    migrationUrl: (service) => migrationUrl(postgres, service, secrets),
  };
}

function redisConfiguration(secrets: Secrets, secure: boolean): string {
  return [
    'bind * -::*',
    ...(secure ? secureRedisLines(secrets) : []),
    `requirepass ${secrets.get('redisPassword')}`,
    'dir /data',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory 96mb',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeSecrets(SECRETS_FOLDER);
