import type { FastifyRequest } from 'fastify';
import type { Proxies } from '../edge/listener/proxies.js';
import type { Caller } from './caller.js';

/** The customer's address. A merchant's server asks for many customers: its own address says nothing of any of them. */
export function customerAddress(
  proxies: Proxies,
  { raw }: Pick<FastifyRequest, 'raw'>,
  { type }: Caller,
): string | undefined {
  return type === 'publishable' ? proxies.clientOf(raw) : undefined;
}
