import type { ReactNode } from 'react';
import css from './data.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The content of a page. Its heading takes the focus when the page opens. */
export function Page({ title, lead, actions, children }: PageProps): ReactNode {
  return (
    <div className={css['page']}>
      <title>{`${title} · Paygate`}</title>
      <div className={css['head']}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p className={css['lead']}>{lead}</p>}
        </div>
        <div className={css['headActions']}>{actions}</div>
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Card({ title, children }: CardProps): ReactNode {
  return (
    <section className={css['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The one number that matters on a page or card, with its name. */
export function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <dl className={css['figure']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </dl>
  );
}

/** Names with their values. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className={css['facts']}>
      {rows.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
