import { DatabaseServiceConfig, Are32Bytes, IsKeyList, Secret } from '@paygate/platform';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsEmail, IsIn, IsOptional, IsUrl, Matches } from 'class-validator';
import type { Language, OtpChannel } from '@paygate/contracts';
import { IsIntBetween, languages, RECEIPT_DAYS } from '@paygate/contracts';

const IsProviderUrl = (): PropertyDecorator =>
  IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: '$property must be an http(s) URL' },
  );

/** Credentials are part of these URLs, so they are secrets. */
const IsFallbackUrl = (): PropertyDecorator =>
  Matches(/^https?:\/\/[^\s/@:]+:[^\s/@]+@[^\s@]{1,512}$/, {
    message: '$property must be an http(s) URL with account and token',
  });

const IsSmtpUrl = (): PropertyDecorator =>
  Matches(/^smtps?:\/\/([^\s/@:]+:[^\s/@]+@)?[A-Za-z0-9.:[\]-]{1,253}$/, {
    message: '$property must be an smtp(s) URL',
  });

export class OtpConfig extends DatabaseServiceConfig {
  /** Keys of the HMACs of codes, the base64 of 32 bytes each, comma-separated: the first makes them, all check. */
  @Are32Bytes()
  readonly OTP_PEPPER!: Secret;

  /**
   * Keys that seal values in the database, in the form of SEAL_KEYS and all of `otp`: the first seals, all open. They differ
   * from SEAL_KEYS, each of which another service has too.
   */
  @IsKeyList()
  readonly OTP_DATA_KEYS!: Secret;

  /** At least a minute: messages state it in whole minutes. */
  @IsIntBetween(60, 900) readonly OTP_CODE_TTL_SECONDS: number = 300;
  @IsIntBetween(30, 900) readonly OTP_TOKEN_TTL_SECONDS: number = 300;

  /** Checks of one code. It can be lowered only: the table refuses a sixth. */
  @IsIntBetween(1, 5) readonly OTP_CHECKS_PER_CHALLENGE: number = 5;
  /** The checks among these that are open to callers who show neither `otpId`, nor the payment's session, nor a user token. */
  @IsIntBetween(1, 5) readonly OTP_UNTRUSTED_CHECKS: number = 3;
  /** Wrong checks of one user in any 24 hours. */
  @IsIntBetween(1, 100_000) readonly OTP_WRONG_CHECKS_PER_DAY: number = 20;

  /** Codes sent to one user within the window, across merchants. */
  @IsIntBetween(1, 100_000) readonly OTP_SENDS_PER_WINDOW: number = 5;
  @IsIntBetween(1, 86_400) readonly OTP_SEND_WINDOW_SECONDS: number = 600;
  /** Codes sent to one user or phone number in any 24 hours. */
  @IsIntBetween(1, 100_000) readonly OTP_SENDS_PER_DAY: number = 20;
  /**
   * Requests for codes, and checks, of one address (IPv4, or IPv6 network of /64) and of one API key within the window; 0 is
   * no limit. A mobile operator puts many customers behind one address. Those of a merchant's server count for its key only.
   */
  @IsIntBetween(0, 1_000_000) readonly OTP_SENDS_PER_ADDRESS: number = 120;
  @IsIntBetween(0, 1_000_000) readonly OTP_CHECKS_PER_ADDRESS: number = 600;
  @IsIntBetween(0, 100_000_000) readonly OTP_SENDS_PER_KEY: number = 6_000;
  @IsIntBetween(0, 100_000_000) readonly OTP_CHECKS_PER_KEY: number = 30_000;
  /** The requests among these from one address for codes to typed numbers: of guests, registrations and password resets; 0 is no limit. */
  @IsIntBetween(0, 1_000_000) readonly OTP_PHONE_SENDS_PER_ADDRESS: number = 30;
  @IsIntBetween(1, 86_400) readonly OTP_SOURCE_WINDOW_SECONDS: number = 600;
  /** Waits after the first, second, … send of one challenge; the last applies to all that follow. Seconds. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @Matches(/^[0-9]{1,4}$/, { each: true, message: '$property must be a list of seconds' })
  readonly OTP_RESEND_SPACING_SECONDS: string[] = ['30', '60', '120', '300'];

  /** Phones that get codes of guests for one payment. It can be lowered only: the table refuses a fourth. */
  @IsIntBetween(1, 3) readonly OTP_GUEST_PHONES_PER_INTENT: number = 3;
  /** Beginnings of the numbers that get codes of guests, registrations and password resets: by default mobile numbers of Cameroon. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @Matches(/^\+[1-9][0-9]{0,13}$/, { each: true, message: '$property must be a list of beginnings such as +2376' })
  readonly OTP_PHONE_PREFIXES: string[] = ['+2376'];
  /** Codes to typed numbers that one merchant may cause in one mode and 24 hours. Each costs an SMS, and anybody can ask for them. */
  @IsIntBetween(0, 100_000_000) readonly OTP_PHONE_SENDS_PER_MERCHANT_DAY: number = 5_000;

  /** Asks of a day (Africa/Douala) to one phone, by all merchants; in test mode, where all have the same numbers, by one. */
  @IsIntBetween(1, 100) readonly OTP_ASKS_PER_PHONE_DAY: number = 6;
  /** Asks of a day of one member or API key in one mode. */
  @IsIntBetween(1, 1_000_000) readonly OTP_ASKS_PER_ACTOR_DAY: number = 500;
  /** Asks of a day of one till in one mode; also of all that name none, where the merchant has tills. */
  @IsIntBetween(1, 1_000_000) readonly OTP_ASKS_PER_TILL_DAY: number = 1_000;
  /** Asks of a day of one merchant in one mode. */
  @IsIntBetween(1, 10_000_000) readonly OTP_ASKS_PER_MERCHANT_DAY: number = 5_000;
  /** Asks of a day that the owner of a phone refuses before it is asked no more. */
  @IsIntBetween(1, 100) readonly OTP_ASK_REFUSALS_PER_DAY: number = 2;

  /** Language of the messages. */
  @IsIn(languages) readonly OTP_LANGUAGE: Language = 'fr';

  /**
   * Takes the SMS of live mode: `POST` with the JSON `{"id", "to", "text"}` and SMS_PROVIDER_TOKEN as bearer token. A status 2xx is a
   * message taken, 4xx one refused for good (except 408, 425 and 429), and any other is tried again. A channel without a provider is not
   * offered.
   */
  @IsOptional() @IsProviderUrl() readonly SMS_PROVIDER_URL?: string;
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,512}$/, { message: '$property is malformed' })
  readonly SMS_PROVIDER_TOKEN?: Secret;
  /**
   * Takes the SMS of live mode when the first does not: `https://account:token@host/…`, sent as Basic authentication with a form of `To`,
   * `From` (SMS_FALLBACK_SENDER) and `Body`.
   */
  @IsOptional() @IsFallbackUrl() readonly SMS_FALLBACK_URL?: Secret;
  @Matches(/^\+?[A-Za-z0-9 ]{3,16}$/) readonly SMS_FALLBACK_SENDER: string = 'Paygate';
  /** Takes the e-mail of live mode, with TLS always: `smtps://…`, or `smtp://…` for STARTTLS. */
  @IsOptional() @IsSmtpUrl() readonly EMAIL_SMTP_URL?: Secret;
  /** PEM of a certificate authority that is trusted for that server, besides the system's. */
  @IsOptional() @Matches(/^-----BEGIN CERTIFICATE-----[^]+$/) readonly EMAIL_SMTP_CA?: string;
  @IsEmail() readonly EMAIL_SENDER: string = 'no-reply@paygate.example';
  /** The public address of the dashboard: mails to members lead there. When absent they carry a code only. */
  @IsOptional()
  @Matches(/^https:\/\/[A-Za-z0-9.-]{1,253}(:[1-9][0-9]{0,4})?\/dashboard$/)
  readonly DASHBOARD_URL?: string;
  /** The readable inbox: takes the SMS (`/sms`) of test mode, which never reach a person. */
  @IsOptional() @IsProviderUrl() readonly INBOX_URL?: string;
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,512}$/, { message: '$property is malformed' })
  readonly INBOX_TOKEN?: Secret;
  /** Takes the e-mail of test mode, with INBOX_TOKEN. Without TLS: only on this machine or a network of its own. */
  @IsOptional()
  @Matches(/^smtp:\/\/[A-Za-z0-9.:[\]-]{1,253}$/, { message: '$property must be an smtp URL without credentials' })
  readonly INBOX_SMTP_URL?: string;

  /** The time within which a provider must answer. Milliseconds. */
  @IsIntBetween(100, 30_000) readonly OTP_SEND_TIMEOUT_MS: number = 5_000;
  /** The time for which a signing key signs before its successor is announced. */
  @IsIntBetween(600, 31_536_000) readonly OTP_KEY_ROTATION_SECONDS: number = 2_592_000;
  /** Time for every reader to learn of a signing key before it signs. */
  @IsIntBetween(1, 3_600) readonly OTP_KEY_LEAD_SECONDS: number = 60;

  /** The days for which idempotency records are kept. */
  @IsIntBetween(1, 365) readonly OTP_IDEMPOTENCY_RETENTION_DAYS: number = 30;

  /** The days for which challenges are kept after their creation. The receipt of a guest is sent to the phone of a challenge. */
  @IsIntBetween(RECEIPT_DAYS + 3, 365) readonly OTP_RETENTION_DAYS: number = 30;

  override liveModeParts(): Readonly<Record<OtpChannel, boolean>> {
    return {
      sms: this.SMS_PROVIDER_URL !== undefined || this.SMS_FALLBACK_URL !== undefined,
      email: this.EMAIL_SMTP_URL !== undefined,
    };
  }
}
