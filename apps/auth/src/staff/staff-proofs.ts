import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Reply, StaffNeed, StaffRole } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { sha256Base64url } from '@paygate/platform';
import { SecondFactorCheck } from '../merchants/members/second-factor/second-factor-check.js';
import { StaffActs } from './staff-acts.js';
import { StaffPasswords } from './staff-passwords.js';
import { StaffRepository } from './staff.repository.js';

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

/** An act for which persons stand. */
export interface ProvenAct {
  readonly command: string;
  readonly subject: string;
  readonly act: string;
  readonly proofs: readonly string[];
  readonly requestId: string;
}

/** Proofs of the installation's team: made for a password and a code, each good for one act once. */
@Injectable()
export class StaffProofs {
  constructor(
    private readonly staff: StaffRepository,
    private readonly passwords: StaffPasswords,
    private readonly codes: SecondFactorCheck,
    readonly acts: StaffActs,
  ) {}

  prove({ code, acts, need, requestId, ...shown }: ShownProof): Promise<Reply<NewProof>> {
    return this.passwords.run(shown, async (tx, { id: personId }) => {
      const { role, hasFactor } = await this.staff.roleOf(tx, personId);
      if (role === null || role === 'reader') return refuse('scope_missing', { detail: 'The person may not act.' });
      if (!hasFactor) return refuse('second_factor_missing');
      const refusal = await this.codes.atSignIn(tx, { personId, code, requestId, source: 'trusted' });
      if (refusal !== undefined) {
        await this.acts.record(tx, 'staff.refused', { subject: personId, actor: 'operator', requestId });
        return refusal;
      }
      const proof = randomBytes(PROOF_BYTES).toString('base64url');
      await this.staff.prove(tx, { personId, hash: sha256Base64url(proof), acts });
      return accept({ personId, role, proof, persons: await this.personsFor(tx, need) });
    });
  }

  /** The number of different persons who must prove an act. */
  async personsFor(tx: DatabaseTransaction, need: StaffNeed): Promise<number> {
    if (need === 'approvers') return Math.min(this.acts.persons, (await this.staff.approvers(tx)).length);
    return need === 'two' ? Math.max(1, this.acts.persons) : 1;
  }

  /** Uses the proofs of an act up, and records it with its persons; refuses where they do not suffice. */
  async redeem(
    tx: DatabaseTransaction,
    { command, subject, act, proofs, requestId }: ProvenAct,
    need: StaffNeed,
  ): Promise<Reply<readonly string[]>> {
    const hashes = proofs.map((proof) => sha256Base64url(proof));
    const persons = await this.personsFor(tx, need);
    const approvers = { two: 1, approvers: persons, approver: 1, agent: 0 }[need];
    const found = await this.staff.redeem(tx, { act, hashes, persons, approvers });
    const [actor] = found;
    if (actor === undefined) return refuse('scope_missing', { detail: detailOf(need, persons) });
    // who could act alone stands in the record of each act
    const detail = {
      command,
      act,
      persons: found,
      alone: (need === 'two' || need === 'approvers') && found.length === 1,
    };
    await this.acts.record(tx, 'staff.acted', { subject, actor, requestId, detail });
    return accept(found);
  }
}

function detailOf(need: StaffNeed, persons: number): string {
  if (need === 'agent') return 'A person must prove the act.';
  if (persons === 1) return 'An approver must prove the act.';
  return need === 'approvers'
    ? `${persons} approvers must prove the act.`
    : `${persons} persons must prove the act, one of them an approver.`;
}
