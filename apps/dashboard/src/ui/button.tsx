import type { ComponentProps, ReactNode } from 'react';
import css from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'danger';
  /** Its change is under way: a second press does nothing. The button keeps the focus. */
  readonly busy?: boolean;
}

export function Button({ look = 'plain', busy = false, onClick, ...props }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={busy}
      className={buttonClass(look)}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** The class of a link that looks like a button. */
export function buttonClass(look: 'plain' | 'primary' | 'danger'): string {
  return [css['button'], look === 'plain' ? '' : css[look]].join(' ');
}

export function Actions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={css['actions']}>{children}</div>;
}
