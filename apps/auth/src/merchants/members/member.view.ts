import type {
  DashboardSession,
  FormerMember as FormerMemberInfo,
  MemberInfo,
  MemberRole,
  MemberStatus,
  Membership,
  Principal,
} from '@paygate/contracts';
import type { Sealer } from '@paygate/platform';
import type { FormerMember } from './former/former-members.repository.js';
import type { Member } from './member.js';
import { statusOf } from './member.js';
import type { MemberOfMerchant } from './members.repository.js';

/** A member in a form that an idempotency record stores as JSON without loss. */
export interface MemberFacts {
  readonly memberId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  readonly createdAt: string;
  readonly joinedAt: string | null;
}

export function memberFacts(member: Member): MemberFacts {
  const { id: memberId, email, name, role, createdAt, joinedAt } = member;
  return {
    ...{ memberId, email, name, role, status: statusOf(member) },
    ...{ createdAt: createdAt.toISOString(), joinedAt: joinedAt?.toISOString() ?? null },
  };
}

/** A session of the dashboard with the memberships of its person. */
export interface DashboardSessionFacts {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
  readonly memberships: readonly MemberOfMerchant[];
}

/** Seals names and addresses for the sender of a command. */
export class MemberSeals {
  constructor(
    private readonly sealer: Sealer,
    private readonly addressee: Principal,
  ) {}

  member({ email, name, ...facts }: MemberFacts): MemberInfo {
    return { ...facts, email: this.#email(email), name: name === null ? null : this.#name(name) };
  }

  former({ memberId, name, removedAt }: FormerMember): FormerMemberInfo {
    return { memberId, name: name === null ? null : this.#name(name), removedAt: removedAt.toISOString() };
  }

  session({ id: sessionId, email, expiresAt, memberships }: DashboardSessionFacts): DashboardSession {
    return {
      ...{ sessionId, email: this.#email(email), expiresAt: expiresAt.toISOString() },
      memberships: memberships.map((member) => this.#membership(member)),
    };
  }

  #membership({ id: memberId, name, role, ...member }: MemberOfMerchant): Membership {
    const { merchantId, merchantName, merchantActive, liveActive } = member;
    return {
      ...{ memberId, merchantId, merchantName, merchantActive, liveActive, role },
      name: this.#name(name ?? ''),
    };
  }

  #email(email: string) {
    return this.sealer.seal(this.addressee, email, 'member.email');
  }

  #name(name: string) {
    return this.sealer.seal(this.addressee, name, 'member.name');
  }
}
