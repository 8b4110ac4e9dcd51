import { ArrayMaxSize, IsArray, IsIn, IsString, Matches } from 'class-validator';
import { NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { applyDecorators } from '../schema/decorators.js';
import { IsAmount, IsIntBetween, IsListOf, IsNested, IsSubsetOf, IsText, IsTimestamp } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { currencyCodes } from '../vocabulary/money.js';
import { DIAL_CODE } from './dial-codes.js';

/** Outcomes of a span below which nothing is said of an operator. */
export const OUTCOMES_MIN = 20;
/** Outcomes above this number are not counted further. */
const OUTCOMES_MAX = 1_000_000_000;
const PREFIXES_MAX = 100;
export const PROMPT_NAME_MAX = 64;

export const operatorMethods = ['collect', 'refund', 'payout'] as const;
/** The uses of an operator: to collect from a payer, to give back, and to pay out. */
export type OperatorMethodName = (typeof operatorMethods)[number];

export const operatorStates = ['operational', 'degraded', 'down', 'unknown'] as const;
/** The state of an operator by what became of the newest operations; `unknown` where there were too few. */
export type OperatorState = (typeof operatorStates)[number];

const STATE =
  '`operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes.';

const NotedCount = (description: string, example: number): PropertyDecorator =>
  applyDecorators(Note({ description, example }), IsIntBetween(0, OUTCOMES_MAX));

/** The outcomes of a span. */
export class OperatorOutcomes {
  @NotedCount('Operations that succeeded.', 92)
  succeeded!: number;

  @NotedCount(
    'Operations that the payer or recipient declined, or was unable to make. They never count against the operator.',
    14,
  )
  declined!: number;

  @NotedCount('Operations that the operator failed to carry out.', 1)
  failed!: number;

  @NotedCount('Operations without an outcome that is due: the operator does not say what became of them.', 0)
  stuck!: number;

  @Note({
    description:
      'Median of the time from the request at the operator to its success, in seconds; null without a success.',
    example: 17,
  })
  @IsNullable()
  @IsIntBetween(0, OUTCOMES_MAX)
  medianSeconds!: number | null;
}

/** The bounds of one operation in a currency, in minor units. */
export class OperatorLimit {
  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The smallest amount, in minor units.', example: '100' })
  @IsAmount()
  min!: string;

  @Note({ description: 'The largest amount, in minor units.', example: '1000000' })
  @IsAmount()
  max!: string;
}

/** A use of an operator. */
export class OperatorMethod {
  @Note({
    description: '`collect`: payments. `refund`: money back to a payer. `payout`: money to a phone.',
    example: 'collect',
  })
  @IsIn(operatorMethods)
  method!: OperatorMethodName;

  @Note({ description: 'The bounds of one amount in each currency.' })
  @IsListOf(() => OperatorLimit, currencyCodes.length)
  limits!: OperatorLimit[];

  @Note({ description: STATE, example: 'operational' })
  @IsIn(operatorStates)
  state!: OperatorState;

  @Note({ description: 'The outcomes of the last 5 minutes. They decide the state where there are at least 20.' })
  @IsNested(() => OperatorOutcomes)
  last5Minutes!: OperatorOutcomes;

  @Note({ description: 'The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few.' })
  @IsNested(() => OperatorOutcomes)
  last60Minutes!: OperatorOutcomes;
}

/** An operator as payment pages show it. */
export class CheckoutOperatorView {
  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'The name that the prompt on the phone shows; null where it is not known.', example: 'PAYGATE' })
  @IsNullable()
  @IsText(PROMPT_NAME_MAX, 1)
  promptName!: string | null;

  @Note({ description: 'What a payer dials when no prompt comes; null where it is not known.', example: '*126#' })
  @IsNullable()
  @Matches(DIAL_CODE)
  dial!: string | null;

  @Note({ description: `The state of its payments. ${STATE}`, example: 'operational' })
  @IsIn(operatorStates)
  state!: OperatorState;
}

/** An operator of mobile money in one mode. */
export class OperatorView extends CheckoutOperatorView {
  @Note({ description: 'The currencies that it collects.', example: ['XAF'] })
  @IsSubsetOf(currencyCodes)
  currencies!: Currency[];

  @Note({
    description: 'The beginnings of its numbers. A customer may have taken a number to another operator.',
    example: ['+23767', '+237650'],
  })
  @IsArray()
  @ArrayMaxSize(PREFIXES_MAX)
  @IsString({ each: true })
  @Matches(/^\+[1-9][0-9]{1,13}$/, { each: true })
  numberPrefixes!: string[];

  @Note({ description: 'Its uses in this mode.' })
  @IsListOf(() => OperatorMethod, operatorMethods.length)
  methods!: OperatorMethod[];
}

/** The operators of a mode, between services. */
export class OperatorsRead {
  @Note({ description: 'One entry for each operator that this mode has.' })
  @IsListOf(() => OperatorView, mobileOperators.length)
  data!: OperatorView[];

  @Note({ description: 'The time at which the outcomes were counted.', example: '2026-11-28T09:00:00.000Z' })
  @IsTimestamp()
  readAt!: string;
}

/** The operators of the caller's mode. */
export class OperatorsView extends OperatorsRead {
  @Note({ example: 'operators' })
  @IsIn(['operators'])
  object!: 'operators';

  @NotedMode()
  mode!: Mode;
}
