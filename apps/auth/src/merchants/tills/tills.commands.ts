import { Controller } from '@nestjs/common';
import type { Refusal, Reply, Till, TillsListed } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse, TILLS_LIVE_MAX, TILLS_MAX } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import type { AuditAction } from '../../audit/audit-record.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { TillChangeRights } from './till-change-rights.js';
import { TillsRepository } from './tills.repository.js';

/** A change of a till, with the record that it leaves. */
interface Change {
  readonly action: AuditAction;
  readonly name: string;
  readonly write: () => Promise<void>;
}

/** The change, undefined where the till is as it shall be, or the refusal, decided while the merchant is locked. */
type Decision = (tx: Transaction) => Promise<{ readonly tillId: string; readonly change?: Change } | Refusal>;

/** Commands about tills. Each change and its audit record are written in one transaction. */
@Controller()
export class TillsCommands {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tills: TillsRepository,
    private readonly rights: TillChangeRights,
    private readonly audit: AuditTrail,
  ) {}

  @HandleCommand(contract.listTills)
  async list({ merchantId }: contract.ListTillsCommand): Promise<Reply<TillsListed>> {
    return accept({ tills: [...(await this.tills.all(merchantId))] });
  }

  @HandleCommand(contract.createTill)
  create(command: contract.CreateTillCommand, message: Received<contract.CreateTillCommand>): Promise<Reply<Till>> {
    const { merchantId, tillId, name } = command;
    return this.#change(message, async (tx) => {
      const known = (await this.tills.find(merchantId, tillId, tx)) ?? (await this.tills.named(tx, merchantId, name));
      if (known !== undefined) return { tillId: known.tillId };
      const { live, all } = await this.tills.counts(tx, merchantId);
      const limit = all >= TILLS_MAX ? TILLS_MAX : TILLS_LIVE_MAX;
      if (live >= TILLS_LIVE_MAX || all >= TILLS_MAX) return refuse('till_limit_reached', { fields: { limit } });
      const write = () => this.tills.insert(tx, merchantId, tillId, name);
      return { tillId, change: { action: 'till.created', name, write } };
    });
  }

  @HandleCommand(contract.revokeTill)
  revoke(command: contract.RevokeTillCommand, message: Received<contract.RevokeTillCommand>): Promise<Reply<Till>> {
    const { merchantId, tillId } = command;
    return this.#change(message, async (tx) => {
      const till = await this.tills.find(merchantId, tillId, tx);
      if (till === undefined) return refuse('till_not_found');
      if (till.revokedAt !== null) return { tillId };
      const write = () => this.tills.revoke(tx, tillId);
      return { tillId, change: { action: 'till.revoked', name: till.name, write } };
    });
  }

  #change(
    { id: causationId, requestId, payload }: Received<contract.CreateTillCommand | contract.RevokeTillCommand>,
    decide: Decision,
  ): Promise<Reply<Till>> {
    const { merchantId, mode, actorMemberId: actor } = payload;
    return this.unitOfWork.run(
      async (tx) => {
        const decided = (await this.rights.lack(tx, payload)) ?? (await decide(tx));
        if ('code' in decided) return decided;
        const { tillId, change } = decided;
        if (change !== undefined) {
          const { action, name, write } = change;
          await write();
          await this.audit.append(tx, {
            merchantId,
            mode,
            action,
            subject: tillId,
            actor,
            requestId,
            detail: { name },
          });
        }
        const till = await this.tills.find(merchantId, tillId, tx);
        return till === undefined ? refuse('till_not_found') : accept(till);
      },
      { requestId, causationId },
    );
  }
}
