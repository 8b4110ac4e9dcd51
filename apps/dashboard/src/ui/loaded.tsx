import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button } from './button.js';
import css from './data.module.css';
import { ProblemNotice } from './problem-notice.js';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The answer of a query, or that it is awaited, or why there is none. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>): ReactNode {
  const { t } = useLanguage();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null)
    return (
      <div role="status" className={css['loading']}>
        {t.state.loading}
      </div>
    );
  return (
    <>
      <ProblemNotice error={query.error} />
      <div>
        <Button onClick={() => void query.refetch()}>{t.state.retry}</Button>
      </div>
    </>
  );
}

interface EmptyProps {
  readonly text: string;
  readonly children?: ReactNode;
}

export function Empty({ text, children }: EmptyProps): ReactNode {
  return (
    <div className={css['empty']}>
      <p>{text}</p>
      {children}
    </div>
  );
}
