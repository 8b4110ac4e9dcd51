import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import type { Names } from './names-of.js';
import { namesOf } from './names-of.js';

const query = { limit: 100 } as const;
const removals = { action: 'member.removed', ...query } as const;

/** Names by the ids of members and API keys, also of those that were removed or revoked, as far as the reader may read them. */
export function useNames(): Names {
  const { t, moment } = useLanguage();
  const enabled = useMay('members:read');
  const removed = useApi('GET /audit-events', { query: removals }, { enabled: useMay('audit_events:read') });
  const former = useApi('GET /members/former', { query }, { enabled });
  const members = useApi('GET /members', { query }, { enabled });
  const keys = useApi('GET /api-keys', { query }, { enabled: useMay('api_keys:read') });
  const named = { members: members.data?.data, former: former.data?.data, keys: keys.data?.data };
  return namesOf({ ...named, removals: removed.data?.data }, (at) => t.members.former(moment(at)));
}
