import type { ReactNode } from 'react';
import css from './controls.module.css';

/** The mark of Paygate. The words beside it name it. */
export function Mark(): ReactNode {
  return (
    <svg className={css['mark']} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M10 24V8h7.5a5.5 5.5 0 0 1 0 11H14v5z" />
    </svg>
  );
}
