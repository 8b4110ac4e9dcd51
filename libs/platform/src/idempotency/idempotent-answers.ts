import type { ErrorCode, Idempotency, Mode, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Database } from '../database/database.js';
import { LockTimedOut } from '../database/errors.js';
import { inBites } from '../database/in-bites.js';
import type { DatabaseTransaction, Queryable } from '../database/statement.js';
import type { RowSealer } from '../crypto/row-sealer.js';

/** A request with an idempotency key, which is scoped to merchant, mode and what is asked for. */
export interface KeyedRequest<Action extends string = string> {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly action: Action;
  /** SHA-256 of the key, base64url. */
  readonly keyHash: string;
  /** 32 bytes that stand for the whole of what is asked: an HMAC under a key that is not in the database. */
  readonly bodyMac: Buffer;
}

/**
 * Keeps the answer of a request in the transaction of its effect. `mismatches` is how many wrong bodies have been tried
 * before it. Throws {@link KeyTaken}, which undoes the effect, when the key has an answer already.
 */
export type Keep<Answer> = (tx: DatabaseTransaction, answer: Answer, mismatches?: number) => Promise<void>;

/** For a request without a key. */
export const keepNothing: Keep<unknown> = () => Promise.resolve();

/** Another request with the same idempotency key was faster. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** In place of a key, for a request without one: Kafka may deliver its message again. */
export const idempotencyOfMessage = (messageId: string): Idempotency => ({
  keyHash: `${MESSAGE_KEY}${messageId}`,
  bodyHash: '',
});

/** Where and how a service keeps answers. */
export interface AnswerKeeping {
  /** Its table, with the columns and the primary key of {@link answerTableSql}. */
  readonly table: string;
  readonly vault: Pick<RowSealer, 'seal' | 'open'>;
  readonly retentionDays: number;
  /**
   * How many other bodies may be tried under one key before none is right any more: for bodies that hold a secret which is
   * not verified before. Any number when absent.
   */
  readonly otherBodies?: number;
  /**
   * What is refused for good to a request that is known by its message, see {@link idempotencyOfMessage}; absent where none
   * is. What is kept of such requests is forgotten after an hour: a command that is older than seconds is not executed. The
   * table has an index on `created_at` where {@link OF_MESSAGES}.
   */
  readonly lastingRefusals?: readonly ErrorCode[];
}

interface GivenAnswer {
  readonly answer: unknown;
  readonly mismatches?: number;
}

const FORGOTTEN_AT_ONCE = 2_000;
const MESSAGE_KEY = 'message:';
/** One time for the whole statement: an index on a time can be read by it. */
const NOW = '(SELECT clock_timestamp())';
/** What of a table with a column `key_hash` is kept under {@link idempotencyOfMessage}. */
export const OF_MESSAGES = `key_hash LIKE '${MESSAGE_KEY}%'`;

/**
 * Answers under idempotency keys, sealed, in a table of the service that owns the effect. Of what came with a key only what
 * was granted is kept: a refusal had no effect, and may be asked for again. Of what is known by its message those refusals are
 * kept too that could be a grant a moment later: who asked was told so, and asks again with another message.
 */
export class IdempotentAnswers<Action extends string> {
  constructor(
    private readonly database: Database,
    private readonly keeping: AnswerKeeping,
  ) {}

  /**
   * The answer that an earlier request with the same key got, or what `execute` answers and keeps. Of requests that come
   * together one has the effect, and the others get its answer, or `idempotency_key_in_use` when that takes too long: without
   * a key of their own, LockTimedOut is thrown.
   */
  async once<Answer>(
    request: KeyedRequest<Action> | undefined,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    if (request === undefined) return execute(keepNothing);
    const earlier = await this.earlier<Answer>(request);
    if (earlier !== undefined) return earlier;
    const reply = await this.#executed(request, execute);
    if (reply.ok || (await this.#keptForGood(request, reply))) return reply;
    // of two that came together, the second finds that what it asks for was just done
    return (await this.earlier<Answer>(request)) ?? reply;
  }

  /** The answer that an earlier request with the same key got, or the refusal of another body; undefined when there was none. */
  async earlier<Answer>(request: KeyedRequest<Action>): Promise<Reply<Answer> | undefined> {
    const { merchantId, mode, action, keyHash, bodyMac } = request;
    const { table, vault, otherBodies } = this.keeping;
    const [row] = await this.database.query<{ sealed: string | null; known: boolean }>({
      name: otherBodies === undefined ? `${table}-earlier` : `${table}-earlier-of-${otherBodies}`,
      text: otherBodies === undefined ? readText(table) : countedReadText(table, otherBodies),
      values: [merchantId, mode, action, keyHash, bodyMac],
    });
    if (row?.known !== true) return undefined;
    if (row.sealed === null) return refuse('idempotency_key_reused');
    const text = vault.open(row.sealed, columnOf(table), placeOf(request));
    const kept = JSON.parse(text) as (Answer & object) | Refusal;
    return isRefusal(kept) ? kept : { ...accept(kept), replayed: true };
  }

  /** Keeps an answer: see {@link Keep}. */
  async keep(tx: DatabaseTransaction, request: KeyedRequest<Action>, given: GivenAnswer): Promise<void> {
    if (!(await this.#insert(tx, request, given))) throw new KeyTaken();
  }

  /** Deletes answers that are older than they need be. */
  async forget(): Promise<void> {
    const { table, retentionDays, lastingRefusals } = this.keeping;
    await this.#forget(`${table}-forget`, `created_at < ${NOW} - make_interval(days => $1)`, retentionDays);
    if (lastingRefusals === undefined) return;
    const outlived = `${OF_MESSAGES} AND created_at < ${NOW} - make_interval(hours => $1)`;
    await this.#forget(`${table}-forget-of-messages`, outlived, 1);
  }

  /** Keeps a refusal that lasts; false when it does not, or when another delivery of its message has been answered. */
  async #keptForGood(request: KeyedRequest<Action>, refusal: Refusal): Promise<boolean> {
    const { lastingRefusals = [] } = this.keeping;
    if (!isOfMessage(request) || !lastingRefusals.includes(refusal.code)) return false;
    return this.#insert(this.database, request, { answer: refusal });
  }

  /** False when the key has an answer. */
  async #insert(
    queryable: Queryable,
    request: KeyedRequest<Action>,
    { answer, mismatches = 0 }: GivenAnswer,
  ): Promise<boolean> {
    const { merchantId, mode, action, keyHash, bodyMac } = request;
    const { table, vault } = this.keeping;
    const sealed = vault.seal(JSON.stringify(answer), columnOf(table), placeOf(request));
    const kept = await queryable.execute({
      name: `${table}-keep`,
      text: `INSERT INTO ${table} (merchant_id, mode, action, key_hash, body_mac, sealed_answer, mismatches)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      values: [merchantId, mode, action, keyHash, bodyMac, sealed, mismatches],
    });
    return kept === 1;
  }

  #forget(name: string, outlived: string, age: number): Promise<void> {
    const { table } = this.keeping;
    const old = `SELECT ctid FROM ${table} WHERE ${outlived} LIMIT $2 FOR UPDATE SKIP LOCKED`;
    const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (${old}))`;
    return inBites(FORGOTTEN_AT_ONCE, (most) => this.database.execute({ name, text, values: [age, most] }));
  }

  async #executed<Answer>(
    request: KeyedRequest<Action>,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    try {
      return await execute((tx, answer, mismatches = 0) => this.keep(tx, request, { answer, mismatches }));
    } catch (error) {
      // who sent no key is not told of one
      const isInUse = error instanceof LockTimedOut && !isOfMessage(request);
      if (error instanceof KeyTaken || isInUse) return refuse('idempotency_key_in_use');
      throw error;
    }
  }
}

const isOfMessage = ({ keyHash }: KeyedRequest): boolean => keyHash.startsWith(MESSAGE_KEY);

/** The table of a service's kept answers, for a migration. */
export function answerTableSql(table: string): string {
  return `
    CREATE TABLE ${table} (
      merchant_id text COLLATE "C" NOT NULL,
      mode text NOT NULL CHECK (mode IN ('test', 'live')),
      action text COLLATE "C" NOT NULL,
      key_hash text COLLATE "C" NOT NULL,
      -- HMAC-SHA-256 under a key that is not in this database: a body may hold a secret, which a plain digest would give away
      body_mac bytea NOT NULL CHECK (octet_length(body_mac) = 32),
      sealed_answer text NOT NULL,
      -- how often another body was tried under this key, where that is counted
      mismatches smallint NOT NULL CHECK (mismatches >= 0),
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (merchant_id, mode, action, key_hash)
    ) WITH (fillfactor = 90);
    CREATE INDEX ${table}_age ON ${table} USING brin (created_at);`;
}

const ofKey = 'merchant_id = $1 AND mode = $2 AND action = $3 AND key_hash = $4';

const readText = (table: string): string => `
  SELECT CASE WHEN body_mac = $5 THEN sealed_answer END AS sealed, true AS known FROM ${table} WHERE ${ofKey}`;

/** Another body is counted in the statement that compares it: otherwise the key would say of every secret whether it is the one. */
const countedReadText = (table: string, otherBodies: number): string => `
  WITH compared AS (
    UPDATE ${table} SET mismatches = mismatches + (body_mac <> $5)::integer
     WHERE ${ofKey} AND mismatches < ${otherBodies}
    RETURNING CASE WHEN body_mac = $5 THEN sealed_answer END AS sealed)
  SELECT compared.sealed, EXISTS (SELECT FROM ${table} WHERE ${ofKey}) AS known
    FROM (SELECT) AS always LEFT JOIN compared ON true`;

const columnOf = (table: string): string => `${table}.answer`;
const placeOf = ({ merchantId, mode, action, keyHash }: KeyedRequest): string =>
  [merchantId, mode, action, keyHash].join(':');
