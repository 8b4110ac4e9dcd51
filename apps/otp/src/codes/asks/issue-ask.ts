import { Injectable } from '@nestjs/common';
import type { AskPhoneCommand, PhoneAsked, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { parseAmount, uuidV7 } from '@paygate/platform';
import { AuthorizationTokens } from '../payment-codes/authorization-tokens.js';
import type { AskedPhone } from './ask-admission.js';
import { AskBounds, BoundReached } from './ask-bounds.js';
import { AsksRepository } from './asks.repository.js';

/** Counts an ask, records it and makes its token, in one transaction. */
@Injectable()
export class IssueAsk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bounds: AskBounds,
    private readonly asks: AsksRepository,
    private readonly tokens: AuthorizationTokens,
  ) {}

  async issue(
    command: AskPhoneCommand,
    { phoneNumber, counted: phone, till }: AskedPhone,
    keep: Keep<PhoneAsked>,
  ): Promise<Reply<PhoneAsked>> {
    const { intentId, merchantId, mode, actor, tillId = null, amount, currency } = command;
    const ids = { intentId, merchantId, mode, actor, tillId, tokenId: uuidV7() };
    const ask = { ...ids, phone, till, amount: parseAmount(amount), currency };
    try {
      const asked = await this.unitOfWork.run(async (tx) => {
        const now = await this.bounds.count(tx, ask);
        await this.asks.insert(tx, ask);
        const answer = await this.tokens.ofAsk({ tx, command, phoneNumber, tokenId: ask.tokenId, now });
        await keep(tx, answer);
        return answer;
      });
      return accept(asked);
    } catch (error) {
      if (error instanceof BoundReached) return error.refusal;
      throw error;
    }
  }
}
