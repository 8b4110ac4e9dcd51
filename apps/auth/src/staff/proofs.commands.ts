import { Controller } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Database, Sealer } from '@paygate/platform';
import { plainEmail } from '../plain-email.js';
import { RedeemProofs } from '../staff-acts/redeem-proofs.js';
import { StaffProofs } from './staff-proofs.js';

/** Commands on proofs of the installation's team. Sealed fields are opened and made here. */
@Controller()
export class ProofsCommands {
  constructor(
    private readonly proofs: StaffProofs,
    private readonly redeemed: RedeemProofs,
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.proveStaff)
  async prove(
    { acts, need, ...sealed }: contract.ProveStaffCommand,
    { requestId }: Received<contract.ProveStaffCommand>,
  ): Promise<Reply<contract.StaffProved>> {
    const shown = {
      email: plainEmail(this.sealer.open(sealed.email, 'staff.email')),
      password: this.sealer.open(sealed.password, 'staff.password'),
      code: this.sealer.open(sealed.code, 'staff.code'),
    };
    const reply = await this.proofs.prove({ ...shown, acts, need, requestId });
    if (!reply.ok) return reply;
    return accept({ ...reply.data, proof: this.sealer.seal('operator', reply.data.proof, 'staff.proof') });
  }

  @HandleCommand(contract.redeemStaffProofs)
  async redeem(
    { need, ...proven }: contract.RedeemStaffProofsCommand,
    { requestId }: Received<contract.RedeemStaffProofsCommand>,
  ): Promise<Reply<contract.StaffProofsRedeemed>> {
    const reply = await this.database.transaction((tx) => this.redeemed.redeem(tx, { ...proven, requestId }, need));
    return reply.ok ? accept({ persons: [...reply.data] }) : reply;
  }

  @HandleCommand(contract.listStaffActs)
  async acts({ limit, before }: contract.ListStaffActsCommand): Promise<Reply<contract.StaffActsListed>> {
    return accept(await this.redeemed.acts.newest(limit, before));
  }
}
