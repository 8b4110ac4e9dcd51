import { IsIntBetween } from '@paygate/contracts';
import { KafkaConfig, Needs } from '@paygate/platform';
import { IsOptional } from 'class-validator';

/** Configuration of the command-line tools of the bus: nothing probes them. */
export class OperatorConfig extends KafkaConfig {
  override readonly HEALTH_PORT: number = 0;
}

/** Configuration of the creation of topics. */
export class TopicsConfig extends OperatorConfig {
  /** Copies of each topic, for those that are created; the broker's default when absent. */
  @IsOptional()
  @IsIntBetween(1, 9)
  readonly TOPIC_REPLICAS?: number;

  /**
   * Copies that must confirm a message; the broker's default when absent. Producers delete what is confirmed, so that in production it
   * is more than one, and fewer than the copies, because otherwise no broker may fail.
   */
  @IsOptional()
  @IsIntBetween(1, 9)
  readonly TOPIC_MIN_INSYNC_REPLICAS?: number;

  /**
   * Partitions of each topic of commands and of events, and so the most replicas of a service; as declared (6) when absent. Fewer cost
   * less for each message where they are enough. A topic that has more keeps them.
   */
  @IsOptional()
  @IsIntBetween(1, 64)
  readonly TOPIC_PARTITIONS?: number;

  /** The longest wait of the job for the brokers, where it starts beside them. */
  @IsIntBetween(0, 3_600) readonly ENGINE_WAIT_SECONDS: number = 0;

  @Needs(
    'TOPIC_MIN_INSYNC_REPLICAS must not exceed TOPIC_REPLICAS',
    ({ TOPIC_REPLICAS, TOPIC_MIN_INSYNC_REPLICAS }: TopicsConfig) =>
      (TOPIC_MIN_INSYNC_REPLICAS ?? 1) <= (TOPIC_REPLICAS ?? Infinity),
  )
  override readonly HEALTH_PORT: number = 0;
}
