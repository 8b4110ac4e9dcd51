import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import css from './controls.module.css';

interface DialogProps {
  readonly title: string;
  /** Is called by Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog while it is rendered. The browser keeps the focus in it, and returns it to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css['dialogBody']}>
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
