import { IsIntBetween } from '@paygate/contracts';
import {
  DatabaseServiceConfig,
  IsCertificates,
  IsKeyList,
  IsRedisUrl,
  ReloadingSecret,
  Secret,
} from '@paygate/platform';
import { ArrayMaxSize, IsArray, IsNumber, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { mayBeAllowed } from './egress/address-guard.js';

/** Configuration of webhook delivery. */
export class WebhooksConfig extends DatabaseServiceConfig {
  /** `redis://` or `rediss://`. Redis holds the queue of endpoints with due deliveries: losing it delays a delivery by seconds and loses none. */
  @IsRedisUrl()
  readonly REDIS_URL!: Secret;

  /** Authorities of the certificate of a Redis with `rediss://`, PEM; those that Node knows when absent. Its file is read for each connection. */
  @IsOptional()
  @IsCertificates()
  readonly REDIS_CA?: ReloadingSecret;

  /**
   * Keys that seal the endpoint secrets in the database, in the form of SEAL_KEYS and all of `webhooks`: the first seals, all
   * open. They differ from SEAL_KEYS, each of which another service has too.
   */
  @IsKeyList()
  readonly WEBHOOKS_DATA_KEYS!: Secret;

  /**
   * `address:port` pairs, IP literals, that deliveries may dial although they are not public: a receiver that the installation's team knows. In test
   * mode a URL may have the address itself; in live mode it has a name that resolves to it, and https. Link-local addresses and those of
   * metadata services are refused.
   */
  @IsArray()
  @ArrayMaxSize(64)
  @ValidateBy(
    {
      name: 'mayBeAllowed',
      validator: {
        validate: (entry) => mayBeAllowed(String(entry)),
        defaultMessage: () =>
          '$property must be a list of address:port, without link-local addresses and metadata services',
      },
    },
    { each: true },
  )
  readonly WEBHOOK_ALLOWED_ADDRESSES: string[] = [];

  /** Divides the retry schedule; above 1 only in test mode. */
  @IsNumber()
  @Min(1)
  @Max(100_000)
  readonly WEBHOOK_RETRY_COMPRESSION: number = 1;

  /** The days for which idempotency records are kept. */
  @IsIntBetween(1, 365) readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  /** Days after which an event of test mode is deleted with its deliveries and attempts. The same for intents. */
  @IsIntBetween(15, 365) readonly TEST_RETENTION_DAYS: number = 30;
}
