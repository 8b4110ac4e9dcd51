import { availableParallelism } from 'node:os';
import { DatabaseServiceConfig, Is32Bytes, IsKeyList, Secret } from '@paygate/platform';
import { IsInt, Max, Min } from 'class-validator';

/** Hashing runs on libuv's pool of four threads, which files and name look-ups need as well. */
const MOST_HASHING_THREADS = 3;

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

  @IsInt() @Min(60) @Max(3_600) readonly USER_TOKEN_TTL_SECONDS: number = 900;
  /** How long a signing key signs before a successor is announced. */
  @IsInt() @Min(600) @Max(31_536_000) readonly USER_TOKEN_KEY_ROTATION_SECONDS: number = 2_592_000;
  /** Time for every reader to learn of a signing key before it signs. */
  @IsInt() @Min(1) @Max(3_600) readonly USER_TOKEN_KEY_LEAD_SECONDS: number = 60;

  /** Wrong passwords in a row for one phone number before the first wait. */
  @IsInt() @Min(1) @Max(100_000) readonly SIGN_IN_FREE_ATTEMPTS: number = 5;
  /** The first wait; each further wrong password doubles it. */
  @IsInt() @Min(1) @Max(86_400) readonly SIGN_IN_FIRST_WAIT_SECONDS: number = 30;
  @IsInt() @Min(1) @Max(86_400) readonly SIGN_IN_LONGEST_WAIT_SECONDS: number = 900;

  /** Passwords hashed at once by this instance. */
  @IsInt()
  @Min(1)
  @Max(MOST_HASHING_THREADS)
  readonly PASSWORD_HASH_CONCURRENCY: number = Math.min(availableParallelism(), MOST_HASHING_THREADS);
  /** Passwords hashed per second by this instance under a flood, so that hashing leaves the machine to payments. */
  @IsInt() @Min(1) @Max(10_000) readonly PASSWORD_HASHES_PER_SECOND: number = 4 * availableParallelism();
  /**
   * Sign-ins that this instance has in hand; more are turned away at once. So many are decided well within a command's
   * time-out at the slowest pace, and they are fewer than the bus hands over at a time, so that the excess is seen.
   */
  @IsInt() @Min(1) @Max(10_000) readonly SIGN_IN_PLACES: number = 16;
}
