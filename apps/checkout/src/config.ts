import { dirname, join } from 'node:path';
import { Are32Bytes, IsCertificates, IsSupportUrl, ProcessConfig, ReloadingSecret, Secret } from '@paygate/platform';
import { AreDialCodes, IsIntBetween, STANDARD_DIAL_CODES } from '@paygate/contracts';
import { IsOptional, Matches } from 'class-validator';

/** Configuration of the hosted payment page. */
export class CheckoutConfig extends ProcessConfig {
  /** Address to listen on. Only the gateway, which passes requests on, may reach it. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly HOST: string = '127.0.0.1';

  /** Port to listen on; 0 for any free one. */
  @IsIntBetween(0, 65_535) readonly PORT!: number;

  /** The gateway, whose API the page calls: `https://gateway`. */
  @Matches(/^https:\/\/[^\s/?#@]{1,253}$/)
  readonly GATEWAY_URL!: string;

  /** Authorities of the gateway's certificate, PEM; those that Node knows when absent. Its file is read for each connection. */
  @IsOptional()
  @IsCertificates()
  readonly GATEWAY_CA?: ReloadingSecret;

  /** The name in the gateway's certificate, where it is not the host of GATEWAY_URL: `pay.example`. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9.-]{1,253}$/)
  readonly GATEWAY_NAME?: string;

  /** Keys by which the page proves itself to the gateway, the base64 of 32 bytes each, comma-separated: the first is sent. */
  @Are32Bytes()
  readonly CHECKOUT_KEYS!: Secret;

  /** Keys of the cookies, in the same form: the first seals, all open. */
  @Are32Bytes()
  readonly CHECKOUT_COOKIE_KEYS!: Secret;

  /**
   * A publishable key of the installation's own merchant, `pk_live_…`, by which users sign in to their wallets at `/checkout/wallet`; there is no such
   * page without it. Its mode is that of the wallets.
   */
  @IsOptional()
  @Matches(/^pk_(live|test)_[A-Za-z0-9_]{8,200}$/)
  readonly WALLET_API_KEY?: string;

  /** The country code of a phone number that has none. */
  @Matches(/^\+[1-9][0-9]{0,3}$/)
  readonly PHONE_PREFIX: string = '+237';

  /** The code that a payer dials when no prompt comes, by operator: `mtn_momo:*126#,orange_money:#150*50#`. The same in charging. */
  @AreDialCodes() readonly DIAL_CODES: string[] = [...STANDARD_DIAL_CODES];

  /**
   * The address at which customers ask the installation's team for help, the same as in the gateway: `https://…`, `mailto:…` or `tel:+…`. A page shows
   * it where it has no contact of a shop to show; when absent it shows none.
   */
  @IsOptional()
  @IsSupportUrl()
  readonly SUPPORT_URL?: string;

  /** The time for which a payment page that shuts down still accepts requests. */
  @IsIntBetween(0, 3) readonly DRAIN_SECONDS: number = 1;

  /** The folder with styles and script of the pages; beside the program when absent. */
  @Matches(/^[^\0]{1,4096}$/)
  readonly BROWSER_FOLDER: string = join(dirname(process.argv[1] ?? ''), 'browser');
}
