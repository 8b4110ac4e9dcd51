import type { Logger } from '@paygate/platform';
import type { logCreator } from 'kafkajs';
import { logLevel } from 'kafkajs';

/**
 * kafkajs logs at ERROR what it then retries: a broker that starts, a group that rebalances, a connection that is made
 * again. Here these lines are for debugging; BrokerWatch and ConsumerGroup log once when the bus stops or starts to work.
 */
export function kafkaLog(logger: Logger): logCreator {
  return () =>
    ({ level, namespace, log }) => {
      if (level === logLevel.NOTHING) return;
      const reason = `${log.message}${typeof log['error'] === 'string' ? `: ${log['error']}` : ''}`;
      logger.debug('kafkajs', { name: namespace, reason });
    };
}
