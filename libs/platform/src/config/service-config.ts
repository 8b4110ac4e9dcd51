import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { IsIntBetween } from '@paygate/contracts';
import { IsBoolean, IsIn, IsNumber, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { ReloadingSecret } from './reloading-secret.js';
import { IsCertificates, IsDatabaseUrl, IsHostList, IsKeyList, Needs } from './rules.js';
import { Secret } from './secret.js';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Configuration of every process. An app's own configuration class extends this one or a class below. */
export class ProcessConfig {
  /** Address of the health probes. Never a public one. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly HEALTH_HOST: string = '127.0.0.1';

  /** Port of the health probes; 0 takes any free one. */
  @IsIntBetween(0, 65_535) readonly HEALTH_PORT!: number;

  @IsIn(logLevels)
  readonly LOG_LEVEL: LogLevel = 'info';

  /** Names this process in logs and leases; made of host, process id and chance when absent. */
  @Matches(/^[A-Za-z0-9._-]{1,80}$/)
  readonly INSTANCE_ID: string = instanceName();

  /** Opens what exists for tests only (a readable inbox, simulated rails). Never true in production: it is refused beside any part of live mode. */
  @IsBoolean()
  @Needs(
    'TEST_MODE is refused beside a part of live mode: a rail, or a provider of SMS or e-mail',
    (config: ProcessConfig) => !config.TEST_MODE || !Object.values(config.liveModeParts()).includes(true),
  )
  readonly TEST_MODE: boolean = false;

  /** A collector of traces that speaks OTLP over HTTP, such as `http://collector:4318`. Without it no traces are made. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** The share of the traces that begin here and are recorded, from 0 to 1. */
  @IsNumber()
  @Min(0)
  @Max(1)
  readonly OTEL_TRACES_SAMPLER_ARG: number = 0.1;

  /** The parts of live mode that depend on variables which may be absent, and whether each can work. */
  liveModeParts(): Readonly<Record<string, boolean>> {
    return {};
  }
}

export const kafkaMechanisms = ['scram-sha-512', 'scram-sha-256', 'plain'] as const;
export type KafkaMechanism = (typeof kafkaMechanisms)[number];

/** Configuration of every process that connects to Kafka. */
export class KafkaConfig extends ProcessConfig {
  /** `host:port`, comma-separated. */
  @IsHostList()
  readonly KAFKA_BROKERS!: string[];

  /** True when to connect over TLS. The certificate of a broker must be valid for its host name. */
  @IsBoolean()
  @Needs('KAFKA_CA needs KAFKA_TLS=true', (config: KafkaConfig) => config.KAFKA_CA === undefined || config.KAFKA_TLS)
  @Needs(
    'KAFKA_USERNAME and KAFKA_PASSWORD go together',
    (config: KafkaConfig) => (config.KAFKA_USERNAME === undefined) === (config.KAFKA_PASSWORD === undefined),
  )
  @Needs(
    'KAFKA_USERNAME needs KAFKA_TLS=true',
    (config: KafkaConfig) => config.KAFKA_USERNAME === undefined || config.KAFKA_TLS,
  )
  readonly KAFKA_TLS: boolean = false;

  /** Authorities of the brokers' certificates, PEM; those that Node knows when absent. Its file is read for each connection. */
  @IsOptional()
  @IsCertificates()
  readonly KAFKA_CA?: ReloadingSecret;

  /** The principal of this process at the brokers (SASL). */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,128}$/)
  readonly KAFKA_USERNAME?: string;

  /** Its password. Its file is read for each connection. */
  @IsOptional()
  @IsString()
  readonly KAFKA_PASSWORD?: ReloadingSecret;

  /** `scram-sha-512`, `scram-sha-256` or `plain`. */
  @IsIn(kafkaMechanisms)
  readonly KAFKA_MECHANISM: KafkaMechanism = 'scram-sha-512';

  /** Topics are named `<prefix>.<stream>`. */
  @Matches(/^[a-z0-9][a-z0-9-]{0,31}$/)
  readonly TOPIC_PREFIX: string = 'pay';
}

/** Configuration of every service on the bus. */
export class ServiceConfig extends KafkaConfig {
  /**
   * HMAC-SHA-256 keys of the messages between services, comma-separated: `auth-gateway:<key id>:<base64 of 32 bytes>` for commands and
   * replies between these two, `intents:…` for the events of intents. The first key of an owner signs, all of it verify.
   */
  @IsKeyList()
  readonly MESSAGE_KEYS!: Secret;

  /** Ed25519 public keys of `operator` commands and of the owners of tables, in the same form: a key id each, the base64 of 32 bytes. */
  @IsKeyList()
  readonly MESSAGE_PUBLIC_KEYS!: string;

  /** Ed25519 private keys of this process, in the same form: the first signs. Only auth, otp and `operator` commands have one. */
  @IsOptional()
  @IsKeyList()
  readonly MESSAGE_PRIVATE_KEYS?: Secret;

  /** AES-256-GCM keys that sender and addressee of secrets share, in the same form: the first of a pair seals, all of it open. */
  @IsKeyList()
  readonly SEAL_KEYS!: Secret;

  /**
   * True when services share this process: the commands and replies between them pass no broker. `npm start -- --one-process` sets it;
   * it changes nothing where a service has its process for itself.
   */
  @IsBoolean()
  readonly ONE_PROCESS: boolean = false;
}

/** Configuration of a service with a database. */
export class DatabaseServiceConfig extends ServiceConfig {
  /**
   * `postgres://role:password@host:port/database`. For TLS it ends in `?sslmode=verify-full`, and in `&sslrootcert=<file>` where Node
   * does not know the authority; that file is read for each connection.
   */
  @IsDatabaseUrl()
  readonly DATABASE_URL!: Secret;

  @IsIntBetween(1, 200) readonly DATABASE_POOL_SIZE: number = 10;
}

/** Configuration of migrations. */
export class MigrationConfig {
  /** The role owns what it makes. */
  @IsDatabaseUrl()
  readonly DATABASE_URL!: Secret;

  /** The service's own role, which is let use the tables; absent when that is the owner. */
  @IsOptional()
  @Matches(/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/)
  readonly DATABASE_RUNTIME_ROLE?: string;

  /** The longest wait of the job for the database, where it starts beside it. */
  @IsIntBetween(0, 3_600) readonly ENGINE_WAIT_SECONDS: number = 0;
}

function instanceName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9.-]/g, '-')
    .slice(0, 60);
  return `${host}-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Configuration of the services that know how many persons of the installation's team an act needs. */
export class StaffConfig extends DatabaseServiceConfig {
  /**
   * The different persons of the installation's team whom a command that moves money needs. Whoever runs an installation alone says 1. With 0,
   * which needs TEST_MODE, the installation's key suffices. By default 2, and 0 with TEST_MODE. The same in auth and charging.
   */
  @IsOptional()
  @IsIntBetween(0, 2)
  @Needs(
    'STAFF_PERSONS=0 needs TEST_MODE',
    (config: Pick<StaffConfig, 'STAFF_PERSONS' | 'TEST_MODE'>) => config.STAFF_PERSONS !== 0 || config.TEST_MODE,
  )
  readonly STAFF_PERSONS?: number;
}

/** The different persons whom an act needs. */
export function staffPersonsOf({ STAFF_PERSONS, TEST_MODE }: StaffConfig): number {
  return STAFF_PERSONS ?? (TEST_MODE ? 0 : 2);
}
