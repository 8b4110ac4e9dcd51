import type { AdjustBalanceCommand } from '@paygate/contracts';
import {
  ADJUSTMENT_REASON_MAX,
  ADJUSTMENT_REFERENCE_MAX,
  adjustBalance,
  adjustmentDirections,
  AMOUNT_PATTERN,
  isLine,
  modes,
} from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { idOf } from '../typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The currency of every rail. */
const CURRENCY = 'XAF' as const;
/** Without it, the command only shows what it would do. */
const ADJUST = 'adjust';

/** The command by which persons correct the balance of a merchant. */
export const adjustmentCommands = [
  [
    'adjust-balance',
    {
      takes: ['merchant id', 'mode', adjustmentDirections.join('|'), 'amount', 'reason', 'reference'],
      mayTake: ADJUST,
      workOf: adjustment,
    },
  ],
] as const;

function adjustment(
  ...[merchant = '', mode = '', direction = '', amount = '', reason = '', reference = '', adjust]: readonly string[]
): Work {
  if (!AMOUNT_PATTERN.test(amount)) throw new BadUsage(`"${amount}" is not an amount in minor units`);
  const command: AdjustBalanceCommand = {
    ...{ merchantId: idOf('merchant', merchant), mode: wordOf('mode', modes, mode), currency: CURRENCY },
    ...{ direction: wordOf('direction', adjustmentDirections, direction), amount },
    reason: lineOf('reason', reason, ADJUSTMENT_REASON_MAX),
    reference: lineOf('reference', reference, ADJUSTMENT_REFERENCE_MAX),
  };
  if (adjust === undefined) return () => Promise.resolve({ wouldBe: command });
  return async ({ send }) => accepted(await send(adjustBalance, command));
}

function wordOf<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const known = words.find((word) => word === text);
  if (known === undefined) throw new BadUsage(`"${text}" is not a ${name}: ${words.join(', ')}`);
  return known;
}

function lineOf(name: string, text: string, most: number): string {
  if (isLine(text, most)) return text;
  throw new BadUsage(`the ${name} must be one line of 1 to ${most} visible characters`);
}
