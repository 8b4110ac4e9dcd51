import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import {
  IsAmount,
  IsCurrency,
  IsId,
  IsListOf,
  IsMaskedDestination,
  IsMode,
  IsPageLimit,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import { IsStatementDay } from '../payments/reconciliation-commands.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** Most rows of unclaimed money on one page. */
export const PAGE_MAX_UNCLAIMED = 100;

export const unclaimedStates = [
  'listed',
  'gone',
  'dismissed',
  'confirmed',
  'returning',
  'returned',
  'matched',
] as const;
export type UnclaimedState = (typeof unclaimedStates)[number];

/** Money that a statement says has come in, and that no payment here is of. Amount in minor units. */
export class UnclaimedMoney {
  @IsId('unclaimed') unclaimedId!: string;
  @IsIn(mobileOperators) rail!: MobileOperator;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  @IsAmount() amount!: string;
  /** The operator's own number of the transaction. */
  @IsText(64, 1) operatorNumber!: string;
  /** The day of the statement. */
  @IsStatementDay() day!: string;
  @IsTimestamp() movedAt!: string;
  /** Absent where the statement has no phone, or it was erased. */
  @IsOptional() @IsMaskedDestination() phoneMasked?: string;
  /** `listed` waits for the confirmation of the operator, `confirmed` for its owner. `gone`: the statement has no such line any more. */
  @IsIn(unclaimedStates) state!: UnclaimedState;
  @IsTimestamp() createdAt!: string;
  @IsOptional() @IsTimestamp() confirmedAt?: string;
  @IsOptional() @IsTimestamp() endedAt?: string;
  /** The one payment of the same phone and amount that had begun before it and lapsed within a day: a person decides whether the money is its. */
  @IsOptional() @IsId('intent') proposedIntentId?: string;
  /** The payment that it was matched to, and its merchant. */
  @IsOptional() @IsId('intent') intentId?: string;
  @IsOptional() @IsId('merchant') merchantId?: string;
  /** The latest return to the payer. */
  @IsOptional() @IsId('payerReturn') returnId?: string;
}

export class ListUnclaimedMoneyCommand {
  @IsMode() mode!: Mode;
  @IsPageLimit(PAGE_MAX_UNCLAIMED) limit!: number;
  @IsOptional() @IsId('unclaimed') startingAfter?: string;
  /** This row alone, in whatever state. */
  @IsOptional() @IsId('unclaimed') unclaimedId?: string;
}
export class UnclaimedMoneyListed {
  @IsListOf(() => UnclaimedMoney, PAGE_MAX_UNCLAIMED) unclaimed!: UnclaimedMoney[];
  @IsBoolean() hasMore!: boolean;
}
/** The unclaimed money that waits for people or for its return, oldest first, or one row of it. Operator only. */
export const listUnclaimedMoney = defineCommand({
  name: 'list-unclaimed-money',
  owner: 'charging',
  callers: [],
  request: ListUnclaimedMoneyCommand,
  answer: UnclaimedMoneyListed,
  key: () => 'unclaimed',
  unordered: true,
  refusals: ['scope_missing'],
});

export const unclaimedDecisions = ['confirm', 'dismiss', 'match', 'return'] as const;
export type UnclaimedDecision = (typeof unclaimedDecisions)[number];

export class DecideUnclaimedMoneyCommand {
  @IsId('unclaimed') unclaimedId!: string;
  /** That of the row: a command of test mode moves no other money. */
  @IsMode() mode!: Mode;
  /** `confirm`: the operator has the money. `dismiss`: it has none. `match` and `return` are of confirmed money. */
  @IsIn(unclaimedDecisions) decision!: UnclaimedDecision;
  /** The money of the row, as the persons who prove the command have read it: refused where the row has other money. */
  @IsIn(mobileOperators) rail!: MobileOperator;
  @IsCurrency() currency!: Currency;
  @IsAmount() amount!: string;
  @IsText(64, 1) operatorNumber!: string;
  @IsOptional() @IsMaskedDestination() phoneMasked?: string;
  /** The payment of `match`. */
  @IsOptional() @IsId('intent') intentId?: string;
}
/** Decides what becomes of unclaimed money, which it names. Repeating a decision changes nothing. Operator only. */
export const decideUnclaimedMoney = defineCommand({
  name: 'decide-unclaimed-money',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: DecideUnclaimedMoneyCommand,
  answer: UnclaimedMoney,
  key: ({ unclaimedId }) => unclaimedId,
  refusals: ['scope_missing', 'parameter_invalid'],
});
