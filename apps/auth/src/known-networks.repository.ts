import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { AuthConfig } from './config.js';

/** A phone number, and the network that it is tried from: both by their HMACs. */
export interface NumberInNetwork {
  readonly mode: Mode;
  readonly phoneIndex: Buffer;
  readonly network: Buffer;
}

/** An attempt at a number, and the message that asks for it. */
export interface NumberAttempt extends Omit<NumberInNetwork, 'network'> {
  /** Undefined where nobody knows the customer's network. */
  readonly network: Buffer | undefined;
  readonly messageId: string;
}

/** Of one number the networks that it has signed in from of late, in statements that have these values at the same places. */
const newestOf = (mode: string, phoneIndex: string): string => `
  SELECT k.network FROM known_network k
  WHERE k.mode = ${mode} AND k.phone_index = ${phoneIndex} AND k.signed_in_at > clock_timestamp() - make_interval(days => $4::int)
  ORDER BY k.signed_in_at DESC LIMIT $5`;

/** The networks that users have signed in from of late: a few for each number. */
@Injectable()
export class KnownNetworksRepository {
  readonly #kept: number;
  readonly #keptDays: number;

  constructor(
    private readonly database: Database,
    config: AuthConfig,
  ) {
    this.#kept = config.SIGN_IN_KNOWN_NETWORKS;
    this.#keptDays = config.SIGN_IN_KNOWN_NETWORK_DAYS;
  }

  /**
   * The lane of an attempt, by its network: where its very message was counted of late, or else the network that it comes
   * from, where that is known; undefined when it comes from elsewhere.
   */
  async laneOf({ mode, phoneIndex, network, messageId }: NumberAttempt): Promise<Buffer | undefined> {
    const [found] = await this.database.query<{ lane: Buffer | null }>({
      name: 'known-network-lane-of',
      text: `SELECT coalesce(
          (SELECT a.network FROM sign_in_attempt a WHERE a.mode = $1 AND a.phone_index = $2 AND $6::uuid = ANY (a.counted) LIMIT 1),
          (SELECT newest.network FROM (${newestOf('$1', '$2')}) AS newest WHERE newest.network = $3)) AS lane`,
      values: [mode, phoneIndex, network, this.#keptDays, this.#kept, messageId],
    });
    return found?.lane ?? undefined;
  }

  /** Which of these numbers have signed in from where they are tried, in their order: one statement for all of them. */
  async areKnown(numbers: readonly NumberInNetwork[]): Promise<readonly boolean[]> {
    const rows = await this.database.query<{ known: boolean }>({
      name: 'known-networks-are',
      text: `SELECT asked.network IN (${newestOf('asked.mode', 'asked.phone_index')}) AS known
        FROM unnest($1::text[], $2::bytea[], $3::bytea[]) WITH ORDINALITY AS asked (mode, phone_index, network, position)
        ORDER BY position`,
      values: [
        numbers.map(({ mode }) => mode),
        numbers.map(({ phoneIndex }) => phoneIndex),
        numbers.map(({ network }) => network),
        this.#keptDays,
        this.#kept,
      ],
    });
    return rows.map(({ known }) => known);
  }

  /**
   * The right password came from there, or was chosen there: the oldest networks of the number give way. Waits for nobody but
   * who has this very network: of the others those are locked that go, and of these none that somebody else has.
   */
  async remember(tx: DatabaseTransaction, { mode, phoneIndex, network }: NumberInNetwork): Promise<void> {
    await tx.execute({
      name: 'known-network-remember',
      text: `INSERT INTO known_network (mode, phone_index, network, signed_in_at) VALUES ($1, $2, $3, clock_timestamp())
        ON CONFLICT (mode, phone_index, network) DO UPDATE SET signed_in_at = clock_timestamp()`,
      values: [mode, phoneIndex, network],
    });
    // the lock stands around the OFFSET: beneath it, it would take the networks that stay as well
    await tx.execute({
      name: 'known-network-give-way',
      text: `DELETE FROM known_network WHERE mode = $1 AND phone_index = $2 AND network = ANY (ARRAY (
          SELECT network FROM known_network WHERE mode = $1 AND phone_index = $2 AND signed_in_at <= (
            SELECT signed_in_at FROM known_network WHERE mode = $1 AND phone_index = $2
            ORDER BY signed_in_at DESC OFFSET $3 LIMIT 1)
          FOR UPDATE SKIP LOCKED))`,
      values: [mode, phoneIndex, this.#kept],
    });
  }

  /** The number has another password: it has signed in with that one from nowhere yet. */
  async clear(tx: DatabaseTransaction, { mode, phoneIndex }: Omit<NumberInNetwork, 'network'>): Promise<void> {
    await tx.execute({
      name: 'known-network-clear',
      text: 'DELETE FROM known_network WHERE mode = $1 AND phone_index = $2',
      values: [mode, phoneIndex],
    });
  }

  /** Forgets networks that nobody has signed in from for long. */
  async forget(): Promise<void> {
    await this.database.execute({
      name: 'known-network-forget',
      text: `DELETE FROM known_network WHERE ctid = ANY (ARRAY (SELECT ctid FROM known_network
          WHERE signed_in_at < clock_timestamp() - make_interval(days => $1::int)
          ORDER BY signed_in_at LIMIT 10000 FOR UPDATE SKIP LOCKED))`,
      values: [this.#keptDays],
    });
  }
}
