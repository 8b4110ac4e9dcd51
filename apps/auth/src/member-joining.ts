import { Injectable } from '@nestjs/common';
import type { Refusal, Reply } from '@paygate/contracts';
import { accept, MEMBERSHIPS_MAX, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { PendingRequest } from './idempotency/idempotent-requests.js';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import type { Invitation } from './mail-tokens.repository.js';
import { MailTokensRepository } from './mail-tokens.repository.js';
import { MemberPasswordCheck } from './member-password-check.js';
import type { MemberFacts } from './member.view.js';
import { memberFacts } from './member.view.js';
import { MembersRepository } from './members.repository.js';
import { MembershipRecords } from './membership-records.js';
import { MerchantsRepository } from './merchants.repository.js';
import { PersonsRepository } from './persons.repository.js';
import type { AdmittedAttempt } from './sign-in/sign-in-throttle.js';

/** An invitation whose token was good a moment ago, with the password of the person who accepts it. */
export interface AcceptedInvitation {
  readonly invitation: Invitation;
  readonly name: string;
  /** Of a person who has had no password. */
  readonly newPassword?: ChosenPassword;
  /** Of a person who has presented the right one. */
  readonly recordSuccess?: AdmittedAttempt['recordSuccess'];
}

export interface ChosenPassword {
  readonly hash: string;
  /** The IP address of the client that chose it. */
  readonly address: string;
}

/** Uses an invitation up, in the transaction that makes the member: of concurrent requests with one token one does. */
@Injectable()
export class MemberJoining {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly persons: PersonsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: MailTokensRepository,
    private readonly passwords: MemberPasswordCheck,
    private readonly records: MembershipRecords,
    private readonly requests: IdempotentRequests,
  ) {}

  execute(request: PendingRequest<MemberFacts>, accepted: AcceptedInvitation): Promise<Reply<MemberFacts>> {
    const { invitation, name, newPassword } = accepted;
    const { tokenHash, memberId: id, merchantId, person } = invitation;
    return this.requests.commit(request, async (tx) => {
      const merchant = await this.merchants.held(tx, merchantId);
      if (merchant?.active !== true) return refuse('merchant_inactive');
      const refusal = await this.#refusal(tx, accepted);
      if (refusal !== undefined) return refusal;
      await this.tokens.take(tx, tokenHash);
      if (newPassword !== undefined) {
        await this.persons.changePassword(tx, person.id, newPassword.hash);
        await this.passwords.trust(tx, person, newPassword.address);
      }
      const by = { actor: id, requestId: request.message.requestId };
      return accept(memberFacts(await this.records.join(tx, { id, merchantId }, name, by)));
    });
  }

  async #refusal(
    tx: DatabaseTransaction,
    { invitation: { person, tokenHash }, recordSuccess }: AcceptedInvitation,
  ): Promise<Refusal | undefined> {
    const held = await this.persons.held(tx, person.id);
    if (held === undefined || !(await this.tokens.isGood(tx, tokenHash))) return refuse('mail_token_invalid');
    // a password that was chosen or changed in the meantime is not the one that was presented
    if (held.passwordHash !== person.passwordHash) return refuse('credentials_invalid');
    await recordSuccess?.(tx);
    const isFull = (await this.members.countOfPerson(tx, person.id)) >= MEMBERSHIPS_MAX;
    return isFull ? refuse('member_limit_reached') : undefined;
  }
}
