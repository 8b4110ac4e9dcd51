import type { ApiKey, AuditEvent, FormerMember, Member } from '@paygate/api-types';

/** Names by ids. */
export type Names = ReadonlyMap<string, string>;

/** Names of members and keys: those of today, and those kept of members who were removed. */
export interface Named {
  readonly members?: readonly Pick<Member, 'id' | 'name' | 'email'>[] | undefined;
  readonly former?: readonly Pick<FormerMember, 'id' | 'name' | 'removedAt'>[] | undefined;
  /** Records of removals. Members who were removed before names were kept have nothing else. */
  readonly removals?: readonly Pick<AuditEvent, 'subject' | 'occurredAt'>[] | undefined;
  readonly keys?: readonly Pick<ApiKey, 'id' | 'name'>[] | undefined;
}

/** The name of each member and key, also after its removal; where none is left, `formerAt` says when it was removed. */
export function namesOf(
  { members = [], former = [], removals = [], keys = [] }: Named,
  formerAt: (removedAt: string) => string,
): Names {
  return new Map([
    ...removals.map(({ subject, occurredAt }) => [subject, formerAt(occurredAt)] as const),
    ...former.map(({ id, name, removedAt }) => [id, name ?? formerAt(removedAt)] as const),
    ...members.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}
