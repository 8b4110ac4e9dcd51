import type { SummaryLine, TillLine } from '@paygate/api-types';
import { useSession } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { useNames } from '../../ui/data/names.js';
import { useTillNames } from '../../ui/data/till-names.js';

/** A line of sums, with its till where sums are read by till. */
export type Line = SummaryLine & Partial<Pick<TillLine, 'tillId'>>;

/** A line of sums in words. */
export type LineWords = Readonly<Record<'type' | 'method' | 'who' | 'till', (line: Line) => string>>;

/** Words for lines of sums. Names of members and of API keys are shown to whoever may read them, their ids to others. */
export function useLineWords(): LineWords {
  const { t } = useLanguage();
  const known = useNames();
  const { acting, email } = useSession();
  const tillName = useTillNames();
  const names = new Map([[acting.memberId, email] as const, ...known]);
  return {
    type: ({ type }) => wordFor(t.balance.types, type),
    method: ({ method }) => (method === null ? '–' : wordFor(t.balance.methods, method)),
    till: ({ tillId = null }) => tillName(tillId) ?? '–',
    who: ({ actor }) => (actor === null ? '–' : (names.get(actor) ?? actor)),
  };
}
