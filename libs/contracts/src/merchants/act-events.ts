import { IsIn, IsOptional } from 'class-validator';
import { ActedDestination, ActedPayout } from '../kernel/acted-objects.js';
import { defineEvent } from '../kernel/message.js';
import type { Principal } from '../kernel/services.js';
import type { Stream } from '../kernel/streams.js';
import { eventStreams } from '../kernel/streams.js';
import { ADJUSTMENT_DESCRIPTION_MAX } from '../balance/terms.js';
import { IsId, IsLine, IsMode, IsNested, IsText } from '../schema/fields.js';
import type { MerchantAction } from '../vocabulary/audit-actions.js';
import { merchantActions } from '../vocabulary/audit-actions.js';
import type { Mode } from '../vocabulary/modes.js';

/** A member or an API key has changed an object of its merchant. The audit trail of the account records it, with its time and request. */
export class MerchantActed {
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsIn(merchantActions) action!: MerchantAction;
  /** The id of the object. */
  @IsText(128, 1) subject!: string;
  /** The member or the API key; the sender of a command that names neither. */
  @IsText(128, 1) actor!: string;
  /** Why it was done, for the merchant to read: the audit trail keeps it in the detail. */
  @IsOptional() @IsLine(ADJUSTMENT_DESCRIPTION_MAX) description?: string;
  /** For the notice to the owners. The audit trail does not keep it. */
  @IsOptional() @IsNested(() => ActedDestination) destination?: ActedDestination;
  /** The same of a payout. */
  @IsOptional() @IsNested(() => ActedPayout) payout?: ActedPayout;
}

const acted = (stream: Stream) =>
  defineEvent({ type: 'merchant.acted', stream, payload: MerchantActed, key: (payload) => payload.merchantId });

/** Acts on payments and payment links. */
export const actedInIntents = acted(eventStreams.intentsAudit);
/** Acts of operators on the fees of merchants, and acts on payouts and their destinations. */
export const actedInCharging = acted(eventStreams.chargingAudit);
/** Acts on webhook endpoints and deliveries. */
export const actedInWebhooks = acted(eventStreams.webhooksAudit);

/** A command with an effect that the audit trail records, and its sender. */
export interface ActCommand {
  readonly producer: Principal;
  readonly payload: { readonly merchantId: string; readonly mode: Mode; readonly actor?: string };
}

/** The payload of the event of a command that took effect. */
export function merchantActed(
  { producer, payload }: ActCommand,
  action: MerchantAction,
  subject: string,
  destination?: ActedDestination,
): MerchantActed {
  const { merchantId, mode, actor = producer } = payload;
  const act = { merchantId, mode, action, subject, actor };
  if (destination === undefined) return act;
  const { phoneMasked, usableAt } = destination;
  return { ...act, destination: { phoneMasked, usableAt } };
}
