import type { ChildProcess } from 'node:child_process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { demoServer, trustedStack } from '../clients/trust.js';

const run = promisify(execFile);
const stack = trustedStack();
const { webhooks } = demoServer(stack);
const folder = mkdtempSync(join(tmpdir(), 'paygate-languages-'));
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const environment = {
  ...process.env,
  SSL_CERT_FILE: resolve(stack.gateway.ca),
  PAYGATE_BASE_URL: stack.gateway.url,
  PAYGATE_SECRET_KEY: stack.merchant.secretKey,
  PAYGATE_WEBHOOK_SECRET: SECRET,
};
let server: ChildProcess | undefined;
afterEach(() => {
  server?.kill();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Language {
  readonly name: string;
  readonly program: string;
  /** The script that creates a payment and prints it. */
  readonly creation: (snippet: string) => string;
  /** The script of a webhook whose answer, or output, has the id of the event that was fulfilled. */
  readonly webhook: (snippet: string, port: number) => string;
  readonly serve: (script: string, port: number) => readonly string[];
}

const languages: readonly Language[] = [
  {
    name: 'php',
    program: process.env['PHP'] ?? 'php',
    creation: (snippet) => `${snippet}\necho json_encode(createPayment($argv[1], '5000'));`,
    webhook: (snippet) =>
      snippet.replace('<?php', "<?php\nfunction fulfil($id, $metadata) { echo 'fulfilled ', $id; }"),
    serve: (script, port) => ['-S', `127.0.0.1:${String(port)}`, script],
  },
  {
    name: 'python',
    program: 'python3',
    creation: (snippet) => `${snippet}\nimport sys\nprint(json.dumps(create_payment(sys.argv[1], "5000")))`,
    webhook: (snippet, port) => `${snippet}
from http.server import HTTPServer
done = []
def fulfil(id, metadata): done.append(id)
class Answering(Webhook):
    def do_POST(self):
        done.clear()
        super().do_POST()
        self.wfile.write(("fulfilled " + done[0] if done else "").encode())
    def log_message(self, *_): pass
HTTPServer(("127.0.0.1", ${String(port)}), Answering).serve_forever()`,
    serve: (script) => [script],
  },
];
const found = languages.filter(({ program }) => isFound(program));

test('Python or PHP runs the snippets', () => {
  expect(found.map(({ name }) => name)).not.toEqual([]);
});

test.each(found)('the $name of the guide creates a payment', async ({ name, program, creation }) => {
  const [snippet = ''] = blocks(name);
  const order = `${name}-${String(Date.now())}`;
  const { stdout } = await run(program, [scriptOf(`create-${name}`, creation(snippet)), order], { env: environment });
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ amount: '5000', metadata: { orderId: order } },
    checkoutUrl: expect.stringContaining(stack.gateway.url),
  });
});

test.each(found)(
  'the $name of the guide fulfils a genuine event, and no other',
  async ({ name, program, webhook, serve }) => {
    const port = await freePort();
    const script = scriptOf(`webhook-${name}`, webhook(blocks(name)[1] ?? '', port));
    server = spawn(program, serve(script, port), { env: environment, stdio: 'ignore' });
    const event = webhooks.generateTestEvent('payment.completed');
    const payload = JSON.stringify(event);
    const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET });
    const send = (body: string, header: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${String(port)}/`, { method: 'POST', body, headers: { 'service-signature': header } });
    const answer = await eventually(() => send(payload, signature));
    expect([answer.status, await answer.text()]).toEqual([200, `fulfilled ${event.id}`]);
    const old = webhooks.generateTestHeaderString({
      payload,
      secret: SECRET,
      timestampSeconds: Math.floor(Date.now() / 1000) - 301,
    });
    for (const [body, header] of [
      [`${payload} `, signature],
      [payload, signature.replace('v1=', 'v2=')],
      [payload, old],
      [payload, ''],
    ] as const) {
      const refused = await send(body, header);
      expect([refused.status, await refused.text()]).toEqual([400, '']);
    }
  },
);

function blocks(language: string): readonly string[] {
  const text = readFileSync('docs/guides/hosted-page.md', 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '');
}

function scriptOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function isFound(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Asks until the server listens. */
async function eventually(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error('the webhook does not listen');
}
