import { KafkaConfig } from '@paygate/platform';

/** What the command-line tools of the bus need: nothing probes them. */
export class OperatorConfig extends KafkaConfig {
  override readonly HEALTH_PORT: number = 0;
}
