import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Principal } from '@paygate/contracts';
import { commandStream, eventStreams, principals, replyStream, tableStreams } from '@paygate/contracts';
import { ConfigurationError, loadConfig, ServiceConfig } from '@paygate/platform';
import { testKeyPair, testKeys } from '@paygate/testing';
import { Names } from '../names.js';
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
const services = principals.filter((principal) => principal !== 'operator');
const withKeyPair: readonly Principal[] = ['auth', 'otp', 'operator'];

/** What a process holds: the shared keys of all services, every public key, and its own private key alone. */
const configOf = (self: Principal, change: Record<string, string> = {}): ServiceConfig =>
  loadConfig(ServiceConfig, {
    ...{ HEALTH_PORT: '0', KAFKA_BROKERS: 'kafka:9092', SEAL_KEYS: all.SEAL_KEYS },
    MESSAGE_KEYS: entriesOf(all.MESSAGE_KEYS, services),
    MESSAGE_PUBLIC_KEYS: entriesOf(all.MESSAGE_PUBLIC_KEYS, withKeyPair),
    MESSAGE_PRIVATE_KEYS: withKeyPair.includes(self) ? entriesOf(all.MESSAGE_PRIVATE_KEYS, [self]) : '',
    ...change,
  });
const signerOf = (self: Principal): MessageSigner =>
  new MessageSigner(self, messageKeysOf(configOf(self), { self, ownsTables: withKeyPair.includes(self) }));
const reader = signerOf('gateway');

interface Sent {
  readonly topic: string;
  readonly value: string;
}

const accepts = ({ topic, value }: Sent, { envelope, signature }: SignedHeaders, withKeyPair = false): boolean => {
  const signer = JSON.parse(envelope) as { producer: Principal; keyId: string };
  return reader.verify(signer, { topic, key: 'k', envelope, value }, signature, { withKeyPair });
};

/** The signature that any service can make in the name of another, with the keys that it holds. */
function asImpostor(named: Principal, { topic, value }: Sent): SignedHeaders {
  // no process has a shared key of the operator: an impostor takes any
  const held = entriesOf(all.MESSAGE_KEYS, [named === 'operator' ? 'webhooks' : named]);
  const [, kid = '', key = ''] = held.split(':');
  const envelope = JSON.stringify({ id: 'x', producer: named, keyId: kid });
  const head = `${topic.length}.1.${envelope.length}.${topic}k${envelope}`;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(head).update(value).digest('base64url');
  return { envelope, signature };
}

describe('a message', () => {
  const event: Sent = { topic: names.topic(eventStreams.intents), value: '{}' };
  const row: Sent = { topic: names.topic(tableStreams.apiKeys), value: '{"version":2}' };
  const command: Sent = { topic: names.topic(commandStream('auth')), value: '{}' };
  const sign = (self: Principal, { topic, value }: Sent): SignedHeaders =>
    signerOf(self).sign(topic, 'k', '{"id":"x"}', value);

  it('of a service, a table and the operator is accepted from its producer', () => {
    expect(accepts(event, sign('intents', event))).toBe(true);
    expect(accepts(row, sign('auth', row))).toBe(true);
    expect(accepts(command, sign('operator', command))).toBe(true);
  });

  it('is refused when any part of it is altered, under both kinds of keys', () => {
    for (const [self, sent] of [['intents', event] as const, ['auth', row] as const]) {
      const headers = sign(self, sent);
      expect(accepts({ ...sent, value: '{"version":3}' }, headers)).toBe(false);
      expect(accepts({ ...sent, topic: names.topic(tableStreams.deniedTokens) }, headers)).toBe(false);
      expect(accepts(sent, { ...headers, envelope: headers.envelope.replace('"x"', '"y"') })).toBe(false);
      expect(accepts(sent, { ...headers, signature: headers.signature.slice(0, -3) })).toBe(false);
    }
  });

  it('in the name of the operator, or of the owner of a table, cannot be made by a service with everything it holds', () => {
    // the control: between services such a signature is genuine
    expect(accepts(event, asImpostor('intents', event))).toBe(true);
    expect(accepts(row, asImpostor('auth', row))).toBe(false);
    expect(accepts(command, asImpostor('operator', command))).toBe(false);
    // the key pair of another owner of tables
    const byOtp = sign('otp', row);
    expect(accepts(row, { ...byOtp, envelope: byOtp.envelope.replace('"otp"', '"auth"') })).toBe(false);
    expect(() => sign('webhooks', row)).toThrow(TypeError);
  });

  it('that answers with rows of a table needs the key pair', () => {
    const reply: Sent = { topic: names.topic(replyStream), value: '{"ok":true}' };
    expect(accepts(reply, asImpostor('auth', reply), false)).toBe(true);
    expect(accepts(reply, asImpostor('auth', reply), true)).toBe(false);
    const genuine = signerOf('auth').signWithKeyPair(reply.topic, 'k', '{"correlationId":"x"}', reply.value);
    expect(accepts(reply, genuine, true)).toBe(true);
  });
});

describe('rotation', () => {
  it('accepts the old key while readers hold both, and not when it is removed', () => {
    const next = testKeyPair();
    const before = entriesOf(all.MESSAGE_PUBLIC_KEYS, ['auth']);
    const both = `auth:k2:${next.publicKey},${before}`;
    const row: Sent = { topic: names.topic(tableStreams.apiKeys), value: '{}' };
    const owner = (change: Record<string, string>): SignedHeaders => {
      const keys = messageKeysOf(configOf('auth', change), { self: 'auth', ownsTables: true });
      return new MessageSigner('auth', keys).sign(row.topic, 'k', '{"id":"x"}', row.value);
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
      { MESSAGE_KEYS: entriesOf(all.MESSAGE_KEYS, ['auth']) },
      'MESSAGE_KEYS holds no key of intents',
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
