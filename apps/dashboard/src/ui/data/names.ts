import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';

const query = { limit: 100 } as const;
const removals = { action: 'member.removed', ...query } as const;

type Names = ReadonlyMap<string, string>;

/**
 * Names by the ids of members, and of members who were removed, which say when. Each is named to whoever may read it; other ids are not in
 * the map.
 */
export function useMemberNames(): Names {
  const { t, moment } = useLanguage();
  const removed = useApi('GET /audit-events', { query: removals }, { enabled: useMay('audit_events:read') });
  const members = useApi('GET /members', { query }, { enabled: useMay('members:read') });
  return new Map([
    ...(removed.data?.data ?? []).map(
      ({ subject, occurredAt }) => [subject, t.members.former(moment(occurredAt))] as const,
    ),
    ...(members.data?.data ?? []).map(({ id, name, email }) => [id, name ?? email] as const),
  ]);
}

/** The same with the names of API keys. */
export function useNames(): Names {
  const keys = useApi('GET /api-keys', { query }, { enabled: useMay('api_keys:read') });
  return new Map([...useMemberNames(), ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const)]);
}
