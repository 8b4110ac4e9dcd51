import { DatabaseServiceConfig } from '@paygate/platform';
import { IsInt, Max, Min } from 'class-validator';

/** Configuration of the charging service. */
export class ChargingConfig extends DatabaseServiceConfig {
  /** A charge that has not begun to move money this long after it was accepted is declined. */
  @IsInt() @Min(1) @Max(3_600) readonly CHARGE_START_SECONDS: number = 120;

  /** What a merchant pays for a wallet charge, in basis points of the amount. */
  @IsInt() @Min(0) @Max(10_000) readonly WALLET_FEE_BPS: number = 150;
  /** The fixed part of that fee, in minor units. */
  @IsInt() @Min(0) @Max(1_000_000) readonly WALLET_FEE_FIXED: number = 0;
}
