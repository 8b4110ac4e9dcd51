import { IsIntBetween } from '@paygate/contracts';
import { IsDatabaseUrl, ProcessConfig, ReloadingSecret, Secret } from '@paygate/platform';
import { ArrayMaxSize, Equals, IsArray, IsOptional, Matches } from 'class-validator';
import { IsCredentials, momoFields, orangeFields } from './credentials.js';

export class RailSimulatorConfig extends ProcessConfig {
  /** The simulator shows real codes: it never runs beside production. */
  @Equals(true, { message: 'TEST_MODE must be true: this process exists for tests only' })
  override readonly TEST_MODE: boolean = false;

  /** Address of the SMS and e-mail inbox. It shows codes without a login: use loopback, or a container's own network. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly INBOX_HOST: string = '127.0.0.1';

  /** Host names of the inbox besides those of loopback. */
  @IsArray()
  @ArrayMaxSize(16)
  @Matches(/^[A-Za-z0-9.-]{1,253}$/, { each: true, message: '$property must be a list of host names' })
  readonly INBOX_NAMES: string[] = [];

  /** Port of the SMS inbox, and of the page that shows it. */
  @IsIntBetween(0, 65_535) readonly INBOX_PORT!: number;

  /** Port of the e-mail inbox (SMTP); 0 takes any free one. */
  @IsIntBetween(0, 65_535) readonly INBOX_SMTP_PORT: number = 0;

  /** Authenticates senders: a bearer token over HTTP, the password over SMTP. */
  @Matches(/^[\x21-\x7e]{16,512}$/, { message: '$property must be 16 to 512 printable characters' })
  readonly INBOX_TOKEN!: Secret;

  /** The database of the simulated rails' payers, payments and statements: `postgres://role:password@host:port/database` */
  @IsDatabaseUrl()
  readonly DATABASE_URL!: Secret;

  @IsIntBetween(1, 200) readonly DATABASE_POOL_SIZE: number = 10;

  /** Address of the simulated rails. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly RAILS_HOST: string = '127.0.0.1';

  /** Port of the simulated rails. */
  @IsIntBetween(0, 65_535) readonly RAILS_PORT!: number;

  /** A certificate authority (PEM) that callbacks over TLS trust besides the usual ones. */
  @IsOptional()
  @Matches(/^-----BEGIN CERTIFICATE-----/, { message: '$property must be a certificate in PEM' })
  readonly CALLBACK_CA?: string;

  /** The credentials of MTN MoMo, JSON: targetEnvironment, subscriptionKey, apiUser, apiKey. The file is read again when it has changed. */
  @IsCredentials(momoFields)
  readonly MTN_MOMO_TEST_CREDENTIALS!: ReloadingSecret;

  /** The host of callbacks, fixed when MTN MoMo's API user was created. */
  @Matches(/^[A-Za-z0-9.-]{1,253}$/)
  readonly MTN_MOMO_CALLBACK_HOST: string = 'localhost';

  /** The credentials of Orange Money, JSON: clientId, clientSecret, authToken, channelMsisdn, channelPin. The file is read again when it has changed. */
  @IsCredentials(orangeFields)
  readonly ORANGE_MONEY_TEST_CREDENTIALS!: ReloadingSecret;
}
