import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsListOf,
  IsMode,
  IsPageLimit,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { IsStatementDay, RailDayCommand } from '../payments/reconciliation-commands.js';
import { PAGE_MAX_REVERSALS } from './reversal-bodies.js';
import { Reversal } from './reversal.js';

export const reversalSources = ['statement', 'query', 'person'] as const;
export const reversalStates = ['proposed', 'confirmed', 'booked', 'returning', 'returned', 'dismissed'] as const;

/** Money that an operator has taken back of a payment, or is said to have. Amounts in minor units. */
export class ReversalInfo {
  @IsId('reversal') reversalId!: string;
  @IsId('charge') chargeId!: string;
  @IsId('intent') intentId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  @IsIn(mobileOperators) rail!: MobileOperator;
  @IsAmount() amount!: string;
  @IsIn(reversalSources) source!: (typeof reversalSources)[number];
  /** The words of the rail, or of the person who has proposed it. */
  @IsText(500) said!: string;
  /** The day of the statement that has reported it. */
  @IsOptional() @IsStatementDay() day?: string;
  /** `confirmed` and `returning` wait for a second person, `returned` is the reverse of a booked one. */
  @IsIn(reversalStates) state!: (typeof reversalStates)[number];
  /** True while the many reversals of its day wait for a person who releases them. */
  @IsBoolean() waitsForDay!: boolean;
  @IsOptional() @IsId('person') proposedBy?: string;
  @IsOptional() @IsId('person') confirmedBy?: string;
  @IsOptional() @IsId('person') bookedBy?: string;
  @IsOptional() @IsId('person') returnAskedBy?: string;
  @IsOptional() @IsId('person') returnedBy?: string;
  @IsOptional() @IsId('person') dismissedBy?: string;
  /** The shares of a booked one: what the merchant bears, what is given back of its fee, and what nobody bears yet. */
  @IsOptional() @IsAmountOrZero() merchantAmount?: string;
  @IsOptional() @IsAmountOrZero() feeAmount?: string;
  @IsOptional() @IsAmountOrZero() receivableAmount?: string;
  @IsTimestamp() createdAt!: string;
  @IsOptional() @IsTimestamp() bookedAt?: string;
  @IsOptional() @IsTimestamp() returnedAt?: string;
}

export class ListReversalsCommand {
  @IsMode() mode!: Mode;
  @IsPageLimit(PAGE_MAX_REVERSALS) limit!: number;
  @IsOptional() @IsId('reversal') startingAfter?: string;
}
export class ReversalsListed {
  @IsListOf(() => ReversalInfo, PAGE_MAX_REVERSALS) reversals!: ReversalInfo[];
  @IsBoolean() hasMore!: boolean;
}
/** The reversals that wait for people, oldest first. Operator only. */
export const listReversals = defineCommand({
  name: 'list-reversals',
  owner: 'charging',
  callers: [],
  request: ListReversalsCommand,
  answer: ReversalsListed,
  key: () => 'reversals',
  unordered: true,
  refusals: ['scope_missing'],
});

export class ListIntentReversalsCommand extends OfMerchant {
  @IsId('intent') intentId!: string;
  @IsPageLimit(PAGE_MAX_REVERSALS) limit!: number;
  /** The page goes on with those that were booked before this one. */
  @IsOptional() @IsId('reversal') startingAfter?: string;
}
export class IntentReversalsListed {
  @IsListOf(() => Reversal, PAGE_MAX_REVERSALS) reversals!: Reversal[];
  @IsBoolean() hasMore!: boolean;
}
/** The booked reversals of an intent of which its merchant bears a part, newest first. */
export const listIntentReversals = defineCommand({
  name: 'list-intent-reversals',
  owner: 'charging',
  request: ListIntentReversalsCommand,
  answer: IntentReversalsListed,
  key: ({ intentId }) => intentId,
  unordered: true,
  refusals: ['cursor_invalid'],
});

/** A merchant whose balance owes what operators have taken back. */
export class ReversalDebt {
  @IsId('merchant') merchantId!: string;
  @IsCurrency() currency!: Currency;
  /** Minor units. */
  @IsAmount() owed!: string;
}
export class ListReversalDebtsCommand {
  @IsMode() mode!: Mode;
  @IsPageLimit(PAGE_MAX_REVERSALS) limit!: number;
}
export class ReversalDebtsListed {
  @IsListOf(() => ReversalDebt, PAGE_MAX_REVERSALS) debts!: ReversalDebt[];
  /** True when there are more. */
  @IsBoolean() isCut!: boolean;
}
/** The balances that owe, the largest debts first. Operator only. */
export const listReversalDebts = defineCommand({
  name: 'list-reversal-debts',
  owner: 'charging',
  callers: [],
  request: ListReversalDebtsCommand,
  answer: ReversalDebtsListed,
  key: () => 'reversals',
  unordered: true,
  refusals: ['scope_missing'],
});

export class ProposeReversalCommand {
  @IsId('reversal') reversalId!: string;
  @IsMode() mode!: Mode;
  @IsId('intent') intentId!: string;
  @IsAmount() amount!: string;
  /** What the operator has told, and where. */
  @IsText(500) said!: string;
  @IsId('person') person!: string;
}
/** Proposes what an operator has told people, once for each id. No money moves. Operator only. */
export const proposeReversal = defineCommand({
  name: 'propose-reversal',
  owner: 'charging',
  staff: 'agent',
  callers: [],
  request: ProposeReversalCommand,
  answer: ReversalInfo,
  key: ({ intentId }) => intentId,
  refusals: ['scope_missing', 'parameter_invalid'],
});

export const reversalDecisions = ['book', 'dismiss', 'return', 'keep'] as const;
export type ReversalDecision = (typeof reversalDecisions)[number];

export class DecideReversalCommand {
  @IsId('reversal') reversalId!: string;
  /** `return` gives back what was booked, `keep` refuses a return that another person has asked for. */
  @IsIn(reversalDecisions) decision!: ReversalDecision;
  @IsId('person') person!: string;
}
/** A person decides a reversal. Where two are needed, the first one's decision waits for another person's. Operator only. */
export const decideReversal = defineCommand({
  name: 'decide-reversal',
  owner: 'charging',
  staff: 'approver',
  callers: [],
  request: DecideReversalCommand,
  answer: ReversalInfo,
  key: ({ reversalId }) => reversalId,
  refusals: ['scope_missing', 'parameter_invalid'],
});

export class ReleaseReversalsCommand extends RailDayCommand {
  @IsId('person') person!: string;
}
export class ReversalsReleased extends RailDayCommand {}
/** A person lets the many reversals that the statement of a day proposes be booked, by others. Operator only. */
export const releaseReversals = defineCommand({
  name: 'release-reversals',
  owner: 'charging',
  staff: 'approver',
  callers: [],
  request: ReleaseReversalsCommand,
  answer: ReversalsReleased,
  key: () => 'reversals',
  refusals: ['scope_missing', 'parameter_invalid'],
});
