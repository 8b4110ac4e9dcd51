import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { environmentOf, READS_SECURELY, withDatabase } from '../docker/secrets.ts';
import { databaseStatements, databaseUrl, migrationUrl } from '../local/databases.ts';
import type { Statement } from '../local/databases.ts';
import { kafkaUser } from '../local/engines/kafka-user.ts';
import { redisUsers } from '../local/engines/redis-users.ts';
import { isRecord, readJson, writeAtomically, writeJson } from '../local/files.ts';
import { stackPaths } from '../local/paths.ts';
import { PRINCIPALS } from '../local/principals.ts';
import { Secrets } from '../local/secrets/secrets.ts';
import type { StackContext } from '../local/stack/plan.ts';
import { DEFAULT_START } from '../local/stack/start-options.ts';

/** The addresses of a production's engines, and the one that its customers know. */
export interface Production {
  /** `host:port`; every connection demands TLS. */
  readonly postgres: string;
  readonly redis: string;
  readonly publicUrl: string;
  /** The file with the authorities of the engines' certificates; those that Node knows when absent. */
  readonly enginesCa?: string;
  /** whether test mode has the simulated operators of the component `test-rails` */
  readonly testRails?: boolean;
}

/** The members of an entry of the secret store, by the name of the variable or file. */
export type Entry = Readonly<Record<string, string>>;

const SIMULATOR = 'rail-simulator';
/** The settings that only test mode with the simulator has, and those that a production's certificate makes needless. */
const NOT_IN_PRODUCTION = /^(INBOX_TOKEN|GATEWAY_CA|CALLBACK_CA|\w+_TEST_CREDENTIALS)$/;
/** Those of them that simulated operators need, by the entry. */
const OF_TEST_RAILS: Readonly<Record<string, RegExp>> = {
  charging: /^\w+_TEST_CREDENTIALS$/,
  [SIMULATOR]: /^(INBOX_TOKEN|\w+_TEST_CREDENTIALS)$/,
};
/** The authority of PostgreSQL beside the other members, where DATABASE_URL finds it. */
const POSTGRES_CA = 'postgres-ca.pem';
const MOUNT = '/run/paygate';

/** False for the simulator, and for variables that concern it, where test mode has no simulated operators. */
function isIn(name: string, { testRails = false }: Production, variable?: string): boolean {
  if (name.startsWith(SIMULATOR) && !testRails) return false;
  if (variable === undefined || !NOT_IN_PRODUCTION.test(variable)) return true;
  return testRails && OF_TEST_RAILS[name]?.test(variable) === true;
}

/**
 * Writes `entries/<entry>.json`, one for each entry `paygate/<entry>` of the secret store, and `engines/` with what the engines must know.
 * Entries of the folder stay as they are: a second run adds those that a newer version needs.
 */
export function writeProductionSecrets(folder: string, production: Production): void {
  const vault = join(folder, 'vault.json');
  readEntry(vault);
  const secrets = new Secrets(vault);
  const made = entriesOf(secrets, production).map(([name, entry]) => [entryFile(folder, name), entry] as const);
  const entries = made.map(([file, entry]) => [file, merged(readEntry(file), entry)] as const);
  for (const [file, entry] of entries) writeJson(file, entry);
  const databases = withDatabase.filter((name) => isIn(name, production));
  const engines = {
    'postgres.sql': `${databaseStatements(databases, secrets).map(forPsql).join('\n')}\n`,
    'kafka-logins.sh': kafkaLogins(secrets),
    'redis-users.acl': `${redisUsers(secrets).join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(engines)) writeAtomically(join(folder, 'engines', name), text);
}

export function entryFile(folder: string, name: string): string {
  return join(folder, 'entries', `${name}.json`);
}

/** The names of the entries in a folder. */
export function entryNames(folder: string): readonly string[] {
  const files = readdirSync(join(folder, 'entries')).filter((file) => file.endsWith('.json'));
  return files.map((file) => basename(file, '.json')).toSorted();
}

/** The members of an entry; none when the file is missing. A file that is not JSON is never written over. */
export function readEntry(file: string): Entry {
  if (!existsSync(file)) return {};
  const stored = readJson(file);
  if (!isRecord(stored)) throw new Error(`${file} is not a JSON object; nothing was changed`);
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
}

function entriesOf(secrets: Secrets, production: Production): readonly (readonly [string, Entry])[] {
  const context = contextOf(secrets, production);
  const authority = production.enginesCa === undefined ? undefined : readFileSync(production.enginesCa, 'utf8');
  const names = Object.keys(READS_SECURELY).filter((name) => isIn(name, production));
  const ofServices = names.map((name): readonly [string, Entry] => {
    const environment = environmentOf(name, context);
    const variables = (READS_SECURELY[name] ?? []).filter((variable) => isIn(name, production, variable));
    const members = variables.map((variable) => [variable, environment[variable] ?? ''] as const);
    return [name, { ...Object.fromEntries(members), ...authorities(variables, authority) }];
  });
  const addresses: Readonly<Record<string, Entry>> = {
    gateway: { PUBLIC_URL: production.publicUrl },
    auth: { VAPID_SUBJECT: production.publicUrl },
    otp: { DASHBOARD_URL: `${production.publicUrl}/dashboard` },
  };
  const autoscaler = {
    KAFKA_USERNAME: kafkaUser('autoscaler'),
    KAFKA_PASSWORD: secrets.enginePassword('kafka', 'autoscaler'),
  };
  return [
    ...ofServices.map(([name, entry]): readonly [string, Entry] => [name, { ...entry, ...addresses[name] }]),
    ['autoscaler', { ...autoscaler, ...authorities(Object.keys(autoscaler), authority) }],
  ];
}

/** The members that hold the authority of the engines to which an entry leads. */
function authorities(variables: readonly string[], authority: string | undefined): Entry {
  if (authority === undefined) return {};
  return {
    ...(variables.includes('KAFKA_PASSWORD') ? { KAFKA_CA: authority } : {}),
    ...(variables.includes('REDIS_URL') ? { REDIS_CA: authority } : {}),
    ...(variables.includes('DATABASE_URL') ? { [POSTGRES_CA]: authority } : {}),
  };
}

/** Existing members stay; lists of keys that name their owners get those of new owners. */
function merged(existing: Entry, made: Entry): Entry {
  const added = Object.entries(made).map(([name, value]): readonly [string, string] => {
    const kept = existing[name];
    if (kept === undefined || !/^(MESSAGE|SEAL)_/.test(name)) return [name, kept ?? value];
    const known = new Set(itemsOf(kept).map(ownerOf));
    return [name, [kept, ...itemsOf(value).filter((item) => !known.has(ownerOf(item)))].join(',')];
  });
  return { ...existing, ...Object.fromEntries(added) };
}

/** The items of a list of keys. */
export function itemsOf(list: string): readonly string[] {
  return list.split(',').filter((item) => item !== '');
}

/** `auth-gateway` of `auth-gateway:k1:…`; undefined for a key without an owner. */
export function ownerOf(item: string): string | undefined {
  return item.includes(':') ? item.slice(0, item.indexOf(':')) : undefined;
}

/** The context of the local stack's plan with the engines of a production. */
function contextOf(secrets: Secrets, { postgres, redis, enginesCa }: Production): StackContext {
  const authority = enginesCa === undefined ? '' : `&sslrootcert=${encodeURIComponent(join(MOUNT, POSTGRES_CA))}`;
  const admin = `postgres://postgres@${postgres}/postgres?sslmode=verify-full${authority}`;
  return {
    paths: stackPaths('.'),
    options: DEFAULT_START,
    engines: { postgres: admin, redis: `rediss://${redis}`, kafka: '', ca: MOUNT },
    secrets,
    // the gateway's certificate is no part of the entries
    tls: { ca: '/dev/null', cert: '/dev/null', key: '/dev/null' },
    port: () => 0,
    firstPort: () => 0,
    databaseUrl: (service) => databaseUrl(admin, service, secrets),
    migrationUrl: (service) => migrationUrl(admin, service, secrets),
  };
}

/** A statement for psql, which runs what the query answers (`\\gexec`). */
function forPsql({ sql, unless }: Statement): string {
  if (unless === undefined) return `${sql};`;
  return `SELECT $paygate$${sql}$paygate$ WHERE NOT EXISTS (${unless}) \\gexec`;
}

/** The commands that give each process its login at the brokers; the administrator's settings are in `admin.properties`. */
function kafkaLogins(secrets: Secrets): string {
  const lines = [...PRINCIPALS, 'topics', 'autoscaler'].map((name) => {
    const password = secrets.enginePassword('kafka', name);
    const scram = `SCRAM-SHA-512=[password=${password}]`;
    return `kafka-configs.sh --bootstrap-server "$1" --command-config admin.properties --alter --entity-type users --entity-name ${kafkaUser(name)} --add-config '${scram}'`;
  });
  return ['#!/bin/sh', '# usage: sh kafka-logins.sh <broker:port>', 'set -eu', ...lines, ''].join('\n');
}
