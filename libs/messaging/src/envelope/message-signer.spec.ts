import { createHmac, sign as signEd25519 } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Principal, ServiceName } from '@paygate/contracts';
import { commandStream, dataServices, eventStreams, principals, replyStream, tableStreams } from '@paygate/contracts';
import { ConfigurationError, loadConfig, parsePrivateKeys, ServiceConfig } from '@paygate/platform';
import { testKeyPair, testKeys } from '@paygate/testing';
import { Names } from '../names.js';
import { commands } from '../rights/commands.js';
import { sharedKeysOf } from '../rights/shared-keys.js';
import type { KeyHolder } from './message-keys.js';
import { messageKeysOf } from './message-keys.js';
import type { SignedHeaders } from './message-signer.js';
import { MessageSigner } from './message-signer.js';

const names = new Names('pay');
const all = testKeys();
const entriesOf = (list: string, of: readonly string[]): string =>
  list
    .split(',')
    .filter((entry) => of.includes(entry.split(':')[0] ?? ''))
    .join(',');
const privateKeys = parsePrivateKeys(all.MESSAGE_PRIVATE_KEYS);
const withKeyPair: readonly Principal[] = ['auth', 'otp', 'operator'];

/** The keys of a process: its own shared keys, every public key, and its own private key. */
const configOf = (self: Principal, change: Record<string, string> = {}): ServiceConfig =>
  loadConfig(ServiceConfig, {
    ...{ HEALTH_PORT: '0', KAFKA_BROKERS: 'kafka:9092', SEAL_KEYS: all.SEAL_KEYS },
    MESSAGE_KEYS: entriesOf(all.MESSAGE_KEYS, sharedKeysOf(self)),
    MESSAGE_PUBLIC_KEYS: entriesOf(all.MESSAGE_PUBLIC_KEYS, withKeyPair),
    MESSAGE_PRIVATE_KEYS: withKeyPair.includes(self) ? entriesOf(all.MESSAGE_PRIVATE_KEYS, [self]) : '',
    ...change,
  });
const signerOf = (self: Principal): MessageSigner =>
  new MessageSigner(self, messageKeysOf(configOf(self), { self, ownsTables: withKeyPair.includes(self) }));
const signers = new Map(principals.map((self) => [self, signerOf(self)]));

interface Sent {
  readonly topic: string;
  readonly value: string;
  readonly caller?: Principal;
}

const event: Sent = { topic: names.topic(eventStreams.intents), value: '{}' };
const row: Sent = { topic: names.topic(tableStreams.apiKeys), value: '{"version":2}' };
const replyTo = (caller: Principal): Sent => ({ topic: names.topic(replyStream), value: '{"ok":true}', caller });
const commandTo = (owner: ServiceName): Sent => ({
  topic: names.topic(commandStream(owner)),
  value: '{}',
});

const sign = (self: Principal, sent: Sent): SignedHeaders =>
  signers.get(self)?.sign({ ...sent, key: 'k', draft: '{"id":"x"}' }) ?? { envelope: '', signature: '' };

const accepts = (reader: Principal, { topic, value }: Sent, { envelope, signature }: SignedHeaders): boolean => {
  const signer = JSON.parse(envelope) as { producer: Principal; keyId: string };
  return signers.get(reader)?.verify(signer, { topic, key: 'k', envelope, value }, signature) === true;
};

/** The messages in the name of another that a process can make: one with each key that it holds. */
function forgeries(impostor: Principal, named: Principal, sent: Sent): SignedHeaders[] {
  const envelope = JSON.stringify({ id: 'x', producer: named, keyId: 'k1' });
  const head = `${sent.topic.length}.1.${envelope.length}.${sent.topic}k${envelope}`;
  const secrets = entriesOf(all.MESSAGE_KEYS, sharedKeysOf(impostor))
    .split(',')
    .map((entry) => entry.split(':')[2] ?? '');
  const shared = secrets.map((key) =>
    createHmac('sha256', Buffer.from(key, 'base64')).update(head).update(sent.value).digest('base64url'),
  );
  const pair = privateKeys.current(impostor);
  const own =
    withKeyPair.includes(impostor) && pair !== undefined
      ? [signEd25519(null, Buffer.from(head + sent.value), pair.key)]
      : [];
  return [...shared, ...own.map((bytes) => bytes.toString('base64url'))].map((signature) => ({ envelope, signature }));
}

/** The principals, besides the two, that could send to `reader` in the name of `named`. */
const impostorsOf = (named: Principal, reader: Principal, sent: Sent): readonly Principal[] =>
  principals.filter(
    (impostor) =>
      impostor !== named &&
      impostor !== reader &&
      forgeries(impostor, named, sent).some((headers) => accepts(reader, sent, headers)),
  );

describe('a message', () => {
  it('of a service, a table and the operator is accepted from its producer', () => {
    expect(accepts('webhooks', event, sign('intents', event))).toBe(true);
    expect(accepts('gateway', row, sign('auth', row))).toBe(true);
    expect(accepts('charging', commandTo('charging'), sign('operator', commandTo('charging')))).toBe(true);
    for (const { owner, callers } of commands)
      for (const caller of callers) {
        expect(accepts(owner, commandTo(owner), sign(caller, commandTo(owner)))).toBe(true);
        expect(accepts(caller, replyTo(caller), sign(owner, replyTo(caller)))).toBe(true);
      }
  });

  it('is refused when any part of it is altered, under both kinds of keys', () => {
    const cases = [
      ['intents', event, 'webhooks'],
      ['auth', row, 'gateway'],
      ['gateway', commandTo('auth'), 'auth'],
    ] as const;
    for (const [self, sent, reader] of cases) {
      const headers = sign(self, sent);
      expect(accepts(reader, sent, headers)).toBe(true);
      expect(accepts(reader, { ...sent, value: '{"version":3}' }, headers)).toBe(false);
      expect(accepts(reader, { ...sent, topic: sent.topic.replace('pay', 'other') }, headers)).toBe(false);
      expect(accepts(reader, sent, { ...headers, envelope: headers.envelope.replace('"x"', '"y"') })).toBe(false);
      expect(accepts(reader, sent, { ...headers, signature: headers.signature.slice(0, -3) })).toBe(false);
    }
  });
});

/** A process that is taken over has its own keys; where the broker lets it write is another matter (deploy/local/test/secure.spec.ts). */
describe('a process, with every key that it holds, cannot make in the name of another', () => {
  it.each(dataServices)('a command to %s', (owner) => {
    for (const named of principals.filter((one) => one !== owner))
      expect([named, impostorsOf(named, owner, commandTo(owner))]).toEqual([named, []]);
  });

  it.each(principals)('a reply to %s', (caller) => {
    for (const named of dataServices.filter((one) => one !== caller))
      expect([named, impostorsOf(named, caller, replyTo(caller))]).toEqual([named, []]);
  });

  it('a row of a table, not even as its reader', () => {
    expect(impostorsOf('auth', 'gateway', row)).toEqual([]);
    expect(forgeries('gateway', 'auth', row).filter((headers) => accepts('gateway', row, headers))).toEqual([]);
    expect(() => sign('webhooks', row)).toThrow(TypeError);
  });

  it('an event, unless it reads the events of that service', () => {
    expect(impostorsOf('intents', 'webhooks', event)).toEqual(['auth', 'charging']);
  });
});

describe('rotation', () => {
  it('accepts the old key while readers hold both, and not when it is removed', () => {
    const next = testKeyPair();
    const before = entriesOf(all.MESSAGE_PUBLIC_KEYS, ['auth']);
    const both = `auth:k2:${next.publicKey},${before}`;
    const owner = (change: Record<string, string>): SignedHeaders => {
      const keys = messageKeysOf(configOf('auth', change), { self: 'auth', ownsTables: true });
      return new MessageSigner('auth', keys).sign({ ...row, key: 'k', draft: '{"id":"x"}' });
    };
    const old = owner({ MESSAGE_PUBLIC_KEYS: both });
    const fresh = owner({ MESSAGE_PUBLIC_KEYS: both, MESSAGE_PRIVATE_KEYS: `auth:k2:${next.privateKey}` });
    const readBy = (publicKeys: string, { envelope, signature }: SignedHeaders): boolean => {
      const keys = messageKeysOf(configOf('gateway', { MESSAGE_PUBLIC_KEYS: publicKeys }), {
        self: 'gateway',
        ownsTables: false,
      });
      const signer = JSON.parse(envelope) as { producer: Principal; keyId: string };
      const parts = { topic: row.topic, key: 'k', envelope, value: row.value };
      return new MessageSigner('gateway', keys).verify(signer, parts, signature);
    };
    expect([old, fresh].map((headers) => readBy(both, headers))).toEqual([true, true]);
    const after = `auth:k2:${next.publicKey}`;
    expect([old, fresh].map((headers) => readBy(after, headers))).toEqual([false, true]);
  });
});

describe('a configuration without a key that the process needs to sign', () => {
  const faultsOf = (holder: KeyHolder, change: Record<string, string>): readonly string[] => {
    try {
      messageKeysOf(configOf(holder.self, change), holder);
      return [];
    } catch (error) {
      if (error instanceof ConfigurationError) return error.faults;
      throw error;
    }
  };

  it.each([
    [{ self: 'auth', ownsTables: true }, { MESSAGE_PRIVATE_KEYS: '' }, 'MESSAGE_PRIVATE_KEYS holds no key of auth'],
    [
      { self: 'operator', ownsTables: false },
      { MESSAGE_PRIVATE_KEYS: '' },
      'MESSAGE_PRIVATE_KEYS holds no key of operator',
    ],
    [
      { self: 'intents', ownsTables: false },
      { MESSAGE_KEYS: entriesOf(all.MESSAGE_KEYS, sharedKeysOf('intents').slice(1)) },
      `MESSAGE_KEYS holds no key of ${sharedKeysOf('intents')[0]}`,
    ],
    [
      { self: 'auth', ownsTables: true },
      { MESSAGE_PUBLIC_KEYS: entriesOf(all.MESSAGE_PUBLIC_KEYS, ['otp']) },
      'MESSAGE_PUBLIC_KEYS does not hold the key k1 of auth, with which it signs',
    ],
    [
      { self: 'auth', ownsTables: true },
      { MESSAGE_PUBLIC_KEYS: `auth:k1:${testKeyPair().publicKey}` },
      'MESSAGE_PUBLIC_KEYS does not hold the key k1 of auth, with which it signs',
    ],
  ] as const)('is refused: %j', (holder, change, fault) => {
    expect(faultsOf(holder, change)).toEqual([fault]);
  });
});
