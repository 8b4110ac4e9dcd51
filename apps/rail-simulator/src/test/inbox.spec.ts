import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { loadConfig } from '@paygate/platform';
import { createTransport } from 'nodemailer';
import { RailSimulatorConfig } from '../config.js';
import { Inbox, KEPT_MESSAGES } from '../inbox/inbox.js';
import { SmtpInbox } from '../inbox/smtp-inbox.js';
import type { SimulatorUnderTest } from './fixtures/simulator.js';
import { INBOX_TOKEN, startSimulator } from './fixtures/simulator.js';

const sms = { id: 'message-1', to: '+237600000001', text: '123456 est votre code' };

let simulator: SimulatorUnderTest;
let url: string;

beforeAll(async () => {
  simulator = await startSimulator('inbox');
  ({ url } = simulator);
});

afterAll(() => simulator.stop());

function handIn(path: string, body: unknown, authorization = `Bearer ${INBOX_TOKEN}`): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
}

const listed = async (query: string): Promise<unknown> => (await fetch(`${url}/messages${query}`)).json();

describe('the inbox over HTTP', () => {
  test('guarantees that a submitted message is listed under its address, once', async () => {
    const first = await handIn('/sms', sms);
    expect([first.status, await first.json()]).toEqual([202, { id: 'message-1', duplicate: false }]);
    const again = await handIn('/sms', sms);
    expect([again.status, await again.json()]).toEqual([202, { id: 'message-1', duplicate: true }]);
    const message = { to: sms.to, channel: 'sms', text: sms.text, sentAt: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(await listed('?to=%2B237600000001')).toEqual([message]);
    expect(await listed('?to=+237600000001')).toEqual([message]);
    expect(await listed('?to=%2B237600000002')).toEqual([]);
  });

  test('lists the newest messages up to the limit', async () => {
    const to = '+237600000009';
    for (const n of [1, 2, 3]) await handIn('/sms', { id: `of-three-${n}`, to, text: String(n) });
    const texts = async (limit: string) =>
      ((await listed(`?to=${encodeURIComponent(to)}&limit=${limit}`)) as { readonly text: string }[]).map(
        ({ text }) => text,
      );
    expect(await Promise.all(['1', '2', '0', 'all'].map(texts))).toEqual([
      ['3'],
      ['3', '2'],
      ['3', '2', '1'],
      ['3', '2', '1'],
    ]);
  });

  test.each(['', 'Bearer wrong', `Basic ${INBOX_TOKEN}`])('refuses a sender that shows %j', async (authorization) => {
    const answer = await handIn('/sms', { ...sms, id: 'message-3' }, authorization);
    expect(answer.status).toBe(401);
    expect(await listed('?to=%2B237600000001')).toHaveLength(1);
  });

  test.each([{ ...sms, to: '237600000001' }, { ...sms, id: '' }, { to: sms.to }, { ...sms, text: 5 }, []])(
    'refuses a malformed message %#',
    async (body) => {
      expect((await handIn('/sms', body)).status).toBe(400);
    },
  );

  test.each([
    ['evil.example', 421],
    ['inbox.evil.example', 421],
    ['localhost.evil.example:80', 421],
    ['localhost:8025', 200],
    ['[::1]', 200],
    ['inbox:8025', 200],
  ])('answers browsers only under the names of this host: to %s with %i', async (host, expected) => {
    const status = await new Promise((resolve, reject) => {
      const ask = request(`${url}/messages`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      ask.once('error', reject).end();
    });
    expect(status).toBe(expected);
  });

  test('shows a page that loads nothing and runs no script but its own', async () => {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('123456 est votre code');
  });

  test('refuses to start outside test mode, and names every fault', () => {
    expect(() => loadConfig(RailSimulatorConfig, { HEALTH_PORT: '0', INBOX_PORT: '0' })).toThrow(
      /INBOX_TOKEN is missing[^]*TEST_MODE must be true/,
    );
  });
});

test('the inbox keeps the newest messages up to its bound, also those of one address', async () => {
  const insert = `INSERT INTO message (id, recipient, channel, text)
    SELECT 'bound-' || n, '+23760000000' || n % 2, 'sms', n FROM generate_series(1, $1::integer) n`;
  await simulator.database.query(insert, [KEPT_MESSAGES + 2]);
  const inbox = simulator.app.get(Inbox);
  await inbox.prune();
  const all = await inbox.list(undefined);
  expect([all.length, all[0]?.text, all.at(-1)?.text]).toEqual([KEPT_MESSAGES, String(KEPT_MESSAGES + 2), '3']);
  const odd = await inbox.list('+237600000001', 2);
  expect(odd.map(({ text }) => text)).toEqual([String(KEPT_MESSAGES + 1), String(KEPT_MESSAGES - 1)]);
});

describe('the inbox over SMTP', () => {
  const email = { to: 'ada@example.com', subject: 'Votre code à vous', text: '654321 est votre code, é compris' };

  async function mail(more: Readonly<Record<string, unknown>> = {}, password = INBOX_TOKEN): Promise<unknown> {
    const { port } = simulator.app.get(SmtpInbox);
    const transport = createTransport({ host: '127.0.0.1', port, auth: { user: 'otp', pass: password } });
    return transport.sendMail({ from: 'paygate@example.com', messageId: '<mail-1@example.com>', ...email, ...more });
  }

  test('guarantees that a message is listed under its address as it was written, once', async () => {
    await mail();
    await mail();
    expect(await listed('?to=ada%40example.com')).toEqual([
      { ...email, channel: 'email', sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  test('refuses a sender without the password, and a message that is too long', async () => {
    await expect(mail({ to: 'eve@example.com' }, 'another')).rejects.toMatchObject({ code: 'EAUTH' });
    await expect(mail({ to: 'eve@example.com', text: 'x'.repeat(70_000) })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await listed('?to=eve%40example.com')).toEqual([]);
  });
});
