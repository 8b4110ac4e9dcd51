import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, LedgerSource, PaygateHttp, RailControl } from '@paygate/testing';
import { expected } from './expected.js';
import type { Random } from './random.js';
import type { Retried } from './retries.js';
import { codeOf, RetriesExhausted } from './retries.js';

/** Money that a customer moves into the own wallet by mobile money, or out of it, after a payment. */
export interface WalletMove {
  readonly kind: 'top-up' | 'withdrawal';
  readonly amount: string;
  readonly key: string;
  /** From the 202 that the customer read. */
  id?: string;
}

/** A customer with a wallet, and the phone that fills it. */
export interface WalletOwner {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
}

/** The means of a customer who moves money. */
export interface MoveSteps {
  readonly publishableKey: string;
  readonly send: <Body>(what: string, send: (api: PaygateHttp) => Promise<Answer<Body>>) => Promise<Retried<Body>>;
  /** The newest code since a time; undefined when none has come. */
  readonly code: (since: string) => Promise<string | undefined>;
}

/** The shares of payments after which a wallet is filled, or emptied by a part. */
const FILLED = 0.1;
const EMPTIED = 0.05;
const CODE_ROUNDS = 5;
const GIVE_UP_MS = 180_000;
const POLL_EVERY_MS = 500;

export function movesAfter(random: Random, number: number): readonly WalletMove[] {
  const own = random.of(`wallet ${number}`);
  const drawn = own.next();
  if (drawn >= FILLED + EMPTIED) return [];
  const kind = drawn < FILLED ? 'top-up' : 'withdrawal';
  return [{ kind, amount: String(own.between(200, 2_000)), key: `${kind}-${number}` }];
}

/** The moves of one customer, who has signed in. */
export class WalletMoves {
  private constructor(
    private readonly steps: MoveSteps,
    private readonly token: string,
  ) {}

  static async signedIn({ phoneNumber, password }: WalletOwner, steps: MoveSteps): Promise<WalletMoves> {
    const { answer } = await steps.send('sign-in', (api) => api.signIn(phoneNumber, password));
    return new WalletMoves(steps, expected('sign-in', 200, answer).token);
  }

  /** Makes a move, and waits until it has ended. */
  async make(move: WalletMove): Promise<void> {
    const path = await (move.kind === 'top-up' ? this.#fill(move) : this.#empty(move));
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { answer } = await this.steps.send('read', (api) =>
        api.request<{ readonly status: string }>({ method: 'GET', path, headers: this.#headers() }),
      );
      if (expected('read', 200, answer).status !== 'PENDING') return;
      if (performance.now() > deadline) throw new RetriesExhausted(`${path} has not ended within ${GIVE_UP_MS} ms`);
      await delay(POLL_EVERY_MS);
    }
  }

  async #fill(move: WalletMove): Promise<string> {
    const answer = await this.#post('top-ups', { amount: move.amount }, move.key);
    move.id = expected('top-up', 202, answer).id;
    return `/wallet/top-ups/${move.id}`;
  }

  /** Asks for another withdrawal when the code was lost, or was used up by a process that was killed before the money moved. */
  async #empty(move: WalletMove): Promise<string> {
    for (let round = 1; round <= CODE_ROUNDS; round += 1) {
      const since = new Date().toISOString();
      const asked = await this.#post('withdrawals', { amount: move.amount }, `${move.key}-${round}`);
      const { id } = expected('withdrawal', 201, asked);
      const otp = await this.steps.code(since);
      if (otp === undefined) continue;
      const confirmed = await this.#post(`withdrawals/${id}/confirm`, { otp });
      if (confirmed.status === 401 && codeOf(confirmed.text) === 'otp_invalid') continue;
      move.id = expected('confirmation', 202, confirmed).id;
      return `/wallet/withdrawals/${id}`;
    }
    throw new RetriesExhausted(`no code of a withdrawal was accepted in ${CODE_ROUNDS} rounds`);
  }

  async #post(path: string, body: object, key?: string): Promise<Answer<{ readonly id: string }>> {
    const headers = { ...this.#headers(), ...(key !== undefined && { 'idempotency-key': key }) };
    const request = { method: 'POST', path: `/wallet/${path}`, headers, body };
    return (await this.steps.send(path, (api) => api.request<{ readonly id: string }>(request))).answer;
  }

  #headers(): Readonly<Record<string, string>> {
    return { 'x-api-key': this.steps.publishableKey, authorization: `Bearer ${this.token}` };
  }
}

const MOVED = `
  SELECT top_up_id AS id, user_id AS "userId", state, (-amount)::text AS change FROM wallet_top_up
  UNION ALL
  SELECT withdrawal_id, user_id, state, (amount - fee)::text FROM wallet_withdrawal WHERE state <> 'asked'`;

interface MovedRow {
  readonly id: string;
  readonly userId: string;
  readonly state: 'pending' | 'completed' | 'failed';
  /** The money that the phone of the user gets, in francs. */
  readonly change: string;
}

/** Evidence of what was moved through wallets. */
export interface MoveEvidence {
  readonly moves: readonly WalletMove[];
  readonly owners: readonly WalletOwner[];
  readonly control: RailControl;
  readonly databases: LedgerSource;
}

/** Compares what has moved through wallets with the statements of the operators, phone by phone: one sentence for each difference. */
export async function moveDifferences({ moves, owners, control, databases }: MoveEvidence) {
  const rows = await databases.query<MovedRow>('charging', MOVED);
  const statements = await Promise.all((['mtn_momo', 'orange_money'] as const).map((rail) => control.statement(rail)));
  const lines = Map.groupBy(statements.flat(), ({ msisdn }) => msisdn.slice(-9));
  const ended = Map.groupBy(rows, ({ userId }) => userId);
  const known = new Map(rows.map((row) => [row.id, row.state]));
  const differences = [
    ...moves.flatMap(({ id }) =>
      id === undefined || ['completed', 'failed'].includes(known.get(id) ?? '') ? [] : [`${id} has not ended`],
    ),
    ...owners.flatMap(({ id, phoneNumber }) => {
      const own = (ended.get(id) ?? []).filter(({ state }) => state === 'completed').map(({ change }) => change);
      const phone = (lines.get(phoneNumber.slice(-9)) ?? []).map(({ amount }) => amount);
      if (own.toSorted().join() === phone.toSorted().join()) return [];
      return [`${id} has moved ${own.join(' and ') || 'nothing'}, and the phone ${phone.join(' and ') || 'nothing'}`];
    }),
  ];
  const completed = rows.filter(({ state }) => state === 'completed');
  const topUps = completed.filter(({ change }) => change.startsWith('-')).length;
  return { topUps, withdrawals: completed.length - topUps, differences };
}
