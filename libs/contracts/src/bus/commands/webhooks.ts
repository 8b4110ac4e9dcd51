import { ArrayMaxSize, ArrayMinSize, IsArray, IsString } from 'class-validator';
import { OfMerchant } from './of-merchant.js';
import { defineCommand } from '../message.js';
import type { Sealed } from '../sealed.js';
import { IsId, IsSealed, IsText } from '../../schema/fields.js';

export class CreateWebhookEndpoint extends OfMerchant {
  @IsId('webhookEndpoint') endpointId!: string;
  @IsText(2048, 1) url!: string;
  /** Event types, `payment.*` patterns or `*`. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(32) @IsString({ each: true }) events!: string[];
}
export class WebhookEndpointCreated {
  @IsId('webhookEndpoint') endpointId!: string;
  /** `whsec_…`, sealed for the caller. */
  @IsSealed() secret!: Sealed;
}
/** Registers a webhook endpoint. A merchant may have 16 of them in each mode. */
export const createWebhookEndpoint = defineCommand({
  name: 'create-webhook-endpoint',
  owner: 'webhooks',
  callers: [],
  request: CreateWebhookEndpoint,
  answer: WebhookEndpointCreated,
  key: (request) => request.merchantId,
  refusals: ['webhook_url_invalid', 'parameter_invalid', 'webhook_endpoint_limit_reached'],
});
