import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Submit } from '../../ui/form.js';

/** A button that sends the receipt of a completed payment again: to the address that is typed, or else to that of whoever paid. */
export function ReceiptButton({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  return <DialogButton text={t.receipt.action}>{(close) => <ReceiptDialog id={id} onClose={close} />}</DialogButton>;
}

function ReceiptDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t, count } = useLanguage();
  const send = useChange('POST /gateway/{id}/receipt');
  return (
    <Dialog title={t.receipt.title} onClose={onClose}>
      <Form
        error={send.error}
        onSubmit={(fields) => {
          const email = fields.given('email');
          send.mutate({ path: { id }, body: { channel: 'email', ...(email === undefined ? {} : { email }) } });
        }}
      >
        <Field label={t.receipt.email} name="email" type="email" hint={t.receipt.hint} />
        {send.isSuccess && <p role="status">{t.receipt.sent(count(send.data.sendsRemaining))}</p>}
        <Submit text={t.receipt.send} busy={send.isPending} onLeave={onClose} leave={t.action.close} />
      </Form>
    </Dialog>
  );
}
