import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Memberships } from '../memberships.js';
import type { OwnRequest } from '../sessions/people-of-sessions.js';
import { newRecoveryCodes, plainCode } from './recovery-code.js';
import { newSecret } from './totp.js';
import type { ShownPassword } from './person-transactions.js';
import { PersonTransactions } from './person-transactions.js';
import { SecondFactorCheck } from './second-factor-check.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** A second factor that is enabled, with new recovery codes. */
export interface FactorWithCodes {
  readonly enabledAt: Date;
  readonly recoveryCodes: readonly string[];
}

/** A code that the person of a session shows for an account. */
interface Proof {
  readonly code: string;
  readonly sessionId: string;
  readonly merchantId: string;
  readonly orAdmin?: boolean | undefined;
}

/** The second factor of a signed-in person: enabled, disabled, and shown for an act that a session alone must not do. */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly transactions: PersonTransactions,
    private readonly factors: SecondFactorsRepository,
    private readonly codes: SecondFactorCheck,
    private readonly memberships: Memberships,
  ) {}

  /** Makes a secret, which a code must confirm. */
  begin({ person }: OwnRequest, shown: ShownPassword): Promise<Reply<Buffer>> {
    return this.transactions.runWithPassword(person, shown, async (tx) => {
      const secret = newSecret();
      return (await this.factors.begin(tx, person.id, secret)) ? accept(secret) : refuse('second_factor_enabled');
    });
  }

  /** Enables the second factor whose secret made the code; returns the recovery codes. A recovery code confirms nothing. */
  confirm(
    { person, requestId }: OwnRequest,
    { code, sessionId: keptSessionId }: { readonly code: string; readonly sessionId: string },
  ): Promise<Reply<FactorWithCodes>> {
    const { id: personId } = person;
    return this.transactions.run(person, async (tx) => {
      const factor = await this.factors.find(tx, personId);
      if (factor === undefined) return refuse('second_factor_missing');
      if (factor.enabledAt !== null) return refuse('second_factor_enabled');
      const refusal = await this.codes.check(tx, factor, { personId, code, requestId, source: 'trusted' });
      if (refusal !== undefined) return refusal;
      const recoveryCodes = newRecoveryCodes();
      const codes = recoveryCodes.map(plainCode);
      const enabledAt = await this.factors.enable(tx, personId, { codes, keptSessionId });
      await this.memberships.recordCredential(tx, 'member.second_factor_enabled', { personId, requestId });
      return accept({ enabledAt, recoveryCodes });
    });
  }

  /** Replaces the recovery codes of a person who shows a code: a stolen session gets none. */
  renewCodes(
    { person, requestId }: OwnRequest,
    shown: { readonly code: string; readonly sessionId: string },
  ): Promise<Reply<FactorWithCodes>> {
    const { id: personId } = person;
    return this.transactions.run(person, async (tx) => {
      const factor = await this.factors.find(tx, personId);
      if (factor === undefined || factor.enabledAt === null) return refuse('second_factor_missing');
      const refusal = await this.codes.checkOfSession(tx, factor, { ...shown, personId, requestId });
      if (refusal !== undefined) return refusal;
      const recoveryCodes = newRecoveryCodes();
      await this.factors.replaceRecoveryCodes(tx, personId, recoveryCodes.map(plainCode));
      await this.memberships.recordCredential(tx, 'member.recovery_codes_renewed', { personId, requestId });
      return accept({ enabledAt: factor.enabledAt, recoveryCodes });
    });
  }

  /** Deletes the second factor of a person who shows password and code: neither a session nor a password suffices. */
  disable(
    { person, requestId }: OwnRequest,
    { code, ...shown }: ShownPassword & { readonly code: string },
  ): Promise<Reply<{ readonly personId: string }>> {
    const { id: personId } = person;
    return this.transactions.runWithPassword(person, shown, async (tx) => {
      const factor = await this.factors.find(tx, personId);
      if (factor === undefined || factor.enabledAt === null) return refuse('second_factor_missing');
      const refusal = await this.codes.check(tx, factor, { personId, code, requestId, source: 'trusted' });
      if (refusal !== undefined) return refusal;
      await this.factors.delete(tx, personId);
      await this.memberships.recordCredential(tx, 'member.second_factor_disabled', { personId, requestId });
      return accept({ personId });
    });
  }

  /** The membership of an owner of an account who shows a code, which is used up. A role that was taken away counts at once. */
  prove(
    { person, requestId }: OwnRequest,
    { merchantId, orAdmin = false, ...shown }: Proof,
  ): Promise<Reply<{ readonly memberId: string }>> {
    const { id: personId } = person;
    return this.transactions.run(person, async (tx) => {
      const member = await this.memberships.find(tx, personId, merchantId);
      if (member?.role !== 'owner' && !(orAdmin && member?.role === 'admin')) return refuse('owner_required');
      const factor = await this.factors.find(tx, personId);
      if (factor === undefined || factor.enabledAt === null) return refuse('second_factor_missing');
      const refusal = await this.codes.checkOfSession(tx, factor, { ...shown, personId, requestId });
      return refusal ?? accept({ memberId: member.id });
    });
  }
}
