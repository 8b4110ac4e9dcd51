/**
 * Prints the Secrets of the local overlay, to be piped into `kubectl apply`: keys, passwords and the gateway's certificate of a
 * stack in test mode. They are kept in `.local/kubernetes`, so that a second run prints the same.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { writeSecrets } from '../docker/secrets.ts';
import { repositoryRoot } from '../local/paths.ts';

const NAMESPACE = 'paygate';
const TLS = { 'tls.crt': 'cert.pem', 'tls.key': 'key.pem' } as const;

/** The Secrets whose values are the files of `folder`, as writeSecrets writes them. */
export function secretsFrom(folder: string): object[] {
  const base64 = (...path: string[]): string => readFileSync(join(folder, ...path)).toString('base64');
  const secret = (name: string, type: string, data: Readonly<Record<string, string>>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `paygate-${name}`, namespace: NAMESPACE, labels: { 'app.kubernetes.io/part-of': 'paygate' } },
    type,
    data,
  });
  const opaque = readdirSync(folder).map((name) => {
    const files = readdirSync(join(folder, name)).filter((file) => !file.endsWith('.pem') || file === 'ca.pem');
    return secret(name, 'Opaque', Object.fromEntries(files.map((file) => [file, base64(name, file)])));
  });
  const tls = Object.fromEntries(Object.entries(TLS).map(([key, file]) => [key, base64('gateway', file)]));
  return [...opaque, secret('gateway-tls', 'kubernetes.io/tls', tls)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(repositoryRoot, '.local', 'kubernetes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await writeSecrets(folder);
  for (const secret of secretsFrom(folder)) process.stdout.write(`---\n${stringify(secret)}`);
}
