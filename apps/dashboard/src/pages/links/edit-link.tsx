import type { PaymentLink } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { TermFields } from './link-fields.js';
import { changedTerms, typedTerms } from './link-terms.js';

/** A button that changes text, uses, end and return URL of a link. */
export function EditLink({ link }: { readonly link: PaymentLink }): ReactNode {
  const { t } = useLanguage();
  return <DialogButton text={t.action.edit}>{(close) => <EditDialog link={link} onClose={close} />}</DialogButton>;
}

interface DialogProps {
  readonly link: PaymentLink;
  readonly onClose: () => void;
}

function EditDialog({ link, onClose }: DialogProps): ReactNode {
  const { t } = useLanguage();
  const change = useChange('PATCH /payment-links/{id}');
  const [faults, setFaults] = useState({});
  return (
    <Dialog title={t.links.edit} onClose={onClose}>
      <Form
        error={change.error}
        faults={faults}
        onSubmit={(fields) => {
          const typed = typedTerms(fields, t.typed);
          setFaults(typed.faults);
          if (typed.values === undefined) return;
          const body = changedTerms(link, typed.values);
          change.mutate({ path: { id: link.id }, body }, { onSuccess: onClose });
        }}
      >
        <p>{t.links.whatStays}</p>
        <TermFields of={link} />
        <Submit text={t.action.save} busy={change.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}
