import { createPublicKey } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import { readAuthTable, readOtpTable, tableStreams } from '@paygate/contracts';
import type { Keyring, ServiceConfig } from '@paygate/platform';
import { ConfigurationError, parseKeyring, parsePrivateKeys, parsePublicKeys } from '@paygate/platform';

/** The keys of the messages, as one process holds them. */
export interface MessageKeys {
  /** HMAC keys of the services, which each of them holds. */
  readonly shared: Keyring;
  /** Ed25519 keys with which this process signs, if it has any. */
  readonly own: Keyring | undefined;
  /** Ed25519 keys with which it verifies. */
  readonly trusted: Keyring;
}

export interface KeyHolder {
  readonly self: Principal;
  /** Whether it publishes tables. */
  readonly ownsTables: boolean;
}

/** The keys in a configuration. Throws a ConfigurationError when it lacks one that this process needs to sign. */
export function messageKeysOf(config: ServiceConfig, { self, ownsTables }: KeyHolder): MessageKeys {
  const shared = parseKeyring(config.MESSAGE_KEYS.reveal());
  const trusted = parsePublicKeys(config.MESSAGE_PUBLIC_KEYS);
  const own =
    config.MESSAGE_PRIVATE_KEYS === undefined ? undefined : parsePrivateKeys(config.MESSAGE_PRIVATE_KEYS.reveal());
  const faults: string[] = [];
  if (self !== 'operator' && shared.current(self) === undefined) faults.push(`MESSAGE_KEYS holds no key of ${self}`);
  const pair = own?.current(self);
  if (pair === undefined) {
    if (self === 'operator' || ownsTables) faults.push(`MESSAGE_PRIVATE_KEYS holds no key of ${self}`);
  } else if (trusted.find(self, pair.kid)?.equals(createPublicKey(pair.key)) !== true)
    faults.push(`MESSAGE_PUBLIC_KEYS does not hold the key ${pair.kid} of ${self}, with which it signs`);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { shared, own, trusted };
}

const tableNames: ReadonlySet<string> = new Set(Object.values(tableStreams).map(({ name }) => name));
const tableReads: ReadonlySet<string> = new Set([readAuthTable, readOtpTable].map(({ name }) => name));

/**
 * Whether a message must be signed with the key pair of its producer: what the operator sends, and the rows and heartbeats of tables. Who
 * verifies an HMAC could also make it, and each service verifies the messages of all.
 */
export function needsKeyPair(producer: Principal, topic: string): boolean {
  return producer === 'operator' || tableNames.has(topic.slice(topic.indexOf('.') + 1));
}

/** Whether the reply to this command holds rows of a table. */
export function repliesWithRows(command: string): boolean {
  return tableReads.has(command);
}
