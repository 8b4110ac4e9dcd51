import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, PaygateHttp, RailControl } from '@paygate/testing';
import type { ProvenOwner } from '../../stack/destination.js';
import { atDashboard } from '../../stack/destination.js';
import { expected } from '../expected.js';
import type { Random } from '../random.js';
import { withRetries } from '../retries.js';

/** Payments between two batches, and the rows of each. */
const PAYMENTS_BETWEEN = 50;
const ROWS = 8;
const PAUSE_MS = 500;
const WITHIN_MS = 180_000;
/** Numbers of MTN that nobody else has in a run: no payment has one above 799,999. */
const PREFIX = '+2376788';
const DIGITS = ['01', '01', '01', '03', '13', '61', '62', '01'] as const;

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly hash: string | null;
  readonly rowCount: number;
  readonly total: string;
  readonly repeats: string | null;
}

interface Row {
  readonly number: number;
  readonly status: string | null;
  readonly amount: string;
}

/** The means of a merchant who pays by lists. */
export interface BatchSteps {
  readonly api: PaygateHttp;
  readonly key: string;
  readonly owner: ProvenOwner;
  readonly random: Random;
  /** The number of payments that have ended. */
  readonly progress: () => number;
}

/** Batches of payouts that a key drafts and an owner approves between payments, as long as the owner has codes. */
export class Batches {
  /** The ids of what was drafted, with the numbers of their rows. */
  readonly #drafted = new Map<string, readonly string[]>();
  readonly #faults: string[] = [];
  readonly #running: Promise<void>;
  #isStopping = false;

  constructor(private readonly steps: BatchSteps) {
    this.#running = this.#run();
  }

  /** Starts no further batch, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** One sentence for each row that the books of the operator know otherwise. What is still on its way is a difference, too. */
  async differences(control: RailControl): Promise<readonly string[]> {
    const lines = Map.groupBy(await control.statement('mtn_momo'), ({ msisdn }) => msisdn.slice(-9));
    const found = [...this.#faults];
    for (const [id, phones] of this.#drafted) {
      const { status } = await this.#read<Batch>(`/${id}`);
      if (status !== 'COMPLETED') found.push(`${id} has not ended: ${status}`);
      const { data } = await this.#read<{ readonly data: readonly Row[] }>(`/${id}/rows?limit=100`);
      for (const { number, status: ended, amount } of data) {
        const got = (lines.get((phones[number - 1] ?? '').slice(-9)) ?? []).map((line) => line.amount).join(' and ');
        if (ended === 'COMPLETED' ? got === amount : ended === 'FAILED' && got === '') continue;
        found.push(`row ${number} of ${id} is ${String(ended)}, and its phone got ${got || 'nothing'}`);
      }
    }
    return found;
  }

  /** The number of batches that were approved. */
  get approved(): number {
    return this.#drafted.size;
  }

  async #run(): Promise<void> {
    for (let count = 0; !this.#isStopping && this.steps.owner.codes.length > 1;) {
      await delay(PAUSE_MS);
      if (this.steps.progress() < (count + 1) * PAYMENTS_BETWEEN) continue;
      count += 1;
      await this.#pay(count).catch((error: unknown) => {
        this.#faults.push(`batch ${count}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  }

  async #pay(count: number): Promise<void> {
    const own = this.steps.random.of(`batch ${count}`);
    const phones = DIGITS.map((digits, index) => `${PREFIX}${String(count * ROWS + index).padStart(3, '0')}${digits}`);
    const rows = phones.map((phoneNumber, index) => ({
      ...{ number: index + 1, phoneNumber, amount: String(own.between(100, 300)) },
    }));
    const drafted = await this.#ask('POST', '', { name: 'Wages', rows }, `batch-${count}`);
    const { id } = expected('batch', 201, drafted) as unknown as Batch;
    expected('seal', 200, await this.#ask('POST', `/${id}/seal`));
    this.#drafted.set(id, phones);
    await this.#approve(await this.#read<Batch>(`/${id}`));
  }

  /** A code whose answer was lost is used up: the next one repeats the approval, if there was none. */
  async #approve({ id, hash, rowCount, total, repeats }: Batch): Promise<void> {
    const { api, owner } = this.steps;
    for (let code = owner.codes.pop(); code !== undefined; code = owner.codes.pop()) {
      const body = { code, hash, rowCount, total, repeats };
      await atDashboard(api, `/payout-batches/${id}/approve`, body, owner.session).catch(() => undefined);
      if ((await this.#read<Batch>(`/${id}`)).status !== 'READY') return;
      await delay(PAUSE_MS);
    }
    throw new Error('no code of the owner approved it');
  }

  async #read<Body>(path: string): Promise<Body> {
    return expected('read', 200, await this.#ask('GET', path)) as unknown as Body;
  }

  async #ask(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    const { api, random } = this.steps;
    const headers = { authorization: `Bearer ${this.steps.key}`, ...(key !== undefined && { 'idempotency-key': key }) };
    const request = { method, path: `/payout-batches${path}`, headers, ...(body !== undefined && { body }) };
    return (await withRetries('batch', () => api.request(request), { random, withinMs: WITHIN_MS })).answer;
  }
}
