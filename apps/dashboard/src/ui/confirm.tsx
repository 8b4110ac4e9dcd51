import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Actions, Button } from './button.js';
import { Dialog, DialogButton } from './dialog.js';
import { ProblemNotice } from './problem-notice.js';

interface ConfirmProps {
  /** The words of the button that opens the dialog, and of the one that confirms. */
  readonly action: string;
  /** The object of the button's action, for its accessible name. */
  readonly about: string;
  readonly question: string;
  readonly change: Pick<UseMutationResult, 'isPending' | 'error'>;
  /** Is called with what closes the dialog. */
  readonly onConfirm: (close: () => void) => void;
}

/** A button whose action is confirmed first. */
export function Confirm({ action, about, question, change, onConfirm }: ConfirmProps): ReactNode {
  const { t, named } = useLanguage();
  return (
    <DialogButton look="danger" aria-label={named(action, about)} text={action}>
      {(close) => (
        <Dialog title={named(action, about)} onClose={close}>
          <p>{question}</p>
          <ProblemNotice error={change.error} />
          <Actions>
            <Button
              look="danger"
              busy={change.isPending}
              onClick={() => {
                onConfirm(close);
              }}
            >
              {action}
            </Button>
            <Button onClick={close}>{t.action.goBack}</Button>
          </Actions>
        </Dialog>
      )}
    </DialogButton>
  );
}
