import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Copyable } from './values.js';

interface SecretOnceProps {
  readonly title: string;
  /** Says that it is not shown again. */
  readonly text: string;
  readonly secret: string;
  /** Names the secret. */
  readonly label: string;
  readonly onDone: () => void;
}

/** A dialog with a secret while it can be seen, which only its button closes. */
export function SecretOnce({ title, text, secret, label, onDone }: SecretOnceProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Dialog title={title}>
      <p role="status">{text}</p>
      <Copyable text={secret} label={label} />
      <div>
        <Button look="primary" onClick={onDone}>
          {t.action.done}
        </Button>
      </div>
    </Dialog>
  );
}
