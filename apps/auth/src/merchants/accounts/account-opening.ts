import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { ConfirmedClaim } from './account-admission.js';
import { AccountAdmission } from './account-admission.js';
import type { OpenedAccount } from './new-accounts.js';
import { NewAccounts } from './new-accounts.js';

/** The transaction that opens an account: of concurrent requests with one token one has this effect. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly admission: AccountAdmission,
    private readonly accounts: NewAccounts,
  ) {}

  open(confirmed: ConfirmedClaim, { id, requestId }: Received<unknown>): Promise<Reply<OpenedAccount>> {
    return this.unitOfWork.run(
      async (tx) =>
        (await this.admission.admit(tx, confirmed)) ?? accept(await this.accounts.create(tx, confirmed, requestId)),
      { requestId, causationId: id },
    );
  }
}
