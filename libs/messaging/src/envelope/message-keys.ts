import { createPublicKey } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import { commandStream, dataServices, eventStreams, pairOf, tableStreams } from '@paygate/contracts';
import type { KeyOwner, Keyring, ServiceConfig } from '@paygate/platform';
import { ConfigurationError, parseKeyring, parsePrivateKeys, parsePublicKeys } from '@paygate/platform';
import { sharedKeysOf } from '../rights/shared-keys.js';

/** The keys of the messages, as one process holds them. */
export interface MessageKeys {
  /** HMAC keys: one of each pair that exchanges commands, one of each service that publishes events. */
  readonly shared: Keyring;
  /** Ed25519 keys with which this process signs, if it has any. */
  readonly own: Keyring | undefined;
  /** Ed25519 keys with which it verifies. */
  readonly trusted: Keyring;
}

export interface KeyHolder {
  readonly self: Principal;
  /** True when it publishes tables. */
  readonly ownsTables: boolean;
}

/** The keys in a configuration. Throws a ConfigurationError when it lacks one that this process needs. */
export function messageKeysOf(config: ServiceConfig, { self, ownsTables }: KeyHolder): MessageKeys {
  const shared = parseKeyring(config.MESSAGE_KEYS.reveal());
  const trusted = parsePublicKeys(config.MESSAGE_PUBLIC_KEYS);
  const own =
    config.MESSAGE_PRIVATE_KEYS === undefined ? undefined : parsePrivateKeys(config.MESSAGE_PRIVATE_KEYS.reveal());
  const missing = sharedKeysOf(self).filter((owner) => shared.current(owner) === undefined);
  const faults = missing.map((owner) => `MESSAGE_KEYS holds no key of ${owner}`);
  const pair = own?.current(self);
  if (pair === undefined) {
    if (self === 'operator' || ownsTables) faults.push(`MESSAGE_PRIVATE_KEYS holds no key of ${self}`);
  } else if (trusted.find(self, pair.kid)?.equals(createPublicKey(pair.key)) !== true)
    faults.push(`MESSAGE_PUBLIC_KEYS does not hold the key ${pair.kid} of ${self}, with which it signs`);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { shared, own, trusted };
}

const namesOf = (streams: object): ReadonlySet<string> =>
  new Set(Object.values(streams as Record<string, { readonly name: string }>).map(({ name }) => name));
const tables = namesOf(tableStreams);
const events = namesOf(eventStreams);
const addressees: ReadonlyMap<string, Principal> = new Map(
  dataServices.map((service) => [commandStream(service).name, service]),
);

/**
 * The owner of the shared key that signs a message of `producer`: of events its own, of commands and replies that of the pair of producer and
 * addressee. Undefined for what the producer signs with its key pair: what the operator sends, and the rows and heartbeats of tables.
 */
export function sharedKeyFor(
  producer: Principal,
  topic: string,
  addressee: Principal | undefined,
): KeyOwner | undefined {
  const stream = streamIn(topic);
  if (producer === 'operator' || tables.has(stream)) return undefined;
  return addressee === undefined || events.has(stream) ? producer : pairOf(producer, addressee);
}

/** The service whose commands a topic holds; undefined for other topics. */
export function addresseeOf(topic: string): Principal | undefined {
  return addressees.get(streamIn(topic));
}

/** The name of a stream, without the prefix of the deployment. */
function streamIn(topic: string): string {
  return topic.slice(topic.indexOf('.') + 1);
}
