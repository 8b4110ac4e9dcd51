import type { MemberRole, MemberStatus } from '@paygate/contracts';

/** A member of a merchant account. Whoever was removed has none. */
export interface Member {
  readonly id: string;
  readonly merchantId: string;
  readonly personId: string;
  readonly email: string;
  /** Null until the invitation is accepted. */
  readonly name: string | null;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly joinedAt: Date | null;
}

export function statusOf({ joinedAt }: Pick<Member, 'joinedAt'>): MemberStatus {
  return joinedAt === null ? 'invited' : 'active';
}

/** Whether a member of one role may make, change or remove members of others: only owners touch owners. */
export function mayManage(actor: MemberRole, ...touched: readonly MemberRole[]): boolean {
  return actor === 'owner' || !touched.includes('owner');
}

/** An e-mail address in the one spelling in which it is looked up. */
export function plainEmail(email: string): string {
  return email.toLowerCase();
}
