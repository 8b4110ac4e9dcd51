import { AreAmountBounds, IsIntBetween, STANDARD_AMOUNT_BOUNDS } from '@paygate/contracts';
import { DatabaseServiceConfig } from '@paygate/platform';

/** Configuration of the intents service. */
export class IntentsConfig extends DatabaseServiceConfig {
  /** Seconds after which an intent expires, unless the merchant sets another time. */
  @IsIntBetween(1, 86_400) readonly INTENT_EXPIRY_SECONDS: number = 1_800;

  /** Seconds after which a payment of a link with limited uses expires when no code was sent for it. A code holds it for its own life. */
  @IsIntBetween(1, 86_400) readonly LINK_HOLD_SECONDS: number = 300;

  /**
   * The currencies that are taken, each with its smallest and largest amount in minor units: `XAF:100-1000000,XOF:100-1000000`. One that no
   * operator collects is taken in test mode only. The same for charging.
   */
  @AreAmountBounds()
  readonly AMOUNT_BOUNDS: string[] = [...STANDARD_AMOUNT_BOUNDS];

  /** Seconds after which charging is asked for the outcome of a charge that has none. The interval grows with the age. */
  @IsIntBetween(1, 3_600) readonly OUTCOME_SECONDS: number = 60;

  /** Days after which an idempotency key is deleted. */
  @IsIntBetween(1, 366) readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  /**
   * Days after which an ended intent of test mode is deleted with its uses of links and idempotency keys: longer than topics keep their
   * messages. The same for webhooks.
   */
  @IsIntBetween(15, 365) readonly TEST_RETENTION_DAYS: number = 30;
}
