import type { Logger } from '@paygate/platform';
import type { ISocketFactory, KafkaConfig } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import { CONNECTION_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../limits.js';
import { stopIdleRequestTimer } from './idle-request-timer.js';
import { kafkaLog } from './kafka-log.js';

export interface KafkaConnectionOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  readonly socketFactory?: ISocketFactory;
  /** How long a broker may take to answer. */
  readonly requestTimeoutMs?: number;
}

/**
 * kafkajs with retries that end soon: its users here decide what to do when the broker is away, and how long that may take.
 */
export function kafkaConnection(options: KafkaConnectionOptions): Kafka {
  stopIdleRequestTimer();
  const { brokers, clientId, logger, socketFactory, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const config: KafkaConfig = {
    brokers: [...brokers],
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
