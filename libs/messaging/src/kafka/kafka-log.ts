import type { Logger } from '@paygate/platform';
import type { logCreator } from 'kafkajs';
import { logLevel } from 'kafkajs';

/**
 * kafkajs reports at ERROR what it then retries: a broker that warms up, a group that rebalances, a connection that is
 * made again. Whether the bus works is logged by those who watch it, once per change; these lines are for debugging.
 */
export function kafkaLog(logger: Logger): logCreator {
  return () =>
    ({ level, namespace, log }) => {
      if (level === logLevel.NOTHING) return;
      const reason = `${log.message}${typeof log['error'] === 'string' ? `: ${log['error']}` : ''}`;
      logger.debug('kafkajs', { name: namespace, reason });
    };
}
