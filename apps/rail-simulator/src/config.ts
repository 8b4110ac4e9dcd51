import { ProcessConfig, Secret } from '@paygate/platform';
import { Equals, IsInt, Matches, Max, Min } from 'class-validator';

export class RailSimulatorConfig extends ProcessConfig {
  /** What is simulated here takes codes and money for real: it never runs beside production. */
  @Equals(true, { message: 'TEST_MODE must be true: this process exists for tests only' })
  override readonly TEST_MODE: boolean = false;

  /** Port of the SMS and e-mail inbox, on the loopback address. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly INBOX_PORT!: number;

  /** The bearer token with which messages are handed in. */
  @Matches(/^[\x21-\x7e]{16,512}$/, { message: '$property must be 16 to 512 printable characters' })
  readonly INBOX_TOKEN!: Secret;
}
