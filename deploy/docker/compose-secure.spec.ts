import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConfigClass, Secret } from '@paygate/platform';
import { loadConfig, ProcessConfig } from '@paygate/platform';
import { parse } from 'yaml';
import { kafkaUser } from '../local/engines/kafka-user.ts';
import type { ComposeFile } from './compose-file.ts';
import { readComposeFile, serviceNames } from './compose-file.ts';
import { ENGINE_AUTHORITY } from './secure-engines.ts';
import { writeSecrets } from './secrets.ts';

const base = readComposeFile({ interpolated: true });
const override = parse(readFileSync(join(import.meta.dirname, 'compose.secure.yaml'), 'utf8'), {
  merge: true,
}) as ComposeFile;
const MOUNT = '/run/paygate';
const apps = serviceNames();
/** Those that have a login at Kafka. */
const onTheBus = Object.entries(override.services)
  .filter(([, { environment }]) => environment?.['KAFKA_TLS'] === 'true')
  .map(([name]) => name);

/** The environment of a service with both files, as Docker Compose merges them. */
const mergedEnvironment = (name: string): Readonly<Record<string, string>> => ({
  ...base.services[name]?.environment,
  ...override.services[name]?.environment,
});

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-compose-secure-'));
  await writeSecrets(folder, true);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const secret = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe('engines that demand TLS', () => {
  it('override what the base file has, and nothing else', () => {
    expect(Object.keys(override.services).filter((name) => !(name in base.services))).toEqual([]);
    for (const { image, ports } of Object.values(override.services))
      expect([image, ports]).toEqual([undefined, undefined]);
  });

  it('give a login at Kafka to every process that had an address of it', () => {
    const addressed = Object.entries(base.services).filter(
      ([, { environment = {} }]) => 'KAFKA_BROKERS' in environment,
    );
    expect(onTheBus.toSorted()).toEqual(addressed.map(([name]) => name).toSorted());
    for (const name of onTheBus) {
      const principal = name === 'seed' ? 'operator' : name;
      expect(mergedEnvironment(name)).toMatchObject({
        KAFKA_USERNAME: kafkaUser(principal),
        KAFKA_CA_FILE: `${MOUNT}/${ENGINE_AUTHORITY}`,
      });
      expect(secret('kafka', 'logins')).toContain(
        `[name=${kafkaUser(principal)},password=${secret(principal, 'KAFKA_PASSWORD')}]`,
      );
    }
  });

  it.each(apps)(
    '%s gets every variable that it requires, its secrets in files, and TLS to each engine',
    async (name) => {
      const exported = (await import(`../../apps/${name}/src/config.ts`)) as Record<string, unknown>;
      const type = Object.values(exported).find(
        (value) => typeof value === 'function' && value.prototype instanceof ProcessConfig,
      ) as ConfigClass<ProcessConfig>;
      const given = Object.entries(mergedEnvironment(name));
      const files = given.filter(([key]) => key.endsWith('_FILE')).map(([, path]) => path.slice(MOUNT.length + 1));
      const present = readdirSync(join(folder, name)).filter((file) => !['ca.pem', ENGINE_AUTHORITY].includes(file));
      expect(present.sort()).toEqual(files.filter((file) => file !== ENGINE_AUTHORITY).sort());
      // the URL of a database names the file with its authority
      const text = (path: string): string =>
        secret(name, path).replaceAll(encodeURIComponent(MOUNT), encodeURIComponent(join(folder, name)));
      const environment = Object.fromEntries(
        given.map(([key, value]) =>
          key.endsWith('_FILE') ? [key.slice(0, -'_FILE'.length), text(value.slice(MOUNT.length + 1))] : [key, value],
        ),
      );
      const config = loadConfig(type, environment) as ProcessConfig & {
        readonly DATABASE_URL?: Secret;
        readonly REDIS_URL?: Secret;
      };
      if (config.DATABASE_URL !== undefined)
        expect(config.DATABASE_URL.reveal()).toContain('?sslmode=verify-full&sslrootcert=');
      if (config.REDIS_URL !== undefined) expect(config.REDIS_URL.reveal()).toMatch(new RegExp(`^rediss://${name}:`));
    },
  );

  it('accept no plain text', () => {
    expect(secret('kafka', 'server.properties')).not.toMatch(/PLAINTEXT/);
    expect(secret('kafka', 'server.properties')).toMatch(/^allow\.everyone\.if\.no\.acl\.found=false$/m);
    expect(secret('redis', 'redis.conf')).toMatch(/^port 0$/m);
    expect(secret('postgres', 'pg_hba.conf')).not.toMatch(/^host(nossl)? /m);
  });

  it('keep the settings of Kafka that the base file has', () => {
    const properties = new Map(
      secret('kafka', 'server.properties')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    );
    for (const [name, value] of Object.entries(base.services['kafka']?.environment ?? {})) {
      const key = name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');
      if (!/heap|listener|brokers/.test(key)) expect([key, properties.get(key)]).toEqual([key, value]);
    }
  });

  it('fill every volume that they add, and leave a second run nothing to change', async () => {
    const added = Object.keys(override.volumes).filter((name) => name.startsWith('secrets-'));
    expect(override.services['secrets']?.volumes?.map((volume) => volume.split(':')[0])).toEqual(added);
    for (const name of added) expect(readdirSync(join(folder, name.slice('secrets-'.length)))).not.toEqual([]);
    const before = secret('kafka', 'logins') + secret('kafka', 'broker.pem') + secret('otp', 'DATABASE_URL');
    await writeSecrets(folder, true);
    expect(secret('kafka', 'logins') + secret('kafka', 'broker.pem') + secret('otp', 'DATABASE_URL')).toBe(before);
  });

  it('leave no secret of an engine to the other processes', () => {
    for (const name of apps) expect(readdirSync(join(folder, name))).not.toContain('server.properties');
    expect(new Set(onTheBus.map((name) => secret(name === 'seed' ? 'operator' : name, 'KAFKA_PASSWORD'))).size).toBe(
      onTheBus.length - 1,
    );
  });
});
