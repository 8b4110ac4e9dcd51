import type { Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Database } from '../database/database.js';
import { LockTimedOut } from '../database/errors.js';
import { inBatches } from '../database/in-batches.js';
import type { RowColumn } from '../database/row-columns.js';
import { RowColumns } from '../database/row-columns.js';
import type { DatabaseTransaction } from '../database/statement.js';
import type { RowSealer } from '../crypto/row-sealer.js';

/** A request with an idempotency key, which is scoped to merchant, mode and action. */
export interface KeyedRequest<Action extends string = string> {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly action: Action;
  /** SHA-256 of the key, base64url. */
  readonly keyHash: string;
  /** HMACs of everything the request asks for, 32 bytes each, under keys that are not in the database: the first is stored. */
  readonly bodyMacs: readonly Buffer[];
  /** The same of its canonical form; none in a command of a gateway of the version before. */
  readonly contentMacs: readonly Buffer[];
}

/**
 * Stores the answer of a request in the transaction of its effect. Throws {@link KeyTaken}, which rolls the effect back, when
 * another request with the same key has stored its answer first.
 */
export type Keep<Answer> = (tx: DatabaseTransaction, answer: Answer) => Promise<void>;

/** For a request without a key. */
export const keepNothing: Keep<unknown> = () => Promise.resolve();

/** Another request with the same idempotency key was faster. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

export interface IdempotencyRecordsOptions {
  /** A table made by {@link idempotencyTableSql}. */
  readonly table: string;
  readonly sealer: Pick<RowSealer, 'seal' | 'open'>;
  readonly retentionDays: number;
}

const BATCH = 10_000;
/**
 * Other bodies that are compared under one key. A body may hold a password or a code: without this bound a known key would
 * reveal for any number of guesses whether they are right.
 */
const OTHER_BODIES_MAX = 5;

/**
 * Idempotency records: a repeated request gets the first answer, and its effect happens once. Only effects are recorded; a
 * refused request has none, and is judged anew.
 */
export class IdempotencyRecords<Action extends string> {
  readonly #keys = new RowColumns<KeyedRequest<Action>>(this.lookUpColumns((request) => request));
  readonly #answers = new RowColumns<AnswerToKeep>(this.keepColumns((kept) => kept));

  constructor(
    private readonly database: Database,
    private readonly options: IdempotencyRecordsOptions,
  ) {}

  /**
   * Returns the recorded answer of the same request, or executes it. `execute` stores its answer with `keep`. Of concurrent
   * requests with one key one has the effect; the others get its answer, or `idempotency_key_in_use` after the lock
   * time-out. Without a key nothing is stored.
   */
  async once<Answer>(
    request: KeyedRequest<Action> | undefined,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    if (request === undefined) return execute(keepNothing);
    const earlier = await this.earlier<Answer>(request);
    if (earlier !== undefined) return earlier;
    const reply = await this.taking(() => execute((tx, answer) => this.#insert(tx, request, answer)));
    // a concurrent request with the same key may have caused the refusal by its own effect
    return reply.ok ? reply : ((await this.earlier<Answer>(request)) ?? reply);
  }

  /** The answer recorded for the same request, or the refusal of another body under its key; undefined without a record. */
  async earlier<Answer>(request: KeyedRequest<Action> | undefined): Promise<Reply<Answer> | undefined> {
    if (request === undefined) return undefined;
    const [row] = await this.database.query<LookedUp>({
      name: `${this.options.table}-earlier`,
      text: `WITH ${this.#keys.sql('request')}, ${this.lookUpSql('request')} SELECT sealed, known FROM earlier`,
      values: this.#keys.values([request]),
    });
    return row && this.earlierIn(request, row);
  }

  /**
   * Runs an effect whose own statements look the record up ({@link lookUpSql}) and store the answer ({@link keepSql}). It throws
   * {@link KeyTaken} when nothing was stored because the key is taken, which is answered `idempotency_key_in_use`, as is a lock
   * that was not granted.
   */
  async taking<Answer>(execute: () => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    try {
      return await execute();
    } catch (error) {
      if (error instanceof KeyTaken || error instanceof LockTimedOut) return refuse('idempotency_key_in_use');
      throw error;
    }
  }

  /**
   * Table expressions for a statement of the caller, of which `earlier` has one row ({@link LookedUp}) for each row of the table
   * expression `rows`, with its `turn`. `rows` has the columns {@link lookUpColumns}, and no key twice. Another body is counted by the
   * statement that compares it, so that concurrent guesses are bounded: whoever is refused must commit.
   */
  lookUpSql(rows: string): string {
    const { table } = this.options;
    const isOneOf = (column: string, macs: string) =>
      `coalesce(encode(record.${column}, 'hex') = ANY (string_to_array(${rows}.${macs}, ',')), false)`;
    const isSame = `(${isOneOf('body_mac', 'key_body_macs')} OR ${isOneOf('content_mac', 'key_content_macs')})`;
    return `compared AS (
        UPDATE ${table} AS record SET mismatches = record.mismatches + (NOT ${isSame})::integer
          FROM ${rows} WHERE ${byKey(rows)} AND record.mismatches < ${OTHER_BODIES_MAX}
        RETURNING ${rows}.turn, CASE WHEN ${isSame} THEN record.sealed_answer END AS sealed),
      earlier AS (
        SELECT ${rows}.turn, compared.sealed,
            (SELECT true FROM ${table} AS record WHERE ${byKey(rows)} LIMIT 1) IS NOT NULL AS known
          FROM ${rows} LEFT JOIN compared USING (turn))`;
  }

  /** The columns of {@link lookUpSql}; nulls for a row without a key. */
  lookUpColumns<Row>(keyedOf: (row: Row) => KeyedRequest<Action> | undefined): readonly RowColumn<Row>[] {
    const macs = (of: 'bodyMacs' | 'contentMacs') => (row: Row) =>
      keyedOf(row)
        ?.[of].map((mac) => mac.toString('hex'))
        .join(',') ?? null;
    return [
      ...keyColumns(keyedOf),
      ['key_body_macs', 'text', macs('bodyMacs')],
      ['key_content_macs', 'text', macs('contentMacs')],
    ];
  }

  /** The answer that a look-up has found; undefined when there is no record. */
  earlierIn<Answer>(request: KeyedRequest<Action> | undefined, { known, sealed }: LookedUp): Reply<Answer> | undefined {
    if (request === undefined || !known) return undefined;
    if (sealed === null) return refuse('idempotency_key_reused');
    const { table, sealer } = this.options;
    const answer = JSON.parse(sealer.open(sealed, columnOf(table), placeOf(request))) as Answer & object;
    return { ...accept(answer), replayed: true };
  }

  /**
   * `INSERT …` of the answers of `rows`, for a statement of the caller that has the effects. `rows` has the columns
   * {@link keepColumns}. It inserts nothing for a row without a key, and nothing when the key is taken.
   */
  keepSql(rows: string): string {
    return `INSERT INTO ${this.options.table} (merchant_id, mode, action, key_hash, body_mac, content_mac, sealed_answer, mismatches)
        SELECT key_merchant_id, key_mode, key_action, key_hash, decode(key_body_mac, 'hex'), decode(key_content_mac, 'hex'), key_answer, 0
          FROM ${rows} WHERE key_hash IS NOT NULL
         ORDER BY key_merchant_id, key_mode, key_action, key_hash
        ON CONFLICT DO NOTHING`;
  }

  /** The columns of {@link keepSql}; nulls for a row without a key. */
  keepColumns<Row>(keptOf: (row: Row) => AnswerToKeep): readonly RowColumn<Row>[] {
    const mac = (of: 'bodyMacs' | 'contentMacs') => (row: Row) => keptOf(row).keyed?.[of][0]?.toString('hex') ?? null;
    return [
      ...keyColumns((row: Row) => keptOf(row).keyed),
      ['key_body_mac', 'text', mac('bodyMacs')],
      ['key_content_mac', 'text', mac('contentMacs')],
      ['key_answer', 'text', (row) => this.#sealed(keptOf(row))],
    ];
  }

  #sealed({ keyed, answer }: AnswerToKeep): string | null {
    const { table, sealer } = this.options;
    return keyed === undefined ? null : sealer.seal(JSON.stringify(answer), columnOf(table), placeOf(keyed));
  }

  /** Deletes records that are older than the retention, in batches. */
  async deleteExpired(): Promise<void> {
    const { table, retentionDays } = this.options;
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: `${table}-delete-expired`,
        text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM ${table} WHERE created_at < (SELECT clock_timestamp()) - make_interval(days => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [retentionDays, most],
      }),
    );
  }

  async #insert(tx: DatabaseTransaction, request: KeyedRequest<Action>, answer: unknown): Promise<void> {
    const inserted = await tx.execute({
      name: `${this.options.table}-insert`,
      text: `WITH ${this.#answers.sql('kept')} ${this.keepSql('kept')}`,
      values: this.#answers.values([{ keyed: request, answer }]),
    });
    if (inserted === 0) throw new KeyTaken();
  }
}

/** The columns of a look-up: the sealed answer, null when the body is another one, and whether there is a record. */
export interface LookedUp {
  readonly sealed: string | null;
  readonly known: boolean;
}

/** The answer of a request, and its idempotency key if it has one. */
export interface AnswerToKeep {
  readonly keyed: KeyedRequest | undefined;
  readonly answer: unknown;
}

const keyColumns = <Row>(keyedOf: (row: Row) => KeyedRequest | undefined): readonly RowColumn<Row>[] => [
  ['key_merchant_id', 'text', (row) => keyedOf(row)?.merchantId ?? null],
  ['key_mode', 'text', (row) => keyedOf(row)?.mode ?? null],
  ['key_action', 'text', (row) => keyedOf(row)?.action ?? null],
  ['key_hash', 'text', (row) => keyedOf(row)?.keyHash ?? null],
];
const byKey = (rows: string): string => `(record.merchant_id, record.mode, record.action, record.key_hash)
  = (${rows}.key_merchant_id, ${rows}.key_mode, ${rows}.key_action, ${rows}.key_hash)`;
const columnOf = (table: string): string => `${table}.answer`;
const placeOf = ({ merchantId, mode, action, keyHash }: KeyedRequest): string =>
  [merchantId, mode, action, keyHash].join(':');

/**
 * Adds the HMAC of the canonical form to a table of {@link idempotencyTableSql}, for a migration. The version before writes none. Without a
 * CHECK, for which the table would be read under an exclusive lock.
 */
export function contentMacSql(table: string): string {
  return `ALTER TABLE ${table} ADD COLUMN content_mac bytea`;
}

/** The table of a service's idempotency records, for a migration; {@link contentMacSql} completes it. */
export function idempotencyTableSql(table: string): string {
  return `
    CREATE TABLE ${table} (
      merchant_id text COLLATE "C" NOT NULL,
      mode text NOT NULL CHECK (mode IN ('test', 'live')),
      action text COLLATE "C" NOT NULL,
      key_hash text COLLATE "C" NOT NULL,
      -- HMAC-SHA-256 under a key that is not in this database: a body may hold a secret, which a plain digest would reveal
      body_mac bytea NOT NULL CHECK (octet_length(body_mac) = 32),
      sealed_answer text NOT NULL,
      -- how many other bodies were compared under this key
      mismatches smallint NOT NULL CHECK (mismatches >= 0),
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (merchant_id, mode, action, key_hash)
    ) WITH (fillfactor = 90);
    CREATE INDEX ${table}_age ON ${table} USING brin (created_at);`;
}
