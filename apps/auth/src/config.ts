import { IsIntBetween } from '@paygate/contracts';
import { Are32Bytes, IsKeyList, Secret, StaffConfig } from '@paygate/platform';
import { IsOptional, Matches } from 'class-validator';

/** libuv has four threads, and the service needs some of them for other work. */
const MAX_HASHING_THREADS = 3;

/** Configuration of the auth service. */
export class AuthConfig extends StaffConfig {
  /** Keys of the HMACs of API keys, the base64 of 32 bytes each, comma-separated: the first makes them. The gateway has the same. */
  @Are32Bytes()
  readonly API_KEY_PEPPER!: Secret;

  /**
   * Keys of the HMACs by which phone numbers and e-mail addresses are found, the base64 of 32 bytes each, comma-separated: the first
   * indexes, all find.
   */
  @Are32Bytes()
  readonly PHONE_INDEX_KEY!: Secret;

  /**
   * Keys of sealed columns and of the audit trail, in the form of SEAL_KEYS and all of `auth`: the first seals, all open. They
   * are not SEAL_KEYS, each of which another service has too.
   */
  @IsKeyList()
  readonly AUTH_DATA_KEYS!: Secret;

  /** API keys in force per merchant and mode: every gateway keeps all of them in memory. */
  @IsIntBetween(1, 10_000) readonly API_KEYS_PER_MERCHANT: number = 100;
  /**
   * API keys created per merchant and mode within 24 hours, other than by `operator` commands: gateways keep revoked and expired keys
   * too, to name the reason of a refusal.
   */
  @IsIntBetween(1, 100_000) readonly API_KEYS_MADE_PER_DAY: number = 200;

  /** The days for which idempotency records are kept. */
  @IsIntBetween(1, 365) readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  @IsIntBetween(60, 3_600) readonly USER_TOKEN_TTL_SECONDS: number = 900;
  /** The time for which a signing key signs before its successor is announced. */
  @IsIntBetween(600, 31_536_000) readonly USER_TOKEN_KEY_ROTATION_SECONDS: number = 2_592_000;
  /** Time for every reader to learn of a signing key before it signs. */
  @IsIntBetween(1, 3_600) readonly USER_TOKEN_KEY_LEAD_SECONDS: number = 60;

  /** Wrong passwords in a row for one account before the first wait; the wait then doubles with each wrong password. */
  @IsIntBetween(1, 100_000) readonly SIGN_IN_FREE_ATTEMPTS: number = 5;
  @IsIntBetween(1, 86_400) readonly SIGN_IN_FIRST_WAIT_SECONDS: number = 30;
  @IsIntBetween(1, 86_400) readonly SIGN_IN_LONGEST_WAIT_SECONDS: number = 900;
  /**
   * Networks (/24 of IPv4, /48 of IPv6) that an account has signed in from are trusted: wrong passwords from each are counted
   * apart. The newest so many are kept, for so many days.
   */
  @IsIntBetween(1, 20) readonly SIGN_IN_TRUSTED_NETWORKS: number = 5;
  @IsIntBetween(1, 3_650) readonly SIGN_IN_TRUSTED_NETWORK_DAYS: number = 90;

  /** Passwords that this instance hashes at a time. Each takes a core for about 15 ms, and one of the four threads of libuv. */
  @IsIntBetween(1, MAX_HASHING_THREADS) readonly PASSWORD_HASH_CONCURRENCY: number = 1;
  /** Sign-ins in progress in this instance; more are answered 429. A quarter of them is reserved for trusted networks. */
  @IsIntBetween(1, 10_000) readonly SIGN_IN_QUEUE_SIZE: number = 16;
  /** Requests with a new password in progress in this instance: registrations, resets, accepted invitations. */
  @IsIntBetween(1, 10_000) readonly NEW_PASSWORD_QUEUE_SIZE: number = 16;

  /** The longest duration of a dashboard session, and of one without requests. */
  @IsIntBetween(300, 86_400) readonly DASHBOARD_SESSION_SECONDS: number = 43_200;
  @IsIntBetween(60, 86_400) readonly DASHBOARD_IDLE_SECONDS: number = 1_800;
  /** Members that a merchant account may have, invited ones included. */
  @IsIntBetween(1, 10_000) readonly MEMBERS_PER_MERCHANT: number = 100;
  /**
   * E-mails with a token to one address within a window: those for a new password, those of sign-ups, and the invitations of one account; the
   * invitations of all accounts; and what one account, or one IP address without an account, may cause.
   */
  @IsIntBetween(1, 1_000_000) readonly MEMBER_MAILS_PER_EMAIL: number = 5;
  @IsIntBetween(1, 1_000_000) readonly MEMBER_INVITATIONS_PER_EMAIL: number = 30;
  @IsIntBetween(1, 1_000_000) readonly MEMBER_MAILS_PER_SOURCE: number = 60;
  @IsIntBetween(1, 86_400) readonly MEMBER_MAIL_WINDOW_SECONDS: number = 600;

  /**
   * The private key by which push services know this installation (VAPID, RFC 8292): the base64 of 32 bytes. Without it the dashboard offers no
   * push notices. Another key ends the subscriptions of all browsers.
   */
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, { message: '$property must be the base64 of 32 bytes' })
  readonly VAPID_PRIVATE_KEY?: Secret;
  /**
   * The address at which push services reach the installation's team: `mailto:…` or `https://…`. When absent, push messages name none, which the
   * service of Apple refuses, as it refuses `localhost`.
   */
  @IsOptional()
  @Matches(/^(?:mailto:[^\s"'<>&@]{1,64}@|https:\/\/)[^\s"'<>&]{1,253}$/)
  readonly VAPID_SUBJECT?: string;
  /** The time for which a push notice is worth sending. */
  @IsIntBetween(60, 86_400) readonly PUSH_TTL_SECONDS: number = 86_400;
}
