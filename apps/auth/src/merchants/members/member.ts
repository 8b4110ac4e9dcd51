import type { MemberRole, MemberStatus } from '@paygate/contracts';

/** A member of a merchant account, joined or invited. */
export interface Member {
  readonly id: string;
  readonly merchantId: string;
  readonly personId: string;
  readonly email: string;
  /** The name of the member; null until the invitation is accepted. */
  readonly name: string | null;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly joinedAt: Date | null;
}

export function statusOf({ joinedAt }: Pick<Member, 'joinedAt'>): MemberStatus {
  return joinedAt === null ? 'invited' : 'active';
}

/** True when a member of one role may create, change or remove members of others: only owners manage owners. */
export function mayManage(actor: MemberRole, ...targets: readonly MemberRole[]): boolean {
  return actor === 'owner' || !targets.includes('owner');
}
