import { BadRequestException } from '@nestjs/common';
import { IsIntBetween } from '@paygate/contracts';
import { IsIn, IsNumber, IsOptional, Matches, Max, Min } from 'class-validator';
import type { Rail, Verdict } from '../payments/payment.js';
import { scenarios } from '../payments/scenarios.js';

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3_600;

export class AdvanceClock {
  @IsIntBetween(0, LONGEST_ADVANCE_SECONDS) advanceSeconds!: number;
}

export class SetScenario {
  @IsIn(Object.keys(scenarios)) scenario!: string;
}

export class SetBalance {
  /** Francs, as text. */
  @Matches(/^[0-9]{1,15}$/) balance!: string;
}

export class SendMoney {
  /** Francs, as text. */
  @Matches(/^[1-9][0-9]{0,8}$/) amount!: string;
}

export class MoveBetweenAccounts {
  /** Francs, as text; negative to move them back. */
  @Matches(/^-?[1-9][0-9]{0,14}$/) amount!: string;
}

const IsRate = (): PropertyDecorator => (target, property) => {
  for (const rule of [IsOptional(), IsNumber(), Min(0), Max(1)]) rule(target, property);
};

export class SetFaults {
  @IsRate() no_answer?: number;
  @IsRate() lost_answer?: number;
  @IsRate() duplicate_callback?: number;
  @IsRate() lost_callback?: number;
  @IsRate() forged_callback?: number;
}

export class Decide {
  @IsIn(['approved', 'rejected', 'expired', 'insufficient_funds', 'not_performed', 'internal_error']) verdict!: Verdict;
}

export function railOf(text: string): Rail {
  if (text !== 'mtn_momo' && text !== 'orange_money')
    throw new BadRequestException('a rail is mtn_momo or orange_money');
  return text;
}

export function msisdnOf(text: string): string {
  if (!/^(237)?[0-9]{9}$/.test(text)) throw new BadRequestException('a number has nine digits, or twelve with 237');
  return text;
}

const MOST_ROWS = 10_000;

/** `after` and `limit` of a list. */
export function pageOf(query: Readonly<Record<string, unknown>>): { readonly after: bigint; readonly limit: number } {
  const { after = '0', limit = '1000' } = query;
  if (typeof after !== 'string' || !/^[0-9]{1,18}$/.test(after)) throw new BadRequestException('after is a number');
  if (typeof limit !== 'string' || !/^[1-9][0-9]{0,4}$/.test(limit)) throw new BadRequestException('limit is a number');
  return { after: BigInt(after), limit: Math.min(Number(limit), MOST_ROWS) };
}

/** One value of the query string, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 64 ? value : undefined;
}
