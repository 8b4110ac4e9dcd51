import type { ComponentProps, ReactNode } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.js';
import css from './controls.module.css';

interface DialogProps {
  readonly title: string;
  /** Is called by Escape. Without it only a button of the dialog closes it, as where a secret is shown once. */
  readonly onClose?: () => void;
  /** Its name in style sheets. */
  readonly look?: 'drawer' | 'cover';
  readonly children: ReactNode;
}

/**
 * A modal dialog while it is rendered. The browser keeps the focus in it, and returns it to where it was. It stands outside of what has
 * opened it, which may be a menu that closes.
 */
export function Dialog({ title, onClose, look, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`${css['dialog'] ?? ''} ${look === undefined ? '' : (css[look] ?? '')}`}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        // a browser lets a second Escape close what a first one may not
        if (event.key === 'Escape' && onClose === undefined) event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget }) => {
        // by the way back of a phone, which a browser does not let a page refuse twice
        if (onClose === undefined && currentTarget.isConnected) currentTarget.showModal();
      }}
      onClick={({ target, currentTarget }) => {
        // the backdrop is the dialog itself
        if (look === 'drawer' && target === currentTarget) onClose?.();
      }}
    >
      <div className={css['dialogBody']}>
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  readonly text: string;
  /** The dialog, which calls what it is given when it closes. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with the dialog that it opens. */
export function DialogButton({ text, children, ...button }: DialogButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setOpen(true);
        }}
      >
        {text}
      </Button>
      {open &&
        children(() => {
          setOpen(false);
        })}
    </>
  );
}
