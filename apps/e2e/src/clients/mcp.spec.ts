import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually, inboxMessages, newCode } from '@paygate/testing';
import { anApprovingPhone } from '../payments/paying.js';
import { demoServer, trustedStack } from './trust.js';

/* `paygate mcp` as a process of its own, called by a client of the protocol as an assistant calls it, against the running gateway. */

const CLI = 'dist/packages/cli/dist/main.mjs';
const stack = trustedStack();
const paygate = demoServer(stack);
const scopes = [
  ...(['intents:read', 'intents:write', 'otp:write', 'charges:write'] as const),
  ...(['refunds:read', 'refunds:write', 'balance:read'] as const),
];
let key = '';
beforeAll(async () => {
  const created = await paygate.apiKeys.create({ type: 'restricted', name: 'assistant', scopes: [...scopes] });
  key = created.key ?? '';
});
const open: Client[] = [];
afterAll(async () => {
  for (const client of open) await client.close();
});

interface Assistant {
  /** The person's answer to a question; undefined for a client that cannot ask. */
  readonly says: boolean | undefined;
  readonly pin?: string;
}
interface Answered {
  readonly isError: boolean;
  readonly text: string;
  /** The JSON below the status. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An assistant with tools, and the questions that its person was asked. */
async function assistant({ says, pin }: Assistant, ...args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    env: { NODE_EXTRA_CA_CERTS: stack.gateway.ca, PAYGATE_BASE_URL: stack.gateway.url, PAYGATE_SECRET_KEY: key },
  });
  const client = new Client(
    { name: 'scripted', version: '1' },
    {
      capabilities: says === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: pin === undefined ? 'legacy' : { pin } },
    },
  );
  const questions: string[] = [];
  if (says !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return says ? { action: 'accept', content: { send: true } } : { action: 'decline' };
    });
  await client.connect(transport);
  open.push(client);
  const call = async (name: string, given: Record<string, unknown>): Promise<Answered> => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    const [, json = '{}'] = /^HTTP \d+\n(.*)$/s.exec(text) ?? [];
    return { isError, text, body: isError ? {} : (JSON.parse(json) as Answered['body']) };
  };
  return { call, questions };
}

/** The amount of a payment that a guest has made through the tools. */
async function pay({ call }: Awaited<ReturnType<typeof assistant>>): Promise<string> {
  const order = {
    operation: 'createIntent',
    body: { amount: '1000', currency: 'XAF', description: 'by an assistant' },
  };
  const { id, sessionToken } = (await call('write', order)).body;
  const [intentionId, phoneNumber] = [String(id), anApprovingPhone()];
  const tokens = { sessionToken };
  const seen = await inboxMessages(stack, phoneNumber);
  const init = { operation: 'initOtp', tokens, body: { phoneNumber, channel: 'sms', intentionId } };
  const { otpId } = (await call('write', init)).body;
  const otp = await newCode(stack, phoneNumber, seen);
  const verify = { operation: 'verifyOtp', tokens, body: { otpId, otp, intentionId } };
  const { token } = (await call('write', verify)).body;
  const body = { intentionId, paymentMethod: { type: 'mobile_money' } };
  const charged = await call('write', { operation: 'charge', tokens: { otpToken: token }, body });
  expect(charged).toMatchObject({ isError: false, body: { object: 'charge' } });
  return intentionId;
}

test.each(['a client of 2025', '2026-07-28'])(
  'an assistant (%s) takes a test payment, reads its fee and refunds it, and its person is asked about each write',
  async (revision) => {
    const tools = await assistant({ says: true, ...(revision.startsWith('2026') && { pin: revision }) });
    expect((await tools.call('search_api', { query: 'refund a payment' })).text).toMatch(/^createRefund {2}POST/);
    expect((await tools.call('describe_operation', { operation: 'charge' })).text).toContain('"otpToken"');
    const id = await pay(tools);
    const paid = await eventually(async () => {
      const { body } = await tools.call('read', { operation: 'getIntent', parameters: { id } });
      return body['status'] === 'COMPLETED' ? body : undefined;
    });
    const { fee, net } = await paygate.paymentIntents.retrieveById(id);
    expect(paid).toMatchObject({ amount: '1000', fee, net });
    expect(fee).toMatch(/^[1-9]\d*$/);
    const refund = { operation: 'createRefund', parameters: { id }, body: { amount: '400' } };
    expect((await tools.call('write', refund)).body).toMatchObject({ object: 'refund', amount: '400' });
    expect(tools.questions.map((question) => question.split(':')[0])).toEqual([
      'Create a payment intent, in test mode',
      expect.any(String),
      expect.any(String),
      expect.any(String),
      'Refund a payment, in test mode',
    ]);
    await eventually(async () => (await paygate.paymentIntents.retrieveById(id)).amountRefunded === '400' || undefined);

    // without consent nothing moves: a person who declines, and a client that cannot ask
    for (const says of [false, undefined]) {
      const others = await assistant({ says });
      expect(await others.call('write', refund)).toMatchObject({
        ...{ isError: true, text: expect.stringContaining('Nothing was sent') },
      });
    }
    const { data } = await paygate.refunds.listForIntent(id);
    expect(data).toHaveLength(1);

    // who started the command has consented for a client that cannot ask
    const trusted = await assistant({ says: undefined }, '--allow-writes');
    expect((await trusted.call('write', refund)).body).toMatchObject({ object: 'refund', amount: '400' });
  },
);

test('a scope that the key has not is refused by the API', async () => {
  const { call } = await assistant({ says: true });
  const { isError, text } = await call('read', { operation: 'listWebhookEndpoints' });
  expect([isError, text]).toEqual([true, expect.stringContaining('scope_missing')]);
});
