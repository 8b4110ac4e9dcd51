import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KafkaConfig } from 'kafkajs';
import { writeAtomically } from '../files.ts';
import { PRINCIPALS } from '../principals.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { TlsFiles } from '../secrets/tls.ts';
import type { EngineContext } from './engine.ts';
import { kafkaUser } from './kafka-user.ts';

/** The options by which kafkajs reaches a broker that demands TLS and a login. */
export type KafkaClientSecurity = Pick<KafkaConfig, 'ssl' | 'sasl'>;

/** The broker itself, and who creates topics and rights: they may do everything. */
const BROKER = 'broker';
const SUPER_USERS = [BROKER, kafkaUser('topics')];

export interface SecureKafka {
  readonly properties: readonly string[];
  /** arguments of the storage tool, which creates the logins */
  readonly format: readonly string[];
  /** the login of the administrator */
  readonly client: KafkaClientSecurity;
}

/** Clients log in over TLS (SCRAM-SHA-512), and the authorizer denies what no ACL allows. */
export function secureKafka({ secrets, paths }: Pick<EngineContext, 'secrets' | 'paths'>, tls: TlsFiles): SecureKafka {
  // Kafka reads a key and its certificates from one file
  const store = join(paths.data, 'kafka.pem');
  writeAtomically(store, `${readFileSync(tls.key, 'utf8').trim()}\n${readFileSync(tls.cert, 'utf8').trim()}\n`);
  return {
    properties: kafkaSecurityProperties(secrets, { store, ca: tls.ca }),
    format: kafkaLogins(secrets).flatMap((login) => ['--add-scram', login]),
    client: {
      ssl: { ca: readFileSync(tls.ca, 'utf8') },
      sasl: {
        mechanism: 'scram-sha-512',
        username: kafkaUser('topics'),
        password: secrets.enginePassword('kafka', 'topics'),
      },
    },
  };
}

/** Every login, as arguments of `--add-scram` of the storage tool. */
export function kafkaLogins(secrets: Secrets): readonly string[] {
  const users = [...PRINCIPALS, 'topics', 'autoscaler'].map((name) => [kafkaUser(name), name] as const);
  return [[BROKER, BROKER] as const, ...users].map(
    ([user, name]) => `SCRAM-SHA-512=[name=${user},password=${secrets.enginePassword('kafka', name)}]`,
  );
}

/** The lines of server.properties. `store` holds the broker's key and certificate, `ca` their authority. */
export function kafkaSecurityProperties(
  secrets: Secrets,
  { store, ca }: { readonly store: string; readonly ca: string },
): readonly string[] {
  const password = secrets.enginePassword('kafka', BROKER);
  const login = `required username="${BROKER}" password="${password}"`;
  const modules = 'org.apache.kafka.common.security';
  return [
    'listener.security.protocol.map=CLIENTS:SASL_SSL,CONTROLLER:SASL_SSL',
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${store}`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${ca}`,
    'sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512',
    'listener.name.clients.sasl.enabled.mechanisms=SCRAM-SHA-512',
    `listener.name.clients.scram-sha-512.sasl.jaas.config=${modules}.scram.ScramLoginModule ${login};`,
    // controllers know no SCRAM logins
    'sasl.mechanism.controller.protocol=PLAIN',
    'listener.name.controller.sasl.enabled.mechanisms=PLAIN',
    `listener.name.controller.plain.sasl.jaas.config=${modules}.plain.PlainLoginModule ${login} user_${BROKER}="${password}";`,
    'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'allow.everyone.if.no.acl.found=false',
    `super.users=${SUPER_USERS.map((user) => `User:${user}`).join(';')}`,
  ];
}
