import { kafkaConnection } from '@paygate/messaging';
import { Logger } from '@paygate/platform';
import type { Kafka } from 'kafkajs';
import { engineAddress } from './engines.js';

/** A silent client of the test broker. */
export function testKafka(brokers = engineAddress('TEST_KAFKA_BROKERS')): { kafka: Kafka; brokers: string } {
  const logger = new Logger({ service: 'test', instance: String(process.pid), level: 'silent' });
  return { kafka: kafkaConnection({ brokers: brokers.split(','), clientId: 'test', logger }), brokers };
}
