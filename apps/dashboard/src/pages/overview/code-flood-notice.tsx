import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { FLOOD, isFlood } from './code-flood.js';

const EVERY_MS = 60_000;
const CODE = 'otp_budget_spent' as const;

/** A notice while many requests for one-time passwords are refused, with a link to them. Nothing otherwise. */
export function CodeFloodNotice(): ReactNode {
  const { t } = useLanguage();
  const query = { code: CODE, limit: FLOOD };
  const refused = useApi('GET /request-logs', { query }, { enabled: useMay('requests:read'), every: EVERY_MS });
  if (!isFlood(refused.data?.data ?? [], Date.now())) return null;
  return (
    <div role="status" className={css['notice']}>
      <strong>{t.overview.codeFlood}</strong>
      <span>{t.overview.codeFloodWhy}</span>
      <Link to="/request-logs" search={{ code: CODE }}>
        {t.overview.codeFloodShow}
      </Link>
    </div>
  );
}
