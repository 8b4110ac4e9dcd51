import { currencyCodes } from '@paygate/contracts';
import { DatabaseServiceConfig } from '@paygate/platform';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import type { AmountBounds } from './domain/intent-rules.js';

const BOUNDS_ENTRY = /^([A-Z]{3}):([1-9][0-9]{0,11})-([1-9][0-9]{0,11})$/;

/** Smallest and largest amount per currency, from `<currency>:<min>-<max>` entries in minor units. */
export function parseAmountBounds(entries: readonly string[]): ReadonlyMap<string, AmountBounds> {
  return new Map(
    entries.flatMap((entry) => {
      const [, currency = '', min = '0', max = '0'] = BOUNDS_ENTRY.exec(entry) ?? [];
      return currency === '' ? [] : [[currency, { min: BigInt(min), max: BigInt(max) }] as const];
    }),
  );
}

function areAmountBounds(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return false;
  const bounds = parseAmountBounds(value);
  return (
    bounds.size === value.length &&
    value.length > 0 &&
    [...bounds.keys()].every((currency) => currencyCodes.some((known) => known === currency)) &&
    [...bounds.values()].every(({ min, max }) => min <= max)
  );
}

/** Configuration of the intents service. */
export class IntentsConfig extends DatabaseServiceConfig {
  /** Seconds after which an intent expires, unless the merchant sets another time. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  readonly INTENT_EXPIRY_SECONDS: number = 1_800;

  /** Seconds after which a payment of a link with limited uses expires when no code was sent for it. A code holds it for its own life. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  readonly LINK_HOLD_SECONDS: number = 300;

  /** The currencies that are taken, each with its smallest and largest amount in minor units: `XAF:100-1000000,XOF:100-1000000`. */
  @ValidateBy({
    name: 'amountBounds',
    validator: {
      validate: areAmountBounds,
      defaultMessage: () => `$property must give <currency>:<min>-<max> once for some of ${currencyCodes.join(', ')}`,
    },
  })
  readonly AMOUNT_BOUNDS: string[] = ['XAF:100-1000000'];

  /** Seconds after which charging is asked for the outcome of a charge that has none. The interval grows with the age. */
  @IsInt()
  @Min(1)
  @Max(3_600)
  readonly OUTCOME_SECONDS: number = 60;

  /** Days after which an idempotency key is deleted. */
  @IsInt()
  @Min(1)
  @Max(366)
  readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  /**
   * Days after which an ended intent of test mode is deleted with its uses of links and idempotency keys: longer than topics keep their
   * messages. The same for webhooks.
   */
  @IsInt()
  @Min(15)
  @Max(365)
  readonly TEST_RETENTION_DAYS: number = 30;
}
