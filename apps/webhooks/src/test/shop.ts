import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { NewEndpoint } from '../endpoints/endpoints.repository.js';
import type { Behaviour, MerchantsServer } from './merchants-server.js';
import type { WebhooksUnderTest } from './webhooks-under-test.js';

const PATIENCE_MS = 30_000;

interface Surroundings {
  readonly service: WebhooksUnderTest;
  readonly merchants: MerchantsServer;
}

export type ShopChanges = Partial<Pick<NewEndpoint, 'merchantId' | 'mode' | 'url' | 'ordered' | 'retrySchedule'>>;

/** An endpoint at a path of its own, by default of its own merchant in test mode. */
export async function openShop({ service, merchants }: Surroundings, behaviour: Behaviour, changes: ShopChanges = {}) {
  const { merchantId = newId('merchant'), mode = 'test' } = changes;
  const path = `/${newId('request')}`;
  merchants.on(path, behaviour);
  const { endpointId } = await service.endpointWith({ url: merchants.url(path), ...changes, merchantId, mode });
  const key = { merchantId, mode, endpointId };
  // events of one intent, which arrive in their order
  const id = newId('intent');
  const emit = async (count: number): Promise<readonly string[]> => {
    const events = Array.from({ length: count }, () => service.change({ merchantId, mode, id }));
    await service.completed(...events);
    return events.map(({ eventId }) => eventId);
  };
  const rows = () =>
    service.database.query<{ delivery_id: string; state: string; attempts: number; next_at: Date }>(
      'SELECT delivery_id, state, attempts, next_at FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY event_id',
      [endpointId],
    );
  const delivered = (count: number) =>
    eventually(async () => (await rows()).filter(({ state }) => state === 'delivered').length === count, {
      timeoutMs: PATIENCE_MS,
    });
  const set = (columns: string) =>
    service.database.query(`UPDATE webhook_endpoint SET ${columns} WHERE endpoint_id = $1`, [endpointId]);
  const read = async () => {
    const [row] = await service.database.query<{ state: string; disabled_reason: string | null; failures: number }>(
      'SELECT state, disabled_reason, failures FROM webhook_endpoint WHERE endpoint_id = $1',
      [endpointId],
    );
    return row;
  };
  const posts = () => merchants.at(path).map(({ eventId }) => eventId);
  return { endpointId, merchantId, key, path, emit, rows, delivered, set, read, posts };
}
