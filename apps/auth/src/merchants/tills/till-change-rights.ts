import { Injectable } from '@nestjs/common';
import type { Refusal, RevokeTillCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { holds } from '../members/member-rights.js';
import { MembersRepository } from '../members/members.repository.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/** The rights of members to change the tills of an account, decided under its lock: the gateway's knowledge may be a moment old. */
@Injectable()
export class TillChangeRights {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** Locks the merchant. Returns the reason for which the member may not change its tills; undefined when it may. */
  async lack(
    tx: DatabaseTransaction,
    { merchantId, mode, actorMemberId }: Pick<RevokeTillCommand, 'merchantId' | 'mode' | 'actorMemberId'>,
  ): Promise<Refusal | undefined> {
    const merchant = await this.merchants.lock(tx, merchantId);
    if (merchant?.active !== true) return refuse('merchant_inactive');
    const member = await this.members.find(tx, actorMemberId, merchantId);
    return member !== undefined && holds(member, 'merchant:write', mode) ? undefined : refuse('scope_missing');
  }
}
