import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../button.js';
import css from '../data.module.css';

interface PagerProps {
  readonly after: string | undefined;
  readonly next: string | null;
}

/** Links to the first and the next page of a list, whose beginning is `after` in the URL. */
export function Pager({ after, next }: PagerProps): ReactNode {
  const { t } = useLanguage();
  if (after === undefined && next === null) return null;
  return (
    <nav className={css['pager']} aria-label={t.list.pages}>
      {after !== undefined && (
        <Link to="." search={(now: object) => ({ ...now, after: undefined })} className={buttonClass('plain')}>
          {t.list.first}
        </Link>
      )}
      {next !== null && (
        <Link to="." search={(now: object) => ({ ...now, after: next })} className={buttonClass('plain')}>
          {t.list.next}
        </Link>
      )}
    </nav>
  );
}
