import type { ReactNode } from 'react';
import css from './controls.module.css';

const shapes = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  close: 'M5 5l14 14M19 5L5 19',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  filter: 'M3 5h18M6.5 12h11M10 19h4',
  copy: 'M9 9h11v12H9zM15 9V3H4v12h5',
  done: 'M4 13l5 5L20 6',
  person: 'M12 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c.6-4 3.6-6.5 8-6.5s7.4 2.5 8 6.5',
} as const;

/** A drawing beside or instead of words. Screen readers skip it: its button has a name. */
export function Icon({ of }: { readonly of: keyof typeof shapes }): ReactNode {
  return <Drawing path={shapes[of]} />;
}

/** The same of a path in a square of 24. */
export function Drawing({ path }: { readonly path: string }): ReactNode {
  return (
    <svg className={css['icon']} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
