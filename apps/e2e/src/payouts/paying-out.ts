import { randomUUID } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { eventually, receivedDeliveries } from '@paygate/testing';
import { atDashboard, newMember } from '../accounts/dashboard.js';
import type { Proven } from '../accounts/proven.js';
import { withSecondFactor } from '../accounts/proven.js';
import { accepted, payersOf } from '../payments/paying.js';
import { Refunding } from '../payments/refunding.js';

/** A payout as the API answers it, as far as suites look at it. */
export interface Payout {
  readonly id: string;
  readonly destinationId: string;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly failure: { readonly code: string } | null;
}

/** The event of a payout as it was delivered. */
export interface PayoutEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly payout: Payout };
}

/** A new member of the demo merchant who has enabled a second factor. */
export async function newProven(stack: Stack, api: PaygateHttp, role: string): Promise<Proven> {
  return withSecondFactor(api, await newMember(stack, api, role));
}

/** Payouts of the demo merchant, by its secret key, and destinations by its owners. */
export class PayingOut {
  private readonly server: Readonly<Record<string, string>>;

  constructor(
    private readonly stack: Stack,
    private readonly api: PaygateHttp,
  ) {
    this.server = { authorization: `Bearer ${stack.merchant.secretKey}` };
  }

  /** Money that is available at once: a payment from a wallet. */
  earn(amount: string): Promise<string> {
    const [user] = payersOf(this.stack);
    if (user === undefined) throw new Error('no user of the stack has money');
    return new Refunding(this.stack, this.api).paid(user, amount);
  }

  /** Asks for a destination as somebody, with a code or another word in its place. */
  register({ session }: Pick<Proven, 'session'>, phoneNumber: string, code: string): Promise<Answer> {
    const body = { phoneNumber, label: 'Phone of the shop', code };
    return atDashboard(this.api, 'POST /payout-destinations', { session, body });
  }

  /** A new destination of an owner. */
  async destination(owner: Proven, phoneNumber: string): Promise<string> {
    return String(accepted(201, await this.register(owner, phoneNumber, owner.codes.pop() ?? ''))['id']);
  }

  /** Revokes a destination: a merchant has few at a time. */
  async revoke({ session, codes }: Proven, destinationId: string): Promise<void> {
    const revocation = { session, body: { code: codes.pop() } };
    accepted(200, await atDashboard(this.api, `POST /payout-destinations/${destinationId}/revoke`, revocation));
  }

  create(body: object, key: string = randomUUID(), headers = this.server): Promise<Answer<Payout>> {
    const given = { ...headers, 'idempotency-key': key };
    return this.api.request<Payout>({ method: 'POST', path: '/payouts', headers: given, body });
  }

  ask(method: string, path: string, body?: unknown, headers = this.server): Promise<Answer> {
    return this.api.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
  }

  /** The payout once it has ended. */
  ended(payoutId: string): Promise<Payout> {
    return eventually(async () => {
      const payout = accepted(200, await this.ask('GET', `/payouts/${payoutId}`)) as unknown as Payout;
      return ['COMPLETED', 'FAILED', 'CANCELED'].includes(payout.status) && payout;
    });
  }

  /** The event of the end of a payout, delivered with a good signature. */
  async event(payoutId: string): Promise<PayoutEvent> {
    return JSON.parse((await this.delivery(payoutId)).rawBody) as PayoutEvent;
  }

  /** The delivery of the event of the end of a payout. */
  delivery(payoutId: string): Promise<{ readonly rawBody: string; readonly signature: string }> {
    return eventually(async () => {
      const deliveries = await receivedDeliveries(this.stack, payoutId);
      const found = deliveries.find(({ rawBody, verified }) => verified && rawBody.includes('"type":"payout.'));
      return found && { rawBody: found.rawBody, signature: found.headers['service-signature'] ?? '' };
    });
  }

  /** The available balance in XAF. */
  async available(): Promise<bigint> {
    const { balances } = accepted(200, await this.ask('GET', '/balance'));
    const list = balances as readonly { readonly currency: string; readonly available: string }[];
    return BigInt(list.find(({ currency }) => currency === 'XAF')?.available ?? '0');
  }
}

/** Registers, looks up and revokes destinations, and pays out: each command once, accepted and refused. */
export async function payOut({ stack, api }: { readonly stack: Stack; readonly api: PaygateHttp }): Promise<void> {
  const payouts = new PayingOut(stack, api);
  const owner = await newProven(stack, api, 'owner');
  const { session } = owner;
  await payouts.earn('1000');
  const lookup = { session, body: { phoneNumber: '+237677770001' } };
  accepted(200, await atDashboard(api, 'POST /payout-destinations/lookup', lookup));
  const destinationId = await payouts.destination(owner, '+237677770001');
  accepted(401, await payouts.register(owner, '+237677770001', '000000'));
  accepted(200, await atDashboard(api, 'GET /payout-destinations', { session }));
  accepted(200, await payouts.ask('GET', `/payout-fee?destinationId=${destinationId}&amount=500`));
  const key = randomUUID();
  const { id } = accepted(202, await payouts.create({ destinationId, amount: '500' }, key));
  accepted(202, await payouts.create({ destinationId, amount: '500' }, key));
  accepted(422, await payouts.create({ destinationId, amount: '501' }, key));
  await payouts.ended(id);
  for (const path of ['/payouts', `/payouts/${id}`, `/payouts/${id}/transactions`, '/payout-schedule'])
    accepted(200, await payouts.ask('GET', path));
  accepted(409, await payouts.ask('POST', `/payouts/${id}/cancel`));
  accepted(200, await payouts.ask('PATCH', '/payout-schedule', { frequency: 'off', reserve: '0' }));
  const revocation = { session, body: { code: owner.codes.pop() } };
  accepted(200, await atDashboard(api, `POST /payout-destinations/${destinationId}/revoke`, revocation));
}
