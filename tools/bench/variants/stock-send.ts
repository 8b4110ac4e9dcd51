import { ClientKafka } from '@nestjs/microservices';
import type { Reply } from '@paygate/contracts';
import { lastValueFrom } from 'rxjs';
import type { AnySend, WireCommand } from './parts.js';
import { STOCK_TOPIC } from './stock-topic.js';

/** Commands through Nest's own Kafka client, as its documentation shows it. */
export async function stockSend(): Promise<AnySend> {
  const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
  const client = new ClientKafka({
    client: { clientId: 'bench-front', brokers },
    consumer: { groupId: 'bench.stock.front' },
  });
  client.subscribeToResponseOf(STOCK_TOPIC);
  await client.connect();
  return (contract, payload, { requestId }) => {
    const value = { requestId, payload } as WireCommand;
    return lastValueFrom(client.send<Reply<object>>(STOCK_TOPIC, { key: contract.key(payload), value }));
  };
}
