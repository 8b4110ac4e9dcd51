import { Injectable } from '@nestjs/common';
import type { Refusal, Reply, StaffNeed } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { actDigest, sha256Base64url } from '@paygate/platform';
import { StaffActs } from './staff-acts.js';
import { StaffRepository } from './staff.repository.js';

/** An act for which persons stand. */
export interface ProvenAct {
  readonly command: string;
  readonly subject: string;
  readonly act: string;
  readonly proofs: readonly string[];
  readonly requestId: string;
}

/** Uses up the proofs of the installation's team, in the transaction of the act where that is of auth. */
@Injectable()
export class RedeemProofs {
  constructor(
    private readonly staff: StaffRepository,
    readonly acts: StaffActs,
  ) {}

  /**
   * The refusal of a command of auth by which the installation's key alone would get at money of live mode; undefined when its persons have proven
   * it, or it needs none.
   */
  async refusalOf(
    tx: DatabaseTransaction,
    { type: command, key: subject, payload, producer, proofs = [], requestId }: Received<object>,
    { isLive }: { readonly isLive: boolean },
  ): Promise<Refusal | undefined> {
    if (producer !== 'operator' || !isLive || this.acts.persons === 0) return undefined;
    const act = { command, subject, act: actDigest(command, payload), proofs, requestId };
    const reply = await this.redeem(tx, act, 'two');
    return reply.ok ? undefined : reply;
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
