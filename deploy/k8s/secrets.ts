/**
 * Prints the Secrets of the local overlay, to be piped into `kubectl apply`: keys, passwords and the gateway's certificate of a
 * stack in test mode. They are kept in `.local/kubernetes`, so that a second run prints the same. With `--production` it writes the entries
 * of a secret store and what the engines must know, with `--print` it prints them as Secrets, with `--rotate` it does a step of a rotation
 * in them.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { writeSecrets } from '../docker/secrets.ts';
import { repositoryRoot } from '../local/paths.ts';
import { entryFile, entryNames, readEntry, writeProductionSecrets } from './production-secrets.ts';
import { rotate, steps } from './rotation.ts';

const NAMESPACE = 'paygate';
const TLS = { 'tls.crt': 'cert.pem', 'tls.key': 'key.pem' } as const;

/** A Secret with values in base64. */
function secret(name: string, type: string, data: Readonly<Record<string, string>>): object {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `paygate-${name}`, namespace: NAMESPACE, labels: { 'app.kubernetes.io/part-of': 'paygate' } },
    type,
    data,
  };
}

/** The Secrets whose values are the files of `folder`, as writeSecrets writes them. */
export function secretsFrom(folder: string): object[] {
  const base64 = (...path: string[]): string => readFileSync(join(folder, ...path)).toString('base64');
  const opaque = readdirSync(folder).map((name) => {
    const files = readdirSync(join(folder, name)).filter((file) => !file.endsWith('.pem') || file === 'ca.pem');
    return secret(name, 'Opaque', Object.fromEntries(files.map((file) => [file, base64(name, file)])));
  });
  const tls = Object.fromEntries(Object.entries(TLS).map(([key, file]) => [key, base64('gateway', file)]));
  return [...opaque, secret('gateway-tls', 'kubernetes.io/tls', tls)];
}

/** The Secrets of a production, which an External Secrets Operator makes elsewhere. `folder` is that of writeProductionSecrets. */
export function secretsOfEntries(folder: string): object[] {
  return entryNames(folder).map((name) => {
    const members = Object.entries(readEntry(entryFile(folder, name)));
    const data = members.map(([member, value]) => [member, Buffer.from(value).toString('base64')] as const);
    return secret(name, 'Opaque', Object.fromEntries(data));
  });
}

const USAGE = `usage: node deploy/k8s/secrets.ts
       node deploy/k8s/secrets.ts --production <folder> --postgres <host:port> --redis <host:port> --public-url <https://…> [--engines-ca <file>] [--test-rails]
       node deploy/k8s/secrets.ts --print --production <folder>
       node deploy/k8s/secrets.ts --rotate <variable>[:<owner>] --step add|use|drop --production <folder>
`;

async function printLocalSecrets(): Promise<void> {
  const folder = join(repositoryRoot, '.local', 'kubernetes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await writeSecrets(folder);
  printSecrets(secretsFrom(folder));
}

function printSecrets(secrets: readonly object[]): void {
  for (const one of secrets) process.stdout.write(`---\n${stringify(one)}`);
}

const options = {
  production: { type: 'string' },
  postgres: { type: 'string' },
  redis: { type: 'string' },
  'public-url': { type: 'string' },
  'engines-ca': { type: 'string' },
  'test-rails': { type: 'boolean' },
  print: { type: 'boolean' },
  rotate: { type: 'string' },
  step: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** The exit code: 2 for arguments that make no command. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options });
  if (values.help === true) return print(USAGE, 0);
  if (args.length === 0) {
    await printLocalSecrets();
    return 0;
  }
  const { production: folder, postgres, redis, 'public-url': publicUrl, 'engines-ca': enginesCa } = values;
  if (folder !== undefined && values.print === true) {
    printSecrets(secretsOfEntries(folder));
    return 0;
  }
  const step = steps.find((known) => known === values.step);
  if (folder !== undefined && values.rotate !== undefined && step !== undefined) {
    const [variable = '', owner] = values.rotate.split(':');
    const changed = rotate(folder, owner === undefined ? { variable } : { variable, owner }, step);
    return print(`changed: ${changed.join(', ')}. Put these entries into the store, and restart their services.\n`, 0);
  }
  if (folder === undefined || postgres === undefined || redis === undefined || publicUrl === undefined)
    return print(USAGE, 2);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const testRails = values['test-rails'] === true;
  const authority = enginesCa === undefined ? {} : { enginesCa };
  writeProductionSecrets(folder, { postgres, redis, publicUrl, testRails, ...authority });
  return print(
    `${folder}: entries for the secret store, and in engines what PostgreSQL, Kafka and Redis must know\n`,
    0,
  );
}

function print(text: string, exitCode: number): number {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  return exitCode;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = print(`${error instanceof Error ? error.message : String(error)}\n`, 1);
  }
}
