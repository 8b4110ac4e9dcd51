import { commandOf, infoOf } from '../kernel/derived.js';
import type { Refusal } from '../kernel/message.js';
import { defineCommand, refuse } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import type { TillState } from '../merchants/merchant-profile-commands.js';
import { IsId, IsListOf } from '../schema/fields.js';
import { CreateTillRequest, TILLS_MAX, TillView } from './till-places.js';

export class Till extends infoOf(TillView, 'tillId') {}

/** A till of the account, in both modes, and the member who changes it. */
class TillOfMerchant extends OfMerchant {
  @IsId('till') tillId!: string;
  @IsId('member') actorMemberId!: string;
}

export class CreateTillCommand extends commandOf(CreateTillRequest, [], TillOfMerchant) {}
/** Makes a till. The account's till with this name that is not revoked is answered in its place. */
export const createTill = defineCommand({
  name: 'create-till',
  owner: 'auth',
  request: CreateTillCommand,
  answer: Till,
  refusals: ['merchant_inactive', 'scope_missing', 'till_limit_reached'],
});

export class RevokeTillCommand extends TillOfMerchant {}
/** Revokes a till for ever. Repeating it answers the same till. */
export const revokeTill = defineCommand({
  name: 'revoke-till',
  owner: 'auth',
  request: RevokeTillCommand,
  answer: Till,
  refusals: ['merchant_inactive', 'scope_missing', 'till_not_found'],
});

export class ListTillsCommand {
  @IsId('merchant') merchantId!: string;
}
export class TillsListed {
  @IsListOf(() => Till, TILLS_MAX) tills!: Till[];
}
/** The tills of an account: those that take payments, then those that are revoked, each newest first. */
export const listTills = defineCommand({
  name: 'list-tills',
  owner: 'auth',
  request: ListTillsCommand,
  answer: TillsListed,
  unordered: true,
});

/** The refusal of a payment at a till that auth has answered so; undefined for one that takes payments. */
export function tillRefusal(state: TillState | undefined): Refusal | undefined {
  const param = 'tillId';
  if (state === undefined) return refuse('service_unavailable');
  if (state === 'missing') return refuse('till_not_found', { param });
  return state === 'revoked' ? refuse('till_revoked', { param }) : undefined;
}
