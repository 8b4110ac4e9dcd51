import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@paygate/platform';
import { generate } from 'selfsigned';
import { FailOver } from '../../../messages/sending/fail-over.js';
import { FormSmsProvider } from '../../../messages/sending/form-sms-provider.js';
import { JsonSmsProvider } from '../../../messages/sending/json-sms-provider.js';
import type { Handover, MessageProvider } from '../../../messages/sending/message-provider.js';
import type { Message } from '../../../messages/sending/send-job.js';
import { SmtpProvider } from '../../../messages/sending/smtp-provider.js';
import { MailStandIn } from '../../mail-stand-in.js';
import { ProviderStandIn } from '../../provider-stand-in.js';

const TOKEN = 'a-token-of-this-suite';
/** Longer than an answer takes on a busy machine. */
const PATIENCE_MS = 20_000;
const IMPATIENCE_MS = 500;
const message: Message = { to: '+237670000001', text: '042917 est votre code à vous', subject: 'Votre code' };
const mailed: Message = { ...message, to: 'ada@example.com' };
const sender = 'no-reply@paygate.example';

let sms: ProviderStandIn;
let mail: MailStandIn;
let ca: string;
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...{ keyType: 'ec', algorithm: 'sha256', notBeforeDate: new Date(Date.now() - 86_400_000) },
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  ca = made.cert;
  [sms, mail] = await Promise.all([ProviderStandIn.start(), MailStandIn.start({ cert: made.cert, key: made.private })]);
});
afterAll(() => Promise.all([sms.stop(), mail.stop()]));
beforeEach(() => {
  timeoutMs = PATIENCE_MS;
  sms.messages.length = 0;
  mail.messages.length = 0;
  sms.status = 202;
  sms.location = undefined;
  mail.status = 250;
  mail.holding = false;
  sms.release();
});

let timeoutMs = PATIENCE_MS;
const form = (port = sms.url) =>
  new FormSmsProvider({
    ...{ url: new Secret(`${port.replace('//', `//account:${TOKEN}@`)}/Messages.json`), sender: 'Paygate', timeoutMs },
  });
const json = (url = sms.url) => new JsonSmsProvider({ url: `${url}/sms`, token: new Secret(TOKEN), timeoutMs });
const smtp = (more: { readonly port?: number; readonly requiresTls?: boolean } = {}) => {
  const url = new Secret(`smtp://paygate:${TOKEN}@localhost:${more.port ?? mail.port}`);
  return new SmtpProvider({ url, sender, timeoutMs, requiresTls: more.requiresTls ?? true, ca });
};
/** Nothing listens there. */
const NOWHERE = 1;

interface Subject {
  readonly name: string;
  readonly message: Message;
  readonly make: () => MessageProvider;
  readonly nowhere: () => MessageProvider;
  /** Makes the server refuse for good, or for now. */
  readonly answer: (how: 'never' | 'later' | 'silence') => void;
  readonly taken: () => number;
}
const answerSms = (how: 'never' | 'later' | 'silence'): void => {
  if (how === 'silence') sms.hold();
  else sms.status = how === 'never' ? 400 : 503;
};
const subjects: readonly Subject[] = [
  { name: 'SMS as JSON', make: json, nowhere: () => json(`http://127.0.0.1:${NOWHERE}`) },
  { name: 'SMS as a form', make: form, nowhere: () => form(`http://127.0.0.1:${NOWHERE}`) },
]
  .map((subject): Subject => ({ ...subject, message, answer: answerSms, taken: () => sms.messages.length }))
  .concat({
    name: 'SMTP',
    message: mailed,
    make: () => smtp(),
    nowhere: () => smtp({ port: NOWHERE }),
    answer: (how) => {
      mail.holding = how === 'silence';
      if (how !== 'silence') mail.status = how === 'never' ? 550 : 451;
    },
    taken: () => mail.messages.length,
  });

/** The fields of it that a log line may have. */
function expectDiscreet(outcome: Handover): void {
  const text = JSON.stringify(outcome);
  for (const secret of [TOKEN, 'paygate:', message.to, mailed.to, '042917']) expect(text).not.toContain(secret);
}

describe.each(subjects.map((subject) => [subject.name, subject] as const))('a provider of %s', (_name, subject) => {
  let provider: MessageProvider;
  beforeEach(() => {
    provider = subject.make();
  });
  afterEach(() => {
    provider.close();
  });

  test('hands a message over', async () => {
    expect(await provider.handOver('m-1', subject.message)).toEqual({ kind: 'taken' });
    expect(subject.taken()).toBe(1);
  });

  test.each([
    ['never', 'refused'],
    ['later', 'failed'],
  ] as const)('that answers %s has %s', async (how, kind) => {
    subject.answer(how);
    const outcome = await provider.handOver('m-2', subject.message);
    expect(outcome.kind).toBe(kind);
    expectDiscreet(outcome);
  });

  test('that does not answer in time has failed', async () => {
    timeoutMs = IMPATIENCE_MS;
    const impatient = subject.make();
    subject.answer('silence');
    const outcome = await impatient.handOver('m-2', subject.message);
    impatient.close();
    expect(outcome.kind).toBe('failed');
    expectDiscreet(outcome);
  });

  test('that cannot be reached has failed', async () => {
    const outcome = await subject.nowhere().handOver('m-3', subject.message);
    expect(outcome.kind).toBe('failed');
    expectDiscreet(outcome);
  });
});

describe('what arrives', () => {
  test('is JSON with a bearer token', async () => {
    await json().handOver('m-4', message);
    const { to, text } = message;
    expect(sms.messages).toEqual([{ id: 'm-4', to, text, path: '/sms', authorization: `Bearer ${TOKEN}` }]);
  });

  test('is a form with Basic authentication, and no credential in its address', async () => {
    await form().handOver('m-5', message);
    const authorization = `Basic ${Buffer.from(`account:${TOKEN}`).toString('base64')}`;
    expect(sms.messages).toMatchObject([
      { id: 'm-5', to: message.to, text: message.text, path: '/Messages.json', authorization },
    ]);
  });

  test.each<[string, () => MessageProvider]>([
    ['JSON', () => json()],
    ['a form', () => form()],
  ])('is no copy of what was sent as %s to a provider that redirects', async (_form, make) => {
    const elsewhere = await ProviderStandIn.start();
    Object.assign(sms, { status: 307, location: `${elsewhere.url}/sms` });
    const outcome = await make().handOver('m-13', message);
    await elsewhere.stop();
    expect(outcome.kind).toBe('failed');
    expectDiscreet(outcome);
    expect([sms.messages.length, elsewhere.messages]).toEqual([1, []]);
  });

  test('is mail over TLS, to one address whatever it is', async () => {
    const provider = smtp();
    await provider.handOver('m-6', mailed);
    expect(mail.messages).toEqual([
      {
        ...{ to: mailed.to, from: sender, subject: mailed.subject, text: mailed.text },
        ...{ messageId: '<m-6@paygate.example>', secure: true, login: `paygate:${TOKEN}` },
        // a code is no mail that anybody stops
        headers: expect.not.objectContaining({ 'list-unsubscribe': expect.anything() }) as object,
      },
    ]);
    await provider.handOver('m-7', { ...mailed, to: 'eve@example.com, ada@example.com' });
    await provider.handOver('m-8', { ...mailed, to: 'eve@example.com\r\nRCPT TO:<ada@example.com>' });
    expect(mail.to(mailed.to)).toHaveLength(1);
    provider.close();
  });
});

describe('mail', () => {
  test('is not handed to a server without a trusted certificate', async () => {
    const untrusted = new SmtpProvider({
      ...{ url: new Secret(`smtp://localhost:${mail.port}`), sender, timeoutMs, requiresTls: true },
    });
    expect((await untrusted.handOver('m-9', mailed)).kind).toBe('failed');
    expect(mail.messages).toEqual([]);
    untrusted.close();
  });

  test('is not handed, nor the password shown, to a server without TLS', async () => {
    const plain = await MailStandIn.start();
    const [wary, trusting] = [smtp({ port: plain.port }), smtp({ port: plain.port, requiresTls: false })];
    expect((await wary.handOver('m-10', mailed)).kind).toBe('failed');
    expect(plain.messages).toEqual([]);
    expect(await trusting.handOver('m-11', mailed)).toEqual({ kind: 'taken' });
    for (const each of [wary, trusting]) each.close();
    await plain.stop();
  });
});

describe('several providers', () => {
  /** Answers as a test says, and counts. */
  class Scripted implements MessageProvider {
    tried = 0;
    constructor(public kind: Handover['kind']) {}
    handOver(): Promise<Handover> {
      this.tried += 1;
      return Promise.resolve(this.kind === 'taken' ? { kind: 'taken' } : { kind: this.kind, reason: 'scripted' });
    }
    close(): void {
      this.tried = -1;
    }
  }
  const kindOf = async (provider: MessageProvider) => (await provider.handOver('m', message)).kind;

  test('over the wire: what the first cannot take goes to the second, once', async () => {
    const both = new FailOver([json(`http://127.0.0.1:${NOWHERE}`), form()]);
    expect(await both.handOver('m-12', message)).toEqual({ kind: 'taken' });
    expect(sms.messages.map(({ path }) => path)).toEqual(['/Messages.json']);
  });

  test.each([
    ['taken', 'failed', 'taken', [1, 0]],
    ['failed', 'taken', 'taken', [1, 1]],
    ['refused', 'taken', 'taken', [1, 1]],
    ['failed', 'refused', 'failed', [1, 1]],
    ['refused', 'failed', 'failed', [1, 1]],
    ['refused', 'refused', 'refused', [1, 1]],
  ] as const)('of which one has %s and one %s: %s', async (first, second, kind, tried) => {
    const both = [new Scripted(first), new Scripted(second)];
    expect(await kindOf(new FailOver(both))).toBe(kind);
    expect(both.map((provider) => provider.tried)).toEqual(tried);
  });

  test('skip one that fails five times in a row, and try it once each half minute', async () => {
    let now = 0;
    const [broken, sound] = [new Scripted('failed'), new Scripted('taken')];
    const both = new FailOver([broken, sound], () => now);
    for (let n = 0; n < 20; n += 1) expect(await kindOf(both)).toBe('taken');
    expect(broken.tried).toBe(5);
    now = 30_000;
    for (let n = 0; n < 20; n += 1) await kindOf(both);
    expect(broken.tried).toBe(6);
    now = 60_000;
    broken.kind = 'taken';
    for (let n = 0; n < 20; n += 1) await kindOf(both);
    expect([broken.tried, sound.tried]).toEqual([26, 40]);
  });

  test('that all fail leave the message to be tried again', async () => {
    const both = new FailOver([new Scripted('failed'), new Scripted('failed')]);
    for (let n = 0; n < 10; n += 1) expect(await kindOf(both)).toBe('failed');
  });
});
