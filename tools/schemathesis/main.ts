/**
 * Tests the running stack against its API document with schemathesis (Python): `npm run schemathesis`. It needs `uvx`, or in
 * SCHEMATHESIS the path of an installed schemathesis. Further arguments are passed on. What is accepted, and why, is in README.md;
 * any other finding fails the command. The stack runs with `--limits high`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import tls from 'node:tls';

const VERSION = '4.32.5';
/** They would end or restrict the credentials of the run. */
const LEFT_OUT = [
  '/auth/logout',
  '/dashboard/sessions/current',
  '/dashboard/sessions/{id}',
  '/dashboard/password',
  '/api-keys/{id}',
  '/api-keys/{id}/revoke',
  '/api-keys/{id}/rotate',
];

/** An idempotency key that was used for another body is refused, whatever the document says about key and body. */
const CHECKS = `
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "422", "429", "5xx"]
`;

interface Stack {
  readonly gateway: { readonly url: string; readonly ca: string };
  readonly merchant: {
    readonly id: string;
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly owner: { readonly email: string; readonly password: string };
  };
  readonly users: readonly { readonly phoneNumber: string; readonly password: string }[];
}

const stack = JSON.parse(readFileSync(process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json', 'utf8')) as Stack;
const { gateway, merchant } = stack;
tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(gateway.ca, 'utf8')]);
const folder = mkdtempSync(join(tmpdir(), 'paygate-schemathesis-'));
try {
  const findings = [run('server', await serverCredentials()), run('dashboard', await dashboardCredentials())];
  process.exitCode = findings.every((status) => status === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The credentials of a merchant's server and its pages. */
async function serverCredentials(): Promise<string> {
  const bearer = { authorization: `Bearer ${merchant.secretKey}` };
  const intent = await post('/gateway', { amount: '5000', currency: 'XAF' }, bearer);
  return `
[auth.openapi.publishableKey]
api_key = "${merchant.publishableKey}"
[auth.openapi.secretKey]
bearer = "${merchant.secretKey}"
[auth.openapi.sessionToken]
api_key = "${String(intent['sessionToken'])}"
[[operations]]
include-path-regex = "^/gateway/"
parameters = { "path.id" = "${String(intent['id'])}" }
`;
}

/** The credentials of a member at the dashboard. */
async function dashboardCredentials(): Promise<string> {
  const { token } = await post('/dashboard/sessions', { ...merchant.owner, memberId: undefined }, {});
  return `
headers = { x-merchant-id = "${merchant.id}", x-mode = "test" }
[auth.openapi.dashboardSession]
bearer = "${String(token)}"
`;
}

async function post(path: string, body: object, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(gateway.url + path, init);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** One run over the operations of these credentials; returns the exit code. */
function run(name: 'server' | 'dashboard', credentials: string): number {
  const config = join(folder, `${name}.toml`);
  writeFileSync(config, credentials + CHECKS);
  const pages = '^/(members|dashboard)';
  const operations = LEFT_OUT.flatMap((path) => ['--exclude-path', path]);
  const installed = process.env['SCHEMATHESIS'];
  const [command = '', ...prefix] = installed === undefined ? ['uvx', `schemathesis==${VERSION}`] : [installed];
  const { status, error } = spawnSync(
    command,
    [
      ...prefix,
      ...['--config-file', config, 'run', `${gateway.url}/openapi.json`, '--url', gateway.url],
      ...['--tls-verify', resolve(gateway.ca), '--checks', 'all', '--continue-on-failure'],
      ...operations,
      ...[name === 'server' ? '--exclude-path-regex' : '--include-path-regex', pages],
      ...['--baseline', join(import.meta.dirname, `accepted-${name}.json`)],
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', cwd: folder },
  );
  if (error !== undefined) throw error;
  return status ?? 1;
}
