import type { KafkaConfig, KafkaMechanism, Logger, Secret } from '@paygate/platform';
import { authoritiesOf } from '@paygate/platform';
import type { ISocketFactory, KafkaConfig as KafkaOptions, SASLOptions } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import { CONNECTION_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../limits.js';
import { quietRequestTimers } from './request-timers.js';
import { kafkaLog } from './kafka-log.js';

/** The addresses of the brokers, and the certificate and login of a connection. */
export interface KafkaAddress {
  readonly brokers: readonly string[];
  /** Absent for plain text. */
  readonly tls?: { readonly authorities?: Secret | undefined };
  /** The identity of this process at the brokers. */
  readonly login?: { readonly username: string; readonly password: Secret; readonly mechanism: KafkaMechanism };
}

export interface KafkaConnectionOptions extends KafkaAddress {
  readonly clientId: string;
  readonly logger: Logger;
  readonly socketFactory?: ISocketFactory;
  /** The time within which a broker must answer. */
  readonly requestTimeoutMs?: number;
}

/** The address in a configuration. */
export function kafkaAddress(config: KafkaConfig): KafkaAddress {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_MECHANISM: mechanism } = config;
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_TLS ? { tls: { authorities: config.KAFKA_CA } } : {}),
    ...(username === undefined || password === undefined ? {} : { login: { username, password, mechanism } }),
  };
}

/**
 * kafkajs with retries that end soon: its users here decide what to do when the broker is away, and how long that may take.
 */
export function kafkaConnection(options: KafkaConnectionOptions): Kafka {
  quietRequestTimers();
  const { brokers, clientId, logger, socketFactory, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const config: KafkaOptions = {
    brokers: [...brokers],
    ...securityOf(options),
    clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: requestTimeoutMs,
    // each retry tries the next broker of the list
    retry: { retries: brokers.length + 1, initialRetryTime: 50, maxRetryTime: 200, multiplier: 2, factor: 0.2 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLog(logger),
  };
  return new Kafka(socketFactory === undefined ? config : { ...config, socketFactory });
}

/** kafkajs reads the accessors for each connection, so that it uses what the files hold then. */
function securityOf({ tls, login }: KafkaAddress): Pick<KafkaOptions, 'ssl' | 'sasl'> {
  const sasl = {
    mechanism: login?.mechanism,
    username: login?.username,
    get password() {
      return login?.password.reveal();
    },
  };
  return {
    ...(tls === undefined ? {} : { ssl: authoritiesOf(tls.authorities) }),
    ...(login === undefined ? {} : { sasl: sasl as SASLOptions }),
  };
}
