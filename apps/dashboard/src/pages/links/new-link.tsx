import type { CreatePaymentLinkRequest } from '@paygate/api-types';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import type { FormFields } from '../../ui/form.js';
import { Field, Form, Select } from '../../ui/form.js';
import { allTyped, typedAmount } from '../../ui/typed.js';

const currencies = ['XAF', 'XOF'] as const satisfies readonly CreatePaymentLinkRequest['currency'][];

/** A button that creates a link, and leads to its page. */
export function NewLink(): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.links.add}
      </Button>
      {open && (
        <NewLinkDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function NewLinkDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const create = useChange('POST /payment-links');
  const [faults, setFaults] = useState({});
  return (
    <Dialog title={t.links.add} onClose={onClose}>
      <Form
        error={create.error}
        faults={faults}
        onSubmit={(fields) => {
          const currency = currencies.find((code) => code === fields.text('currency')) ?? 'XAF';
          const read = allTyped({ amount: typedAmount(fields.text('amount'), currency, t.typed) });
          setFaults(read.faults);
          if (read.values === undefined) return;
          const onSuccess = ({ id }: { readonly id: string }) =>
            void navigate({ to: '/payment-links/$id', params: { id } });
          create.mutate({ body: linkOf(fields, { currency, amount: read.values.amount ?? null }) }, { onSuccess });
        }}
      >
        <LinkFields />
        <Actions>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t.action.create}
          </Button>
          <Button onClick={onClose}>{t.action.cancel}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function LinkFields(): ReactNode {
  const { t } = useLanguage();
  const optional = (label: string): string => `${label} (${t.form.optional})`;
  return (
    <>
      <p>{t.links.termsStay}</p>
      <Field label={optional(t.links.amount)} name="amount" inputMode="numeric" hint={t.links.amountHint} />
      <Select label={t.links.currency} name="currency" options={currencies.map((code) => [code, code] as const)} />
      <Field label={optional(t.links.description)} name="description" maxLength={500} hint={t.links.descriptionHint} />
      <Field label={optional(t.links.reference)} name="referencePattern" hint={t.links.referenceHint} />
      <Field label={optional(t.links.maxUses)} name="maxUses" inputMode="numeric" hint={t.links.maxUsesHint} />
      <Field label={optional(t.links.expires)} name="expiresAt" type="datetime-local" />
    </>
  );
}

/** The fields as the API takes them; what is no number is sent as typed, so that the API names the fault. */
function linkOf(
  fields: FormFields,
  money: Required<Pick<CreatePaymentLinkRequest, 'currency' | 'amount'>>,
): CreatePaymentLinkRequest {
  const [uses, end] = [fields.given('maxUses'), fields.given('expiresAt')];
  return {
    ...money,
    description: fields.given('description') ?? null,
    referencePattern: fields.given('referencePattern') ?? null,
    maxUses: uses === undefined ? null : Number(uses),
    expiresAt: end === undefined ? null : new Date(end).toISOString(),
  };
}
