import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Operation } from '@paygate/contracts';
import { operations } from '@paygate/contracts';
import type { FastifyInstance } from 'fastify';
import { operationOf } from '../routes.js';

/** Shorter answers gain less than a compression costs. */
export const COMPRESSED_FROM_BYTES = 1_024;
/** The credential in the address of a payment page. */
const CHECKOUT_TOKEN = /cs_(?:test|live)_/;

const compress = promisify(gzip);

/**
 * Operations whose answers are compressed: lists and sums without credentials. An answer that has a credential beside text of others would
 * reveal it by its length (BREACH), so any other operation is sent as it is.
 */
export const compressedOperations: readonly Operation[] = [
  ...[operations.listIntents, operations.searchIntents, operations.getIntentTimeline, operations.listPaymentLinks],
  ...[operations.listIntentRefunds, operations.listRefunds, operations.listCustomers, operations.getPaymentMetrics],
  ...[operations.listBalanceTransactions, operations.getBalanceSummary, operations.getOwnSummary],
  ...[operations.listPayouts, operations.getPayoutTransactions, operations.listGuests],
  operations.listIntentReversals,
  ...[operations.listEvents, operations.getEvent, operations.listEventDeliveries],
  ...[operations.listWebhookEndpointDeliveries, operations.getDelivery],
  ...[operations.listMembers, operations.listFormerMembers, operations.listAuditEvents, operations.listRequestLog],
];
const compressed: ReadonlySet<Operation> = new Set(compressedOperations);

/** Compresses answers of these operations for callers that accept it, unless one shows the address of a payment page that is open. */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async ({ method, headers, routeOptions }, reply, payload) => {
    const operation = operationOf(method, routeOptions.url);
    if (operation === undefined || !compressed.has(operation) || typeof payload !== 'string') return payload;
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((each) => each !== undefined).join(', ');
    void reply.header('vary', vary);
    if (reply.statusCode !== operation.success || !/\bgzip\b/.test(String(headers['accept-encoding']))) return payload;
    if (payload.length < COMPRESSED_FROM_BYTES || CHECKOUT_TOKEN.test(payload)) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload);
  });
}
