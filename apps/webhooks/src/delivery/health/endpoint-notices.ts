import { Injectable } from '@nestjs/common';
import type { EndpointEventView, MerchantAction } from '@paygate/contracts';
import { actedInWebhooks, API_VERSION } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { EventsRepository } from '../../events/events.repository.js';
import { MerchantVersionsRepository } from '../../events/merchant-versions.repository.js';
import type { DisabledReason, FailingReason } from '../domain/endpoint-health.js';
import type { AilingEndpoint } from './endpoint-health.repository.js';

/** An event about an endpoint, for the other endpoints of its merchant. */
export type Notice =
  | { readonly type: 'endpoint.failing'; readonly reason: FailingReason }
  | { readonly type: 'endpoint.disabled'; readonly reason: DisabledReason };

/** The acts that the audit trail of the account records, of which auth notifies the members who choose it. */
const ACTIONS = {
  'endpoint.failing': 'webhook_endpoint.failing',
  'endpoint.disabled': 'webhook_endpoint.disabled',
} as const satisfies Readonly<Record<Notice['type'], MerchantAction>>;

/** The events about endpoints. */
@Injectable()
export class EndpointNotices {
  constructor(
    private readonly events: EventsRepository,
    private readonly versions: MerchantVersionsRepository,
  ) {}

  /** Stores notices in the transaction that makes them true. @returns the endpoints that receive them */
  async store(tx: Transaction, endpoint: AilingEndpoint, notices: readonly Notice[]): Promise<readonly string[]> {
    if (notices.length === 0) return [];
    const { endpointId, merchantId, mode, url, now } = endpoint;
    const version = (await this.versions.ofMerchants([merchantId])).get(merchantId) ?? API_VERSION;
    for (const { type } of notices)
      tx.emit(actedInWebhooks, { merchantId, mode, action: ACTIONS[type], subject: endpointId, actor: 'webhooks' });
    const stored = await this.events.store(
      notices.map(({ type, reason }) => {
        const eventId = newId('event');
        const event: EndpointEventView = {
          ...{ id: eventId, type, created: now.toISOString(), apiVersion: version, mode, sequence: null },
          data: { webhookEndpoint: { id: endpointId, url, reason } },
        };
        return {
          ...{ eventId, merchantId, mode, type, body: JSON.stringify(event) },
          ...{ intentId: null, sequence: null, exceptEndpointId: endpointId },
        };
      }),
      tx,
    );
    return stored.map(({ endpointId: receiver }) => receiver);
  }
}
