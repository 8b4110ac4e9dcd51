import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';

const EVERY_MS = 30_000;

/** A notice for each operator that is slow or down in the mode. Nothing otherwise. */
export function OperatorsNotice(): ReactNode {
  const { t } = useLanguage();
  const { data } = useApi('GET /operators', {}, { every: EVERY_MS });
  const slow = (data?.data ?? []).filter(({ state }) => state === 'degraded' || state === 'down');
  return slow.map(({ operator, state, methods }) => {
    const collects = methods.find(({ method }) => method === 'collect');
    const bad = (collects?.last60Minutes.failed ?? 0) + (collects?.last60Minutes.stuck ?? 0);
    const name = t.operator[operator] ?? operator;
    return (
      <div key={operator} role="status" className={css['notice']}>
        <strong>{state === 'down' ? t.overview.operatorDown(name) : t.overview.operatorSlow(name)}</strong>
        <span>{t.overview.operatorBad(bad.toString(), (collects?.last60Minutes.succeeded ?? 0).toString())}</span>
      </div>
    );
  });
}
