import { Injectable } from '@nestjs/common';
import type { BeginCharge, Charge, Refusal, Reply } from '@paygate/contracts';
import { isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Attempt } from './accept-charges.js';
import { AcceptCharges } from './accept-charges.js';
import { ChargeTokens } from './charge-tokens.js';
import { PrepareCharges } from './prepare-charges.js';

type Request = Received<BeginCharge>;

/** Begins charges: those of wallets in one transaction, beside those of mobile money, which charging prepares first. */
@Injectable()
export class BeginCharges {
  constructor(
    private readonly tokens: ChargeTokens,
    private readonly prepareCharges: PrepareCharges,
    private readonly acceptCharges: AcceptCharges,
  ) {}

  async execute(requests: readonly Request[]): Promise<readonly Reply<Charge>[]> {
    const attempts = await Promise.all(requests.map((request) => this.#attempt(request)));
    const valid = attempts.filter(isAttempt);
    const [fromWallets, byMobileMoney] = [
      valid.filter(isFromWallet),
      valid.filter((attempt) => !isFromWallet(attempt)),
    ];
    const [ofWallets, ofMobileMoney] = await Promise.all([
      this.acceptCharges.execute(fromWallets),
      this.#prepareAndAccept(byMobileMoney),
    ]);
    return attempts.map((attempt) => {
      if (isRefusal(attempt)) return attempt;
      const answers = isFromWallet(attempt) ? ofWallets : ofMobileMoney;
      return answers.get(attempt.intentId) ?? refuse('intent_not_found');
    });
  }

  async #attempt(request: Request): Promise<Attempt | Refusal> {
    const token = await this.tokens.verified(request.payload);
    if ('ok' in token) return token;
    const { intentId } = request.payload;
    return { request, intentId, tokenId: token.id, token, chargeId: newId('charge') };
  }

  async #prepareAndAccept(attempts: readonly Attempt[]): Promise<ReadonlyMap<string, Reply<Charge>>> {
    if (attempts.length === 0) return new Map();
    const prepared = await Promise.all(attempts.map((attempt) => this.#prepare(attempt)));
    const refusals = attempts.flatMap(({ intentId }, index) => {
      const outcome = prepared[index];
      return outcome !== undefined && isRefusal(outcome) ? [[intentId, outcome] as const] : [];
    });
    const answers = await this.acceptCharges.execute(prepared.filter(isAttempt));
    return new Map([...answers, ...refusals]);
  }

  async #prepare(attempt: Attempt): Promise<Attempt | Refusal> {
    const reply = await this.prepareCharges.execute(attempt);
    if (reply === undefined) return attempt;
    return reply.ok ? { ...attempt, prepared: reply.data } : reply;
  }
}

function isAttempt(outcome: Attempt | Refusal): outcome is Attempt {
  return !isRefusal(outcome);
}

function isFromWallet({ request }: Attempt): boolean {
  return request.payload.paymentMethod?.type !== 'mobile_money';
}
