import { useApi } from '../../api/queries.js';

const NEWS_EVERY_MS = 3_000;

/** True when a server of the account has accepted a delivery; undefined until it is known. */
export function useDelivered(): boolean | undefined {
  const endpoints = useApi('GET /webhook-endpoints', {}, { every: NEWS_EVERY_MS });
  const first = endpoints.data?.data.find(({ status }) => status === 'enabled');
  const input = { path: { id: first?.id ?? '' }, query: { status: 'delivered' as const, limit: 1 } };
  const deliveries = useApi('GET /webhook-endpoints/{id}/deliveries', input, {
    every: NEWS_EVERY_MS,
    enabled: first !== undefined,
  });
  if (endpoints.data !== undefined && first === undefined) return false;
  return deliveries.data && deliveries.data.data.length > 0;
}
