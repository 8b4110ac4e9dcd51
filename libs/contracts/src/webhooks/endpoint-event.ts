import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsMode, IsNested, IsText, IsTimestamp } from '../schema/fields.js';
import type { EndpointEventType } from '../vocabulary/merchant-events.js';
import { endpointEventTypes } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';
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
export class EndpointEventView {
  @Note({
    description: 'The id of the event, the same for each retry: recognise duplicates by it.',
    example: 'evt_01k8zqb2m4c6e8g0j2n4q6s8v0',
  })
  @IsId('event')
  id!: string;

  @Note({ example: 'endpoint.disabled' })
  @IsIn(endpointEventTypes)
  type!: EndpointEventType;

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  created!: string;

  @Note({ example: '2026-11-20' })
  @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  apiVersion!: string;

  @Note({ example: 'test' })
  @IsMode()
  mode!: Mode;

  @Note({ description: 'Null: the event is not about an intent.', example: null })
  @IsNullable()
  @IsInt()
  @Min(1)
  sequence!: number | null;

  @IsNested(() => EndpointEventData)
  data!: EndpointEventData;
}

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
