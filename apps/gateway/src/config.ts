import { dirname, join } from 'node:path';
import { IsIntBetween } from '@paygate/contracts';
import {
  Are32Bytes,
  IsCertificates,
  IsRedisUrl,
  IsSupportUrl,
  Needs,
  ReloadingSecret,
  Secret,
  ServiceConfig,
} from '@paygate/platform';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, Matches } from 'class-validator';

const PEM = /^-----BEGIN [A-Z ]+-----\s[^]+-----END [A-Z ]+-----\s*$/;
const ADDRESS_OR_NETWORK = /^[0-9a-fA-F.:]{2,45}(\/[0-9]{1,3})?$/;
const OPERATOR_AND_CURRENCY = /^[a-z][a-z0-9_]{0,31}:[A-Z]{3}$/;
/** A bucket counts in microseconds. */
const MOST_PER_SECOND = 1_000_000;
const MOST_PER_DAY = 1_000_000_000_000;

/** Configuration of the gateway. */
export class GatewayConfig extends ServiceConfig {
  /** Address to listen on. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly HOST: string = '127.0.0.1';

  /** Port to listen on; 0 for any free one. */
  @IsIntBetween(0, 65_535)
  @Needs(
    'TLS_CERT and TLS_KEY go together',
    (config: GatewayConfig) => (config.TLS_CERT === undefined) === (config.TLS_KEY === undefined),
  )
  @Needs(
    'HTTPS is required: set TLS_CERT and TLS_KEY, or TRUSTED_PROXIES for the proxy that terminates TLS',
    (config: GatewayConfig) => config.TLS_CERT !== undefined || config.TRUSTED_PROXIES.length > 0,
  )
  @Needs(
    'CHECKOUT_URL and CHECKOUT_KEYS go together',
    (config: GatewayConfig) => (config.CHECKOUT_URL === undefined) === (config.CHECKOUT_KEYS === undefined),
  )
  readonly PORT!: number;

  /** Certificate chain, PEM. With it the gateway terminates TLS itself. Its file and that of the key may be replaced while it runs. */
  @IsOptional()
  @Matches(PEM, { message: '$property must be PEM' })
  readonly TLS_CERT?: ReloadingSecret;

  /** Private key of the certificate, PEM. */
  @IsOptional()
  @Matches(PEM, { message: '$property must be PEM' })
  readonly TLS_KEY?: ReloadingSecret;

  /** Addresses and networks (`10.0.0.0/8`) whose `x-forwarded-proto` and `x-forwarded-for` count. */
  @IsArray()
  @ArrayMaxSize(64)
  @Matches(ADDRESS_OR_NETWORK, { each: true, message: '$property must be a list of addresses or networks' })
  readonly TRUSTED_PROXIES: string[] = [];

  /**
   * Keys of the HMACs of API keys, and of the addresses on receipts, the base64 of 32 bytes each, comma-separated: all verify. The first is
   * the same as in auth.
   */
  @Are32Bytes()
  readonly API_KEY_PEPPER!: Secret;

  /** Keys of the session tokens, the base64 of 32 bytes each, comma-separated: the first makes tokens, all verify. */
  @Are32Bytes()
  readonly SESSION_TOKEN_SECRETS!: Secret;

  /** `redis://` or `rediss://`. Redis holds the rate limits only: without it requests are served and not limited. */
  @IsRedisUrl()
  readonly REDIS_URL!: Secret;

  /** Authorities of the certificate of a Redis with `rediss://`, PEM; those that Node knows when absent. Its file is read for each connection. */
  @IsOptional()
  @IsCertificates()
  readonly REDIS_CA?: ReloadingSecret;

  /** Requests of one merchant with live keys, and with test keys. Those with publishable keys are counted apart. */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_LIVE_PER_SECOND: number = 100;

  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_TEST_PER_SECOND: number = 25;

  /** The part of a merchant's requests with publishable keys that one address may make, in percent. */
  @IsIntBetween(1, 100) readonly RATE_LIMIT_ADDRESS_PERCENT: number = 50;

  /**
   * Sign-ins of one address (IPv4, or IPv6 network of /64) with one publishable key, or at the dashboard, in the long run. A
   * mobile operator puts many customers behind one address. Sign-ins with a secret key count like every request of the merchant.
   */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_SIGN_INS_PER_MINUTE: number = 60;

  /** Sign-ins of such an address at once, after a quiet time. */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_SIGN_IN_BURST: number = 240;

  /** Requests to the dashboard's operations of one member, and of one address. */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND: number = 30;

  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: number = 50;

  /**
   * Requests to the payment page of one address (IPv4, or IPv6 network of /64) in the long run, and six times as many at once. A mobile
   * operator puts many customers behind one address, and each makes a few requests for a payment. An open of a page costs some 28 ms of
   * processor time of all services.
   */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_CHECKOUT_ADDRESS_PER_SECOND: number = 10;

  /** The greatest age of a merchant's name, logo and settings on its payment pages. */
  @IsIntBetween(0, 10_000) readonly MERCHANT_PROFILE_MAX_AGE_MS: number = 1_000;

  /** Payments that one address (as above) may begin by payment links, in the long run, and all addresses together by one link. */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_LINK_ADDRESS_PER_MINUTE: number = 30;

  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_LINK_PER_MINUTE: number = 120;

  /** Callbacks of rails that one address may send. An operator sends those of all its customers from a few addresses. */
  @IsIntBetween(1, MOST_PER_SECOND) readonly RATE_LIMIT_RAIL_CALLBACKS_PER_SECOND: number = 200;

  /**
   * The requests of an account that store something in test mode in a day (UTC), and the bytes of their bodies: what is stored in test mode
   * is free of charge. A payment takes up to four: its creation, the code, its check and the charge.
   */
  @IsIntBetween(1, MOST_PER_DAY) readonly QUOTA_TEST_INTENTS_PER_DAY: number = 40_000;

  @IsIntBetween(1, MOST_PER_DAY) readonly QUOTA_TEST_BYTES_PER_DAY: number = 100_000_000;

  /** The time that Redis has to count a request before this process counts it by itself. */
  @IsIntBetween(1, 5_000) readonly RATE_LIMIT_WAIT_MS: number = 50;

  /**
   * The URL of the hosted payment page, `http://checkout:8080`: requests to `/checkout/` are passed on to it. Without it there is no
   * payment page.
   */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s/?#@]{1,253}$/)
  readonly CHECKOUT_URL?: string;

  /** Keys by which the payment page proves itself, the base64 of 32 bytes each, comma-separated: all verify. The first is the same as in checkout. */
  @IsOptional()
  @Are32Bytes()
  readonly CHECKOUT_KEYS?: Secret;

  /** The time within which a request must arrive. */
  @IsIntBetween(1, 120) readonly REQUEST_TIMEOUT_SECONDS: number = 10;

  /**
   * The time for which a gateway that shuts down still accepts requests, and asks each client to close its connection. Then it closes
   * idle connections and answers the requests under way.
   */
  @IsIntBetween(0, 3) readonly DRAIN_SECONDS: number = 1;

  /**
   * The address under which customers reach this gateway, without a path: the hosted pages and the logos of merchants are below
   * it. When absent there are none.
   */
  @IsOptional()
  @Matches(/^https:\/\/[A-Za-z0-9.-]{1,253}(:[1-9][0-9]{0,4})?$/)
  readonly PUBLIC_URL?: string;

  /**
   * `on` serves the docs at `/docs`, the API document at `/openapi.json` and `/openapi-3.0.json`, and `/llms.txt`. With `off`, `/docs` leads to
   * `DOCS_URL`, and the others do not exist.
   */
  @IsIn(['on', 'off'])
  @Needs('DOCS=off needs DOCS_URL, the address of the docs', ({ DOCS, DOCS_URL }: GatewayConfig) => {
    return DOCS !== 'off' || DOCS_URL !== undefined;
  })
  readonly DOCS: string = 'on';

  /**
   * The public address of the docs, where it is not `/docs` of the gateway itself: the `type` of an error is the page of its code there,
   * `<DOCS_URL>/errors/<code>`.
   */
  @IsOptional()
  @Matches(/^https:\/\/[^\s?#]{1,120}[^\s?#/]$/)
  readonly DOCS_URL?: string;

  /**
   * The address at which users ask the installation's team for help: `https://…`, `mailto:…` or `tel:+…`. The docs, the dashboard and the page of
   * unknown addresses show it; when absent they show none. Give checkout the same.
   */
  @IsOptional()
  @IsSupportUrl()
  readonly SUPPORT_URL?: string;

  /**
   * What collects mobile money in live mode, with its currency: `mtn_momo:XAF,orange_money:XAF`. The docs name them; when absent they name
   * none. Charging decides: give it the same rails.
   */
  @IsArray()
  @ArrayMaxSize(16)
  @Matches(OPERATOR_AND_CURRENCY, { each: true, message: '$property must be a list of operator:CURRENCY' })
  readonly DOCS_LIVE_OPERATORS: string[] = [];

  /** The same for test mode. */
  @IsArray()
  @ArrayMaxSize(16)
  @Matches(OPERATOR_AND_CURRENCY, { each: true, message: '$property must be a list of operator:CURRENCY' })
  readonly DOCS_TEST_OPERATORS: string[] = [];

  /** The folder with the pages of /docs; beside the program when absent. */
  @Matches(/^[^\0]{1,4096}$/)
  readonly DOCS_FOLDER: string = join(dirname(process.argv[1] ?? ''), 'docs');

  /** The registry in which the client packages are published, by its address: the docs name it. When absent they name none. */
  @IsOptional()
  @Matches(/^https:\/\/[^\s?#"'<>]{1,253}$/)
  readonly CLIENTS_REGISTRY?: string;

  /** The folder with the files of /clients; beside the program when absent. */
  @Matches(/^[^\0]{1,4096}$/)
  readonly CLIENTS_FOLDER: string = join(dirname(process.argv[1] ?? ''), 'clients');

  /** The folder with the files of /dashboard; beside the program when absent. */
  @Matches(/^[^\0]{1,4096}$/)
  readonly DASHBOARD_FOLDER: string = join(dirname(process.argv[1] ?? ''), 'dashboard');
}
