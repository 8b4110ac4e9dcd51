import { IsIn } from 'class-validator';
import { eventViewOf } from '../kernel/shapes/event-view.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsNested, IsText } from '../schema/fields.js';
import type { EndpointEventType } from '../vocabulary/merchant-events.js';
import { endpointEventTypes } from '../vocabulary/merchant-events.js';
import { WEBHOOK_URL_MAX_LENGTH } from '../vocabulary/webhooks.js';

/** The reasons for which a merchant is notified about an endpoint. */
export const endpointTroubles = ['no_success', 'address_not_allowed', 'gone', 'failing'] as const;
export type EndpointTrouble = (typeof endpointTroubles)[number];

/** The endpoint that an event is about. */
export class EndpointInTroubleView {
  @Note({ example: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja' })
  @IsId('webhookEndpoint')
  id!: string;

  @Note({ example: 'https://shop.example/webhooks' })
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1)
  url!: string;

  @Note({
    description:
      '`no_success`: nothing was delivered for three days; after five days the endpoint is disabled. `address_not_allowed`: its host has no public address. For a disabled endpoint: `gone` when it answered 410, `failing` when nothing was delivered for five days. Null in `endpoint.ping`.',
    example: 'failing',
  })
  @IsNullable()
  @IsIn(endpointTroubles)
  reason!: EndpointTrouble | null;
}

/** `data` of an event about an endpoint. */
export class EndpointEventData {
  @IsNested(() => EndpointInTroubleView)
  webhookEndpoint!: EndpointInTroubleView;
}

/** An event about one endpoint of a merchant, as its other endpoints receive it. */
export class EndpointEventView extends eventViewOf(endpointEventTypes, () => EndpointEventData, {
  id: 'evt_01k8zqb2m4c6e8g0j2n4q6s8v0',
  type: 'endpoint.disabled',
  created: '2026-11-20T10:01:02.000Z',
}) {}

const exampleReasons = {
  'endpoint.failing': 'no_success',
  'endpoint.disabled': 'failing',
  'endpoint.ping': null,
} as const satisfies Readonly<Record<EndpointEventType, EndpointTrouble | null>>;

/** An event of one type as a merchant receives it. */
export function endpointEventExample(type: EndpointEventType): EndpointEventView {
  return {
    id: 'evt_01k8zqb2m4c6e8g0j2n4q6s8v0',
    type,
    created: '2026-11-20T10:01:02.000Z',
    apiVersion: '2026-11-20',
    mode: 'test',
    sequence: null,
    data: {
      webhookEndpoint: {
        id: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja',
        url: 'https://shop.example/webhooks',
        reason: exampleReasons[type],
      },
    },
  };
}
