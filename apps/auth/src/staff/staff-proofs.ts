import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Reply, StaffNeed, StaffRole } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { sha256Base64url } from '@paygate/platform';
import { SecondFactorCheck } from '../merchants/members/second-factor/second-factor-check.js';
import { RedeemProofs } from '../staff-acts/redeem-proofs.js';
import { StaffPasswords } from './staff-passwords.js';
import { StaffRepository } from '../staff-acts/staff.repository.js';

const PROOF_BYTES = 32;

/** The secrets that a person shows, and the acts for which. */
export interface ShownProof {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly acts: readonly string[];
  readonly need: StaffNeed;
  readonly requestId: string;
}

export interface NewProof {
  readonly personId: string;
  readonly role: StaffRole;
  readonly proof: string;
  /** The number of different persons who must prove each of the acts. */
  readonly persons: number;
}

/** Proofs of the installation's team: made for a password and a code, each good for one act once. */
@Injectable()
export class StaffProofs {
  constructor(
    private readonly staff: StaffRepository,
    private readonly passwords: StaffPasswords,
    private readonly codes: SecondFactorCheck,
    private readonly redeemed: RedeemProofs,
  ) {}

  prove({ code, acts, need, requestId, ...shown }: ShownProof): Promise<Reply<NewProof>> {
    return this.passwords.run(shown, async (tx, { id: personId }) => {
      const { role, hasFactor } = await this.staff.roleOf(tx, personId);
      if (role === null || role === 'reader') return refuse('scope_missing', { detail: 'The person may not act.' });
      if (!hasFactor) return refuse('second_factor_missing');
      const refusal = await this.codes.atSignIn(tx, { personId, code, requestId, source: 'trusted' });
      if (refusal !== undefined) {
        await this.redeemed.acts.record(tx, 'staff.refused', { subject: personId, actor: 'operator', requestId });
        return refusal;
      }
      const proof = randomBytes(PROOF_BYTES).toString('base64url');
      await this.staff.prove(tx, { personId, hash: sha256Base64url(proof), acts });
      return accept({ personId, role, proof, persons: await this.redeemed.personsFor(tx, need) });
    });
  }
}
