import { PAPER_ZONE } from '@paygate/paper';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import css from './till.module.css';

const SECOND_MS = 1_000;
const seconds = new Intl.DateTimeFormat('fr', { timeZone: PAPER_ZONE, timeStyle: 'medium' });

/** The word of the day and a clock whose hand moves: a picture of the screen has neither. */
export function TillClock({ word }: { readonly word: string }): ReactNode {
  const { t } = useLanguage();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <div className={css['head']}>
      <p className={css['word']}>
        <span>{t.till.word}</span> <strong>{word}</strong>
      </p>
      <p className={css['clock']}>
        <span className={css['hand']} aria-hidden="true" />
        <time>{seconds.format(now)}</time>
      </p>
    </div>
  );
}
