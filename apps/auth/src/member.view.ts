import type { DashboardSession, MemberInfo, MemberRole, MemberStatus, Membership, Principal } from '@paygate/contracts';
import type { Sealer } from '@paygate/platform';
import type { SessionAtDashboard } from './dashboard-entrance.js';
import type { Member } from './domain/member.js';
import { statusOf } from './domain/member.js';
import type { MemberOfMerchant } from './members.repository.js';

/** A member as answers are kept of: JSON keeps it as it is. */
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

/** Seals what is known of people for who asks. */
export class MemberSeals {
  constructor(
    private readonly sealer: Sealer,
    private readonly addressee: Principal,
  ) {}

  member({ email, name, ...facts }: MemberFacts): MemberInfo {
    return { ...facts, email: this.#email(email), name: name === null ? null : this.#name(name) };
  }

  session({ id: sessionId, email, expiresAt, memberships }: SessionAtDashboard): DashboardSession {
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
