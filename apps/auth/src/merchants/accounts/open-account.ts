import { Injectable } from '@nestjs/common';
import type { AccountClaimed, Country, Language, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { PendingRequest } from '../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { MemberMails } from '../members/mails/member-mails.js';
import { AccountClaimsRepository } from './account-claims.repository.js';

export interface WantedAccount {
  readonly email: string;
  readonly businessName: string;
  readonly country: Country;
  /** The HMAC of the client's IP address. */
  readonly source: string;
  readonly language: Language | undefined;
}

/** Mails a token that opens an account. It becomes valid with the claim that is stored after the mail was accepted. */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly mails: MemberMails,
    private readonly claims: AccountClaimsRepository,
    private readonly requests: IdempotentRequests,
  ) {}

  async open(
    { email, businessName, country, ...more }: WantedAccount,
    request: PendingRequest<AccountClaimed>,
  ): Promise<Reply<AccountClaimed>> {
    const mailed = await this.mails.send({ mail: 'account_confirmation', email, ...more }, request.message);
    if (!mailed.ok) return mailed;
    const { hash: tokenHash, validHours } = mailed.data;
    return this.requests.commit(request, async (tx) => {
      await this.claims.store(tx, { tokenHash, email, businessName, country }, validHours);
      return accept({ validHours });
    });
  }
}
