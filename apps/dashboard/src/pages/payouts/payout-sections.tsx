import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';

/** The ways between the pages of payouts. */
export function PayoutSections(): ReactNode {
  const { t } = useLanguage();
  return (
    <nav className={css['pager']} aria-label={t.payouts.sections}>
      <Link to="/payouts" className={buttonClass('plain')} activeOptions={{ exact: true }}>
        {t.payouts.title}
      </Link>
      <Link to="/payouts/batches" className={buttonClass('plain')}>
        {t.batches.title}
      </Link>
      <Link to="/payouts/destinations" className={buttonClass('plain')}>
        {t.payouts.destinationsTitle}
      </Link>
      <Link to="/payouts/schedule" className={buttonClass('plain')}>
        {t.payouts.scheduleTitle}
      </Link>
    </nav>
  );
}
