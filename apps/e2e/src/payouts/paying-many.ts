import { randomUUID } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { atDashboard } from '../accounts/dashboard.js';
import type { Proven } from '../accounts/proven.js';
import { accepted } from '../payments/paying.js';
import { newProven, PayingOut } from './paying-out.js';

/** A row of a list, as a program sends it. */
export interface ListedRow {
  readonly number: number;
  readonly phoneNumber: string;
  readonly amount: string;
  readonly name?: string;
  readonly reference?: string;
}

/** A batch as the API answers it, as far as suites look at it. */
export interface Batch {
  readonly id: string;
  readonly status: string;
  readonly hash: string;
  readonly rowCount: number;
  readonly total: string;
}

/** Batches of payouts of the demo merchant: its secret key drafts, and its members approve. */
export class PayingMany {
  readonly payouts: PayingOut;

  constructor(
    stack: Stack,
    private readonly api: PaygateHttp,
    private readonly key = `Bearer ${stack.merchant.secretKey}`,
  ) {
    this.payouts = new PayingOut(stack, api);
  }

  /** Asks with the secret key. */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: this.key, 'idempotency-key': randomUUID() };
    return this.payouts.ask(method, `/payout-batches${path}`, body, headers);
  }

  /** A draft of rows; returns its id. */
  async draft(rows: readonly ListedRow[]): Promise<string> {
    return String(accepted(201, await this.ask('POST', '', { name: 'Wages', rows }))['id']);
  }

  /** A batch of rows that waits for its approval. */
  async sealed(rows: readonly ListedRow[]): Promise<Batch> {
    return accepted(200, await this.ask('POST', `/${await this.draft(rows)}/seal`)) as unknown as Batch;
  }

  /** Asks for an approval of what a member has seen, with a code or another word in its place. */
  approve({ session }: Pick<Proven, 'session'>, batch: Batch, code: string): Promise<Answer> {
    const { id, hash, rowCount, total } = batch;
    const repeats = (batch as { readonly repeats?: string | null }).repeats ?? null;
    const body = { code, hash, rowCount, total, repeats };
    return atDashboard(this.api, `POST /payout-batches/${id}/approve`, { session, body });
  }
}

/** Drafts, seals, approves, pauses, resumes and cancels: each command once, accepted and refused. */
export async function payMany({ stack, api }: { readonly stack: Stack; readonly api: PaygateHttp }): Promise<void> {
  const many = new PayingMany(stack, api);
  await many.payouts.earn('1000');
  const admin = await newProven(stack, api, 'admin');
  const { session } = admin;
  // the operator takes 90 s for numbers that end in 63
  const row = { number: 1, phoneNumber: '+237677770063', amount: '100' };
  const id = await many.draft([{ ...row, name: 'Ada N.', reference: randomUUID() }]);
  const foreign = { number: 2, phoneNumber: '+237222000001', amount: '100' };
  accepted(200, await many.ask('POST', `/${id}/rows`, { rows: [foreign] }));
  accepted(409, await many.ask('POST', `/${id}/seal`));
  accepted(200, await many.ask('POST', `/${id}/rows`, { rows: [{ ...row, number: 2 }] }));
  const batch = accepted(200, await many.ask('POST', `/${id}/seal`)) as unknown as Batch;
  accepted(409, await many.ask('POST', `/${id}/rows`, { rows: [row] }));
  for (const read of ['?limit=2', `/${id}`, `/${id}/rows`]) accepted(200, await many.ask('GET', read));
  accepted(401, await many.approve(admin, batch, '000000'));
  accepted(409, await many.approve(admin, { ...batch, total: '1' }, admin.codes.pop() ?? ''));
  accepted(200, await many.approve(admin, batch, admin.codes.pop() ?? ''));
  accepted(200, await many.ask('POST', `/${id}/pause`));
  accepted(200, await atDashboard(api, `POST /payout-batches/${id}/resume`, { session }));
  accepted(200, await many.ask('POST', `/${id}/cancel`));
}
