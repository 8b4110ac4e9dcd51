import { availableParallelism } from 'node:os';
import { DatabaseServiceConfig, Is32Bytes, IsKeyList, Secret } from '@paygate/platform';
import { IsInt, Max, Min } from 'class-validator';

/** The process that hashes has libuv's pool of four threads. */
const MOST_HASHING_THREADS = 4;

/** Configuration of the auth service. */
export class AuthConfig extends DatabaseServiceConfig {
  /** Key of the HMACs of API keys. The gateway has the same. */
  @Is32Bytes()
  readonly API_KEY_PEPPER!: Secret;

  /**
   * Key of the HMACs by which phone numbers are found; the key of the audit trail is derived from it. It cannot be changed
   * without indexing every user again, and audit records made before are not verifiable after.
   */
  @Is32Bytes()
  readonly PHONE_INDEX_KEY!: Secret;

  /**
   * Keys of what lies sealed in the database, in the form of SEAL_KEYS and all of `auth`: the first seals, all open. They
   * are not SEAL_KEYS, which every service holds that sends secrets to this one.
   */
  @IsKeyList()
  readonly AUTH_DATA_KEYS!: Secret;

  /** API keys in force that a merchant may have in one mode: every gateway holds all of them in memory. */
  @IsInt() @Min(1) @Max(10_000) readonly API_KEYS_PER_MERCHANT: number = 100;
  /**
   * API keys that may be made for a merchant in one mode within 24 hours, other than by an operator: gateways hold revoked
   * and expired ones too, to say what became of them.
   */
  @IsInt() @Min(1) @Max(100_000) readonly API_KEYS_MADE_PER_DAY: number = 200;

  /** How long answers are kept for requests that come again with their idempotency key. */
  @IsInt() @Min(1) @Max(365) readonly IDEMPOTENCY_RETENTION_DAYS: number = 30;

  @IsInt() @Min(60) @Max(3_600) readonly USER_TOKEN_TTL_SECONDS: number = 900;
  /** How long a signing key signs before a successor is announced. */
  @IsInt() @Min(600) @Max(31_536_000) readonly USER_TOKEN_KEY_ROTATION_SECONDS: number = 2_592_000;
  /** Time for every reader to learn of a signing key before it signs. */
  @IsInt() @Min(1) @Max(3_600) readonly USER_TOKEN_KEY_LEAD_SECONDS: number = 60;

  /** Wrong passwords in a row for one phone number before the first wait. */
  @IsInt() @Min(1) @Max(100_000) readonly SIGN_IN_FREE_ATTEMPTS: number = 5;
  /**
   * Wrong passwords for one phone number within a day, from everywhere but the networks that it has signed in from. Each of
   * those has a count of its own, so that strangers do not lock out the user; so many of them are kept for so long.
   */
  @IsInt() @Min(1) @Max(1_000_000) readonly SIGN_IN_WRONG_PER_DAY: number = 100;
  @IsInt() @Min(1) @Max(1_000_000) readonly SIGN_IN_WRONG_PER_DAY_AT_HOME: number = 20;
  @IsInt() @Min(1) @Max(20) readonly SIGN_IN_KNOWN_NETWORKS: number = 5;
  @IsInt() @Min(1) @Max(3_650) readonly SIGN_IN_KNOWN_NETWORK_DAYS: number = 90;
  /** The first wait; each further wrong password doubles it. */
  @IsInt() @Min(1) @Max(86_400) readonly SIGN_IN_FIRST_WAIT_SECONDS: number = 30;
  @IsInt() @Min(1) @Max(86_400) readonly SIGN_IN_LONGEST_WAIT_SECONDS: number = 900;

  /** Passwords hashed at once by this instance, new ones among them: on half of the cores. */
  @IsInt()
  @Min(1)
  @Max(MOST_HASHING_THREADS)
  readonly PASSWORD_HASH_CONCURRENCY: number = Math.min(Math.ceil(availableParallelism() / 2), MOST_HASHING_THREADS);
  /** Passwords hashed per second by this instance under a flood, so that hashing leaves the machine to payments. */
  @IsInt() @Min(1) @Max(10_000) readonly PASSWORD_HASHES_PER_SECOND: number = 3 * availableParallelism();
  /**
   * Wrong passwords found out per second by this instance, once as many as it has places for were, but for those from networks
   * that the phone number has signed in from and those that a merchant's server brings: each keeps the next stranger's from
   * being hashed for as long as that. Guesses are mostly wrong, and customers are not: a flood of guesses leaves more of the
   * machine to payments than many customers at once. With fewer than the strangers' places in eight seconds some wait for
   * longer than a command may take.
   */
  @IsInt() @Min(1) @Max(10_000) readonly SIGN_IN_WRONG_PER_SECOND: number = Math.max(2, availableParallelism());
  /**
   * Sign-ins that this instance has in hand; more are turned away at once. So many are decided well within a command's
   * time-out at the slowest pace, and they are fewer than the bus hands over at a time, so that the excess is seen.
   */
  @IsInt() @Min(1) @Max(10_000) readonly SIGN_IN_PLACES: number = 16;
  /**
   * The part of those places that one address (IPv4, or IPv6 network of /64), one API key and one merchant may have at a
   * time. All test keys together may have as much as a merchant. The rest of what strangers may have together is for
   * customers who signed in from the same network before.
   */
  @IsInt() @Min(1) @Max(100) readonly SIGN_IN_ADDRESS_SHARE_PERCENT: number = 25;
  @IsInt() @Min(1) @Max(100) readonly SIGN_IN_KEY_SHARE_PERCENT: number = 35;
  @IsInt() @Min(1) @Max(100) readonly SIGN_IN_MERCHANT_SHARE_PERCENT: number = 50;
  @IsInt() @Min(1) @Max(100) readonly SIGN_IN_STRANGERS_SHARE_PERCENT: number = 75;
  /**
   * Sign-ins of one address and of one API key within the window; 0 is no limit. A mobile operator puts many customers
   * behind one address. Those of a merchant's server count for its key only.
   */
  @IsInt() @Min(0) @Max(1_000_000) readonly SIGN_INS_PER_ADDRESS: number = 300;
  @IsInt() @Min(0) @Max(100_000_000) readonly SIGN_INS_PER_KEY: number = 6_000;
  @IsInt() @Min(1) @Max(86_400) readonly SIGN_IN_SOURCE_WINDOW_SECONDS: number = 600;

  /** How long a session of the dashboard lasts, and how long without a request. */
  @IsInt() @Min(300) @Max(86_400) readonly DASHBOARD_SESSION_SECONDS: number = 43_200;
  @IsInt() @Min(60) @Max(86_400) readonly DASHBOARD_IDLE_SECONDS: number = 1_800;
  /** Members that a merchant account may have, invited ones included. */
  @IsInt() @Min(1) @Max(10_000) readonly MEMBERS_PER_MERCHANT: number = 100;
  /**
   * E-mails with a token to one address within the window of sign-ins: those for a new password, and the invitations of one
   * account; the invitations of all accounts; and what one account, or one IP address without an account, may cause.
   */
  @IsInt() @Min(1) @Max(1_000_000) readonly MEMBER_MAILS_PER_EMAIL: number = 5;
  @IsInt() @Min(1) @Max(1_000_000) readonly MEMBER_INVITATIONS_PER_EMAIL: number = 30;
  @IsInt() @Min(1) @Max(1_000_000) readonly MEMBER_MAILS_PER_ASKER: number = 60;

  /**
   * New passwords hashed per second by this instance, besides those of sign-ins, and requests with one that it has in hand:
   * registrations and resets. All in hand are hashed well within a command's time-out.
   */
  @IsInt() @Min(1) @Max(10_000) readonly NEW_PASSWORD_HASHES_PER_SECOND: number = availableParallelism();
  @IsInt() @Min(1) @Max(10_000) readonly NEW_PASSWORD_PLACES: number = 4;
}
