import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { IsDatabaseUrl, IsHostList, IsKeyList } from './rules.js';
import { Secret } from './secret.js';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What every process needs. An app's own configuration class extends this one or a class below. */
export class ProcessConfig {
  /** Address of the health probes. Never a public one. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly HEALTH_HOST: string = '127.0.0.1';

  /** Port of the health probes; 0 takes any free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly HEALTH_PORT!: number;

  @IsIn(logLevels)
  readonly LOG_LEVEL: LogLevel = 'info';

  /** Names this process in logs and leases; made of host, process id and chance when absent. */
  @Matches(/^[A-Za-z0-9._-]{1,80}$/)
  readonly INSTANCE_ID: string = instanceName();

  /** Opens what exists for tests only (a readable inbox, simulated rails). Never true in production. */
  @IsBoolean()
  readonly TEST_MODE: boolean = false;
}

/** What every service on the bus needs. */
export class ServiceConfig extends ProcessConfig {
  /** `host:port`, comma-separated. */
  @IsHostList()
  readonly KAFKA_BROKERS!: string[];

  /** Topics are named `<prefix>.<stream>`. */
  @Matches(/^[a-z0-9][a-z0-9-]{0,31}$/)
  readonly TOPIC_PREFIX: string = 'pay';

  /**
   * HMAC-SHA-256 keys of the messages: `<principal>:<key id>:<base64 of 32 bytes>`, comma-separated. A service signs with
   * the first key of its own name and verifies with those of all.
   */
  @IsKeyList()
  readonly MESSAGE_KEYS!: Secret;

  /** AES-256-GCM keys per addressee, in the same form: the first of a name seals, all of it open. */
  @IsKeyList()
  readonly SEAL_KEYS!: Secret;
}

/** What a service with a database needs. */
export class DatabaseServiceConfig extends ServiceConfig {
  /** `postgres://role:password@host:port/database` */
  @IsDatabaseUrl()
  readonly DATABASE_URL!: Secret;

  @IsInt()
  @Min(1)
  @Max(200)
  readonly DATABASE_POOL_SIZE: number = 10;
}

/** What running migrations needs. */
export class MigrationConfig {
  /** The role owns what it makes. */
  @IsDatabaseUrl()
  readonly DATABASE_URL!: Secret;

  /** The service's own role, which is let use the tables; absent when that is the owner. */
  @IsOptional()
  @Matches(/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/)
  readonly DATABASE_RUNTIME_ROLE?: string;
}

function instanceName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9.-]/g, '-')
    .slice(0, 60);
  return `${host}-${process.pid}-${randomBytes(3).toString('hex')}`;
}
