import type { SummaryLine } from '@paygate/api-types';
import { useApi } from '../../api/queries.js';
import { useMay, useSession } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';

const MOST = 100;

/** A line of sums in words. Names of members and of API keys are shown to whoever may read them, their ids to others. */
export function useLineWords(): Readonly<Record<'type' | 'method' | 'who', (line: SummaryLine) => string>> {
  const { t } = useLanguage();
  const members = useApi('GET /members', { query: { limit: MOST } }, { enabled: useMay('members:read') });
  const keys = useApi('GET /api-keys', { query: { limit: MOST } }, { enabled: useMay('api_keys:read') });
  const { acting, email } = useSession();
  const names = new Map([
    [acting.memberId, email] as const,
    ...(members.data?.data ?? []).map(({ id, name, email }) => [id, name ?? email] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return {
    type: ({ type }) => wordFor(t.balance.types, type),
    method: ({ method }) => (method === null ? '–' : wordFor(t.balance.methods, method)),
    who: ({ actor }) => (actor === null ? '–' : (names.get(actor) ?? actor)),
  };
}
