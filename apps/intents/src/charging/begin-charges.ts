import { Injectable } from '@nestjs/common';
import type { BeginChargeCommand, Charge, Refusal, Reply } from '@paygate/contracts';
import { isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { VerifiedRequest } from './accept-charges.js';
import { AcceptCharges } from './accept-charges.js';
import { ChargeTokens } from './charge-tokens.js';
import { RequestPreparation } from './request-preparation.js';

type Request = Received<BeginChargeCommand>;

/** Begins charges: those of wallets in one transaction, beside those of mobile money, which charging prepares first. */
@Injectable()
export class BeginCharges {
  constructor(
    private readonly tokens: ChargeTokens,
    private readonly prepareCharges: RequestPreparation,
    private readonly acceptCharges: AcceptCharges,
  ) {}

  async begin(requests: readonly Request[]): Promise<readonly Reply<Charge>[]> {
    const attempts = await Promise.all(requests.map((request) => this.#attempt(request)));
    const valid = attempts.filter(isVerified);
    const [fromWallets, byMobileMoney] = [
      valid.filter(isFromWallet),
      valid.filter((attempt) => !isFromWallet(attempt)),
    ];
    const [ofWallets, ofMobileMoney] = await Promise.all([
      this.acceptCharges.accept(fromWallets),
      this.#prepareAndAccept(byMobileMoney),
    ]);
    return attempts.map((attempt) => {
      if (isRefusal(attempt)) return attempt;
      const answers = isFromWallet(attempt) ? ofWallets : ofMobileMoney;
      return answers.get(attempt.intentId) ?? refuse('intent_not_found');
    });
  }

  async #attempt(request: Request): Promise<VerifiedRequest | Refusal> {
    const token = await this.tokens.verified(request.payload);
    if ('ok' in token) return token;
    const { intentId, paymentMethod, provedPhone } = request.payload;
    // a guest, or who is asked, has no wallet, and pays from the phone that the token names
    const isOfPhone = paymentMethod?.type === 'mobile_money' && provedPhone !== undefined;
    if (token.userId === null && !isOfPhone) return refuse('token_invalid');
    return { request, intentId, tokenId: token.id, token, chargeId: newId('charge') };
  }

  async #prepareAndAccept(attempts: readonly VerifiedRequest[]): Promise<ReadonlyMap<string, Reply<Charge>>> {
    if (attempts.length === 0) return new Map();
    const prepared = await Promise.all(attempts.map((attempt) => this.#prepare(attempt)));
    const refusals = attempts.flatMap(({ intentId }, index) => {
      const outcome = prepared[index];
      return outcome !== undefined && isRefusal(outcome) ? [[intentId, outcome] as const] : [];
    });
    const answers = await this.acceptCharges.accept(prepared.filter(isVerified));
    return new Map([...answers, ...refusals]);
  }

  async #prepare(attempt: VerifiedRequest): Promise<VerifiedRequest | Refusal> {
    const reply = await this.prepareCharges.request(attempt);
    if (reply === undefined) return attempt;
    return reply.ok ? { ...attempt, prepared: reply.data } : reply;
  }
}

function isVerified(outcome: VerifiedRequest | Refusal): outcome is VerifiedRequest {
  return !isRefusal(outcome);
}

function isFromWallet({ request }: VerifiedRequest): boolean {
  return request.payload.paymentMethod?.type !== 'mobile_money';
}
