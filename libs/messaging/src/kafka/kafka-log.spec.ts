import { expect, test } from '@jest/globals';
import type { Logger } from '@paygate/platform';
import { logLevel } from 'kafkajs';
import { kafkaLog } from './kafka-log.js';

test('what kafkajs reports as an error, and then retries, is for debugging', () => {
  const lines: string[] = [];
  const logger = { debug: (message: string) => lines.push(message) } as unknown as Logger;
  kafkaLog(logger)(logLevel.INFO)({
    ...{ level: logLevel.ERROR, namespace: 'Connection', label: 'ERROR' },
    log: { timestamp: '', message: 'Connection error' },
  });
  expect(lines).toEqual(['kafkajs']);
});
