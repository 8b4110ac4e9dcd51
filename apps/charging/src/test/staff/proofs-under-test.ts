import { randomBytes } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import type { RedeemStaffProofsCommand, Reply, StaffProofsRedeemed } from '@paygate/contracts';
import { accept, redeemStaffProofs, refuse } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { actDigest, DatabaseServiceConfig, PlatformModule } from '@paygate/platform';

/** An auth that counts nobody: it uses proofs up, and names their persons. */
@Controller()
export class ProofsStandIn {
  readonly asked: RedeemStaffProofsCommand[] = [];
  readonly proofs = new Map<string, { readonly act: string; readonly person: string }>();

  /** A proof of a person for a command with all that it says. */
  prove(command: string, payload: object, person: string): string {
    const proof = randomBytes(32).toString('base64url');
    this.proofs.set(proof, { act: actDigest(command, payload), person });
    return proof;
  }

  @HandleCommand(redeemStaffProofs)
  redeem(command: RedeemStaffProofsCommand): Promise<Reply<StaffProofsRedeemed>> {
    this.asked.push(command);
    const persons = command.proofs.flatMap((proof) => {
      const known = this.proofs.get(proof);
      if (known?.act !== command.act) return [];
      this.proofs.delete(proof);
      return [known.person];
    });
    return Promise.resolve(persons.length === 0 ? refuse('scope_missing') : accept({ persons }));
  }
}

@Module({
  imports: [PlatformModule.forService('auth', DatabaseServiceConfig), MessagingModule.forService()],
  controllers: [ProofsStandIn],
})
export class ProofsModule {}
