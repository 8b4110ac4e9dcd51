import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../button.js';
import css from '../data.module.css';
import { Empty, Loaded } from '../loaded.js';

interface ListPage<Row> {
  readonly data: readonly Row[];
  /** The beginning of the next page; null on the last one. A list without pages has none. */
  readonly nextCursor?: string | null;
}

interface ListedProps<Row> {
  readonly query: UseQueryResult<ListPage<Row>>;
  /** The beginning of the page, as in the URL. */
  readonly after?: string | undefined;
  /** Stands in place of the rows where there are none. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A page of a list, with links to the first and the next one; or that it is awaited, or why there is none. */
export function Listed<Row>({ query, after, empty, children }: ListedProps<Row>): ReactNode {
  return (
    <Loaded query={query}>
      {({ data, nextCursor = null }) => (
        <>
          {data.length > 0 && children(data)}
          {data.length === 0 && (typeof empty === 'string' ? <Empty text={empty} /> : empty)}
          <Pager after={after} next={nextCursor} />
        </>
      )}
    </Loaded>
  );
}

interface PagerProps {
  readonly after: string | undefined;
  readonly next: string | null;
}

function Pager({ after, next }: PagerProps): ReactNode {
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
