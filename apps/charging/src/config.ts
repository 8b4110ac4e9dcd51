import { applyDecorators } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import {
  AreAmountBounds,
  AreDialCodes,
  IsIntBetween,
  IsText,
  PROMPT_NAME_MAX,
  REFUND_DAYS,
  STANDARD_AMOUNT_BOUNDS,
  STANDARD_DIAL_CODES,
} from '@paygate/contracts';
import { Are32Bytes, IsKeyList, Needs, ReloadingSecret, Secret, StaffConfig } from '@paygate/platform';
import { IsBoolean, IsIn, IsOptional, IsUrl, Matches, ValidateBy } from 'class-validator';
import type { Failpoint } from './failpoints.js';
import { failpoints } from './failpoints.js';
import { IsCredentials } from './rails/credentials/credentials.js';
import { mtnMomoCredentialFields } from './rails/credentials/mtn-momo-credentials.js';
import { orangeMoneyCredentialFields } from './rails/credentials/orange-money-credentials.js';

const IsBaseUrl = (): PropertyDecorator =>
  IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] });

/** Credentials and payers' numbers go there. */
const IsSecureUrl = (): PropertyDecorator =>
  IsUrl({ require_tld: false, require_protocol: true, protocols: ['https'] });

const IsDay = (): PropertyDecorator =>
  Matches(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, {
    message: '$property must be a day such as 2026-01-28, up to the 28th',
  });

/** Else a second worker could take an operation during the call of the first. */
const IsLongerThanCalls = (): PropertyDecorator =>
  ValidateBy({
    name: 'isLongerThanCalls',
    validator: {
      // the values are still texts
      validate: (seconds, given) =>
        Number(seconds) > Number((given?.object as Readonly<Record<string, unknown>>)['RAIL_CALL_SECONDS']),
      defaultMessage: () => '$property must be greater than RAIL_CALL_SECONDS',
    },
  });

const areTogether = (url: keyof ChargingConfig, credentials: keyof ChargingConfig): PropertyDecorator =>
  Needs(
    `${url} and ${credentials} go together`,
    (config: ChargingConfig) => (config[url] === undefined) === (config[credentials] === undefined),
  );

/** Money of live mode is moved by no rail of test mode, whose payers approve without paying. */
const IsNoTestRail = (live: 'MTN_MOMO_LIVE_URL' | 'ORANGE_MONEY_LIVE_URL'): PropertyDecorator =>
  Needs(
    `${live} must not have the host of a rail of test mode`,
    ({ [live]: url, MTN_MOMO_TEST_URL: mtn, ORANGE_MONEY_TEST_URL: orange }: ChargingConfig) =>
      url === undefined || ![mtn, orange].map(hostOf).includes(hostOf(url)),
  );

/** The host of an address, whatever its scheme and port; undefined for none. */
function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname;
}

/** Half a rail would not be offered, without a word. */
const HaveWholeRails = (): PropertyDecorator =>
  applyDecorators(
    areTogether('MTN_MOMO_TEST_URL', 'MTN_MOMO_TEST_CREDENTIALS'),
    areTogether('MTN_MOMO_LIVE_URL', 'MTN_MOMO_LIVE_CREDENTIALS'),
    areTogether('ORANGE_MONEY_TEST_URL', 'ORANGE_MONEY_TEST_CREDENTIALS'),
    areTogether('ORANGE_MONEY_LIVE_URL', 'ORANGE_MONEY_LIVE_CREDENTIALS'),
    IsNoTestRail('MTN_MOMO_LIVE_URL'),
    IsNoTestRail('ORANGE_MONEY_LIVE_URL'),
  );

/** Configuration of the charging service. A rail is offered in a mode that has both its URL and its credentials. */
export class ChargingConfig extends StaffConfig {
  /** A charge that has not begun to move money this long after it was accepted is declined. */
  @IsIntBetween(1, 3_600) readonly CHARGE_START_SECONDS: number = 120;

  /** A charge can be refunded for so many days after it was settled. */
  @IsIntBetween(1, 3_650) readonly REFUND_DAYS: number = REFUND_DAYS;

  /** Days after which the idempotency key of a refund is forgotten. */
  @IsIntBetween(1, 365) readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  /** Days after which the metadata of a refund or payout of test mode is deleted. The same for intents and webhooks. */
  @IsIntBetween(15, 365) readonly TEST_RETENTION_DAYS: number = 30;

  /** The currencies that are taken, each with its smallest and largest amount: the same as for intents, so that no fee is quoted for another one. */
  @AreAmountBounds() readonly AMOUNT_BOUNDS: string[] = [...STANDARD_AMOUNT_BOUNDS];

  /** The merchant's fee for a wallet charge, in basis points of the amount. */
  @IsIntBetween(0, 10_000) readonly WALLET_FEE_BPS: number = 150;
  /** The fixed part of that fee, in minor units. */
  @IsIntBetween(0, 1_000_000) readonly WALLET_FEE_FIXED: number = 0;

  /** The most that a wallet without limits of its own pays in a day and in a month of Africa/Douala, in minor units. */
  @IsIntBetween(1, 999_999_999_999) readonly WALLET_PAID_PER_DAY: number = 100_000_000;
  @IsIntBetween(1, 999_999_999_999) readonly WALLET_PAID_PER_MONTH: number = 1_000_000_000;
  /** The most that a wallet may hold once a top-up is there, in minor units. Money that has moved is credited beyond it, too. */
  @IsIntBetween(1, 999_999_999_999) readonly WALLET_BALANCE_MAX: number = 10_000_000;

  /** The fee for a withdrawal from a wallet, in basis points of the amount, and its fixed part, in minor units. */
  @IsIntBetween(0, 10_000) readonly WALLET_WITHDRAWAL_FEE_BPS: number = 50;
  @IsIntBetween(0, 1_000_000) readonly WALLET_WITHDRAWAL_FEE_FIXED: number = 0;
  /** The smallest and the largest withdrawal, in minor units. */
  @IsIntBetween(1, 1_000_000_000) readonly WALLET_WITHDRAWAL_MIN: number = 100;
  @IsIntBetween(1, 1_000_000_000) readonly WALLET_WITHDRAWAL_MAX: number = 1_000_000;

  /** The merchant's fee for a mobile-money charge, in basis points of the amount. */
  @IsIntBetween(0, 10_000) readonly MOBILE_MONEY_FEE_BPS: number = 200;
  /** The fixed part of that fee, in minor units. */
  @IsIntBetween(0, 1_000_000) readonly MOBILE_MONEY_FEE_FIXED: number = 0;

  /** The merchant's fee for a payout, in basis points of the amount, and its fixed part, in minor units. */
  @IsIntBetween(0, 10_000) readonly PAYOUT_FEE_BPS: number = 50;
  @IsIntBetween(0, 1_000_000) readonly PAYOUT_FEE_FIXED: number = 0;
  /** The smallest and the largest payout, in minor units. */
  @IsIntBetween(1, 1_000_000_000) readonly PAYOUT_MIN: number = 100;
  @IsIntBetween(1, 1_000_000_000) readonly PAYOUT_MAX: number = 1_000_000;
  /** The payouts of a merchant in a day of Africa/Douala: their greatest number, and their greatest sum in minor units. */
  @IsIntBetween(1, 10_000) readonly PAYOUTS_PER_DAY: number = 20;
  @IsIntBetween(1, 100_000_000_000) readonly PAYOUT_AMOUNT_PER_DAY: number = 10_000_000;

  /** The payouts of batches that one member approves alone in a day of Africa/Douala, in minor units with the fees: two members stand behind more. */
  @IsIntBetween(0, 100_000_000_000) readonly PAYOUT_BATCH_ALONE_MAX: number = 1_000_000;
  /** The largest batch of payouts, and the greatest sum of those that are approved in a day of Africa/Douala. */
  @IsIntBetween(1, 100_000_000_000) readonly PAYOUT_BATCH_MAX: number = 50_000_000;
  @IsIntBetween(1, 1_000_000_000_000) readonly PAYOUT_BATCH_AMOUNT_PER_DAY: number = 100_000_000;

  /** The largest reversal of live mode that one person books, or returns, in minor units: two different ones beyond it. In test mode one is enough. */
  @IsIntBetween(0, 1_000_000_000) readonly REVERSAL_ALONE_MAX: number = 0;
  /** The reversals of a mode and a day of Africa/Douala that one person books; from the next on there are two. The same for their returns. */
  @IsIntBetween(0, 10_000) readonly REVERSALS_ALONE_PER_DAY: number = 19;
  /** True when the contract with the operator returns its fee of a payment that it reverses: then the merchant gets its own one back, too. */
  @IsBoolean() readonly MTN_MOMO_REVERSALS_RETURN_FEES: boolean = false;
  @IsBoolean() readonly ORANGE_MONEY_REVERSALS_RETURN_FEES: boolean = false;

  /** AES-256-GCM keys of the phone numbers in the database, in the form of SEAL_KEYS. */
  @IsKeyList() readonly CHARGING_DATA_KEYS!: Secret;
  /** Keys of the HMACs by which prompts to one phone are counted, in base64 and comma-separated: the first is stored, all count. */
  @Are32Bytes() readonly PAYER_INDEX_KEY!: Secret;

  /** Prompts that one phone gets within PROMPT_WINDOW_SECONDS. */
  @IsIntBetween(1, 1_000_000) readonly PROMPTS_PER_PHONE: number = 3;
  @IsIntBetween(1, 86_400) readonly PROMPT_WINDOW_SECONDS: number = 600;
  /** Prompts that one phone gets in any 24 hours. */
  @IsIntBetween(1, 1_000_000) readonly PROMPTS_PER_DAY: number = 50;

  /** After how many days of Africa/Douala a rail settles what it collects in live mode: 1 is the next day. In test mode at once. */
  @IsIntBetween(0, 30) readonly MTN_MOMO_SETTLEMENT_DAYS: number = 1;
  @IsIntBetween(0, 30) readonly ORANGE_MONEY_SETTLEMENT_DAYS: number = 1;

  /**
   * The first day of Africa/Douala, such as 2026-01-31, from which on a rail's collections of live mode are available only once their day
   * matches its statement. Without it the rail goes by its schedule alone.
   */
  @IsOptional() @IsDay() readonly MTN_MOMO_RECONCILED_FROM?: string;
  @IsOptional() @IsDay() readonly ORANGE_MONEY_RECONCILED_FROM?: string;

  /** Base URLs of the rails for each mode. Those of test mode are the rail simulator's; those of live mode have https, and other hosts. */
  @IsOptional() @IsBaseUrl() readonly MTN_MOMO_TEST_URL?: string;
  @IsOptional() @IsSecureUrl() readonly MTN_MOMO_LIVE_URL?: string;
  @IsOptional() @IsBaseUrl() readonly ORANGE_MONEY_TEST_URL?: string;
  @IsOptional() @IsSecureUrl() readonly ORANGE_MONEY_LIVE_URL?: string;

  /** JSON: targetEnvironment, subscriptionKey, apiUser, apiKey, and for refunds and payouts disbursementSubscriptionKey, disbursementApiUser, disbursementApiKey. The file is read again when it has changed. */
  @IsOptional() @IsCredentials(mtnMomoCredentialFields) readonly MTN_MOMO_TEST_CREDENTIALS?: ReloadingSecret;
  @IsOptional() @IsCredentials(mtnMomoCredentialFields) readonly MTN_MOMO_LIVE_CREDENTIALS?: ReloadingSecret;
  /** JSON: clientId, clientSecret, authToken, channelMsisdn, channelPin. The file is read again when it has changed. */
  @IsOptional() @IsCredentials(orangeMoneyCredentialFields) readonly ORANGE_MONEY_TEST_CREDENTIALS?: ReloadingSecret;
  @IsOptional() @IsCredentials(orangeMoneyCredentialFields) readonly ORANGE_MONEY_LIVE_CREDENTIALS?: ReloadingSecret;

  /** The name that the operator's prompt shows on the phone of a payer, as agreed with the operator. The payment page shows it. */
  @IsOptional() @IsText(PROMPT_NAME_MAX, 1) readonly MTN_MOMO_PROMPT_NAME?: string;
  @IsOptional() @IsText(PROMPT_NAME_MAX, 1) readonly ORANGE_MONEY_PROMPT_NAME?: string;
  /** The code that a payer dials when no prompt comes, by operator: `mtn_momo:*126#,orange_money:#150*50#`. The same in checkout. */
  @AreDialCodes() readonly DIAL_CODES: string[] = [...STANDARD_DIAL_CODES];

  /** Public base URL of the gateway, to which rails send their callbacks. Without it rails are polled only. */
  @IsOptional() @IsBaseUrl() readonly RAIL_CALLBACK_URL?: string;
  /** The time-out of one call to a rail, and the time for which a worker holds an operation. Seconds. */
  @HaveWholeRails() @IsIntBetween(1, 60) readonly RAIL_CALL_SECONDS: number = 20;
  @IsLongerThanCalls() @IsIntBetween(1, 600) readonly RAIL_LEASE_SECONDS: number = 45;
  /** The time for which a rail must have known nothing of an operation in doubt before the installation's team may decide it. Seconds. */
  @IsIntBetween(60, 86_400) readonly RAIL_NOT_FOUND_SECONDS: number = 900;
  /** The point at which the process ends itself by SIGKILL, once. It needs TEST_MODE. */
  @IsOptional() @IsIn(failpoints) readonly FAILPOINT?: Failpoint;
  /** Divides the waits between polls, the age of escalation and RAIL_NOT_FOUND_SECONDS. Other values than 1 need TEST_MODE. */
  @IsIntBetween(1, 100_000) readonly RAIL_TIME_COMPRESSION: number = 1;

  override liveModeParts(): Readonly<Record<MobileOperator, boolean>> {
    return {
      mtn_momo: this.MTN_MOMO_LIVE_URL !== undefined,
      orange_money: this.ORANGE_MONEY_LIVE_URL !== undefined,
    };
  }
}
