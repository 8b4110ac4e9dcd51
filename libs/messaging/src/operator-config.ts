import { IsHostList } from '@paygate/platform';
import { Matches } from 'class-validator';

/** What the command-line tools of the bus need. */
export class OperatorConfig {
  /** `host:port`, comma-separated. */
  @IsHostList()
  readonly KAFKA_BROKERS!: string[];

  @Matches(/^[a-z0-9][a-z0-9-]{0,31}$/)
  readonly TOPIC_PREFIX: string = 'pay';
}
