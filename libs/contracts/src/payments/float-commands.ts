import { IsIn } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { IsAmount, IsCurrency, IsId, IsListOf, IsMode, IsSignedAmount, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** The accounts in which rails keep the platform's money. A rail that keeps products apart has one for each. */
export const floatAccounts = ['mtn_momo', 'mtn_momo/disbursement', 'orange_money'] as const;
export type FloatAccount = (typeof floatAccounts)[number];

/** Newest transfers between floats that are listed. */
export const FLOAT_TRANSFERS_MAX = 10;

/** Money that was moved from one account of a rail to another. Amount in minor units. */
export class FloatTransfer {
  @IsId('transfer') transferId!: string;
  @IsIn(floatAccounts) from!: FloatAccount;
  @IsIn(floatAccounts) to!: FloatAccount;
  @IsAmount() amount!: string;
  @IsTimestamp() recordedAt!: string;
}

export class Float {
  @IsIn(floatAccounts) account!: FloatAccount;
  /** The balance of the account in the ledger, in minor units; below zero when more was paid from it than came in. */
  @IsSignedAmount() balance!: string;
}

export class ListFloatsCommand {
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
}
export class FloatsListed {
  @IsListOf(() => Float, floatAccounts.length) floats!: Float[];
  /** Newest first. */
  @IsListOf(() => FloatTransfer, FLOAT_TRANSFERS_MAX) transfers!: FloatTransfer[];
}
/** The floats of a mode and a currency, and the newest transfers between them. Only `operator` commands send it. */
export const listFloats = defineCommand({
  name: 'list-floats',
  owner: 'charging',
  callers: [],
  request: ListFloatsCommand,
  answer: FloatsListed,
  key: () => 'floats',
  unordered: true,
  refusals: ['scope_missing'],
});

export class TransferFloatCommand extends ListFloatsCommand {
  @IsId('transfer') transferId!: string;
  @IsIn(floatAccounts) from!: FloatAccount;
  @IsIn(floatAccounts) to!: FloatAccount;
  @IsAmount() amount!: string;
}
/**
 * Records that people have moved money between two accounts of one rail at the operator, once for each id. It is refused when the ledger
 * has less in the account that paid. Only `operator` commands send it.
 */
export const transferFloat = defineCommand({
  name: 'transfer-float',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: TransferFloatCommand,
  answer: FloatTransfer,
  key: () => 'floats',
  refusals: ['scope_missing', 'parameter_invalid'],
});
