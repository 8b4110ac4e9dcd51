import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kafkaLogins, kafkaSecurityProperties } from '../local/engines/kafka-security.ts';
import { BROKER_SESSION, SINGLE_NODE } from '../local/engines/kafka-single-node.ts';
import { redisUsers } from '../local/engines/redis-users.ts';
import { kafkaUser } from '../local/engines/kafka-user.ts';
import { writeAtomically } from '../local/files.ts';
import type { Secrets } from '../local/secrets/secrets.ts';
import { ensureTls } from '../local/secrets/tls.ts';

/** The authority of the engines' certificates, in the volume of each process that connects to one. */
export const ENGINE_AUTHORITY = 'engines-ca.pem';
const MOUNT = '/run/paygate';
/** Engines run under the users of their images, which must be able to read the files of their volume. */
const READABLE_BY_ALL = 0o444;

/** Writes what the engines of deploy/docker/compose.secure.yaml read: certificate, logins, settings. Returns the authority's path. */
export async function writeSecureEngines(folder: string, secrets: Secrets): Promise<string> {
  const tls = await ensureTls({ tls: join(folder, 'vault', 'engines') }, ['postgres', 'redis', 'kafka']);
  const [key, cert] = [tls.key, tls.cert].map((path) => `${readFileSync(path, 'utf8').trim()}\n`);
  const files = {
    postgres: {
      'key.pem': key,
      'cert.pem': cert,
      'pg_hba.conf': 'local all all scram-sha-256\nhostssl all all all scram-sha-256\n',
    },
    redis: {
      'key.pem': key,
      'cert.pem': cert,
      'ca.pem': readFileSync(tls.ca, 'utf8'),
    },
    kafka: {
      // Kafka reads a key and its certificates from one file
      'broker.pem': `${key}${cert}`,
      'ca.pem': readFileSync(tls.ca, 'utf8'),
      'server.properties': kafkaProperties(secrets),
      'client.properties': clientProperties(secrets),
      logins: kafkaLogins(secrets)
        .map((login) => `--add-scram ${login}\n`)
        .join(''),
    },
  };
  for (const [engine, contents] of Object.entries(files))
    for (const [name, text] of Object.entries(contents))
      writeAtomically(join(folder, engine, name), text ?? '', READABLE_BY_ALL);
  return tls.ca;
}

/** The listeners of a Redis that demands TLS, and the users of the services. */
export function secureRedisLines(secrets: Secrets): readonly string[] {
  return [
    ...['port 0', 'tls-port 6379', 'tls-auth-clients no'],
    ...[`tls-cert-file ${MOUNT}/cert.pem`, `tls-key-file ${MOUNT}/key.pem`, `tls-ca-cert-file ${MOUNT}/ca.pem`],
    ...redisUsers(secrets),
  ];
}

function kafkaProperties(secrets: Secrets): string {
  return [
    'controller.quorum.voters=1@localhost:9093',
    'listeners=CLIENTS://:9092,CONTROLLER://localhost:9093',
    'advertised.listeners=CLIENTS://kafka:9092',
    ...kafkaSecurityProperties(secrets, { store: `${MOUNT}/broker.pem`, ca: `${MOUNT}/ca.pem` }),
    'log.dirs=/var/lib/kafka/data',
    ...SINGLE_NODE,
    ...BROKER_SESSION,
    '',
  ].join('\n');
}

/** For the health check, which logs in as the job that creates the topics. */
function clientProperties(secrets: Secrets): string {
  const login = `username="${kafkaUser('topics')}" password="${secrets.enginePassword('kafka', 'topics')}"`;
  return [
    'security.protocol=SASL_SSL',
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${MOUNT}/ca.pem`,
    'sasl.mechanism=SCRAM-SHA-512',
    `sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required ${login};`,
    '',
  ].join('\n');
}
