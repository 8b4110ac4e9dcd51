import { ValidateBy } from 'class-validator';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';

const DIAL_ENTRY = /^([a-z_]{1,32}):([*#0-9]{2,12})$/;

/** The number that a payer dials when no prompt comes, where nothing else is configured. */
export const STANDARD_DIAL_CODES: readonly string[] = ['mtn_momo:*126#', 'orange_money:#150*50#'];
/** A code to dial. */
export const DIAL_CODE = /^[*#0-9]{2,12}$/;

/** The code to dial by operator, from `<operator>:<code>` entries. */
export function parseDialCodes(entries: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const [, operator = '', code = ''] = DIAL_ENTRY.exec(entry) ?? [];
      return operator === '' ? [] : [[operator, code] as const];
    }),
  );
}

/** The rule of a variable that holds such entries, each for one operator. */
export const AreDialCodes = (): PropertyDecorator =>
  ValidateBy({
    name: 'dialCodes',
    validator: {
      validate: areDialCodes,
      defaultMessage: () => `$property must give <operator>:<code> once for some of ${mobileOperators.join(', ')}`,
    },
  });

function areDialCodes(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return false;
  const codes = parseDialCodes(value);
  return (
    codes.size === value.length && [...codes.keys()].every((name) => mobileOperators.some((known) => known === name))
  );
}
