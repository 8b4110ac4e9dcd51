import { Injectable } from '@nestjs/common';
import type { CodeTerms, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { OtpConfig } from '../config.js';
import type { Uses } from '../domain/budget.js';
import { withUse } from '../domain/budget.js';
import type { Challenge, SendTerms, UserBudget } from '../domain/challenge.js';
import { planSend, shownTerms, termsOfSend } from '../domain/challenge.js';
import { maskDestination } from '../domain/destination.js';
import type { OtpLimits } from '../domain/limits.js';
import { limitsOf } from '../limits.js';
import { codeTerms } from '../otp.view.js';
import { OutgoingPhoneCodes } from '../outgoing-phone-codes.js';
import type { PhoneCodeRequest } from '../phone-code-requests.js';
import type { PhoneClaim, SentCode } from '../phone-codes.repository.js';
import { PhoneCodesRepository } from '../phone-codes.repository.js';
import type { SendJob } from '../sending/send-job.js';

/** A request, and who makes it as far as budgets can tell. */
interface AddressedRequest extends PhoneCodeRequest {
  /** What the caller's address is counted under; null where that says nothing of a customer. */
  readonly address: string | null;
}

interface Recorded {
  readonly reply: Reply<CodeTerms>;
  /** The message to hand over now that it is committed. */
  readonly job?: SendJob | undefined;
}

/**
 * Decides in one transaction whether a claim's code is sent, and records it with its message. Waits and budgets are the
 * phone's, over all merchants: nobody who asks has shown to be its owner yet. The wait grows with the codes of the window.
 */
@Injectable()
export class RecordPhoneCode {
  readonly #limits: OtpLimits;

  constructor(
    config: OtpConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly phoneCodes: PhoneCodesRepository,
    private readonly outgoing: OutgoingPhoneCodes,
  ) {
    this.#limits = limitsOf(config);
  }

  async execute(request: AddressedRequest, { id, requestId }: Received<unknown>): Promise<Recorded> {
    try {
      return await this.unitOfWork.run((tx) => this.#decide(tx, request), { requestId, causationId: id });
    } catch (error) {
      if (error instanceof ClaimTaken) return { reply: refuse('idempotency_key_reused') };
      throw error;
    }
  }

  async #decide(tx: Transaction, request: AddressedRequest): Promise<Recorded> {
    const { claim, address } = request;
    const budget = await this.phoneCodes.holdBudget(tx, claim, address);
    const latest = await this.phoneCodes.latest(tx, claim);
    if (latest?.claimId === claim.claimId && !isOfClaim(latest, claim)) throw new ClaimTaken();
    const wish = { commandId: claim.claimId, named: false, challenge: openChallenge(latest, budget.now) };
    const plan = planSend(wish, budget, this.#limits);
    switch (plan.kind) {
      case 'refuse':
        return { reply: refuse(plan.code, { fields: { retryAfter: plan.retryAfterSeconds } }) };
      case 'replay':
        return { reply: { ...this.#reply(plan.challenge, request, budget.sent), replayed: true } };
      case 'new':
      case 'resend':
        return this.#send(tx, request, budget);
    }
  }

  async #send(tx: Transaction, request: AddressedRequest, { now, sent }: UserBudget): Promise<Recorded> {
    const { claim, address } = request;
    const terms = termsOfSend(sent.all.length + 1, now, this.#limits);
    const { codeHash, job } = this.outgoing.make(request);
    const code = { claim, address, codeHash, job, sentAt: now, terms };
    if (!(await this.phoneCodes.record(tx, code))) throw new ClaimTaken();
    return { reply: this.#reply(terms, request, withUse(sent, now)), job };
  }

  #reply(terms: SendTerms, { phoneNumber }: PhoneCodeRequest, sent: Uses) {
    const destination = maskDestination('sms', phoneNumber, '');
    const shown = shownTerms(terms, sent, this.#limits);
    return accept<CodeTerms>(Object.assign({ destination }, codeTerms(shown)));
  }
}

/** The claim is another phone's or another merchant's: one idempotency key stands for one request. */
class ClaimTaken extends Error {
  override readonly name = 'ClaimTaken';
}

function isOfClaim(known: SentCode, { purpose, merchantId, mode, phoneMac }: PhoneClaim): boolean {
  const isSameMerchants = known.merchantId === merchantId && known.mode === mode;
  return isSameMerchants && known.purpose === purpose && known.phoneMac.equals(phoneMac);
}

/** A code that has not expired, as the plan of the next one sees it: that of the claim itself is what it was sent before. */
function openChallenge(code: SentCode | undefined, now: Date): Challenge | undefined {
  if (code === undefined || code.expiresAt <= now) return undefined;
  const { claimId, checks, resendAt, expiresAt } = code;
  return { id: claimId, sentBy: claimId, sends: 1, consumedAt: null, checks, resendAt, expiresAt };
}
