import type { CreatePaymentLinkRequest, PaymentLink } from '@paygate/api-types';
import { decimalOf } from '@paygate/paper';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Select, Submit } from '../../ui/form.js';
import { installed } from '../../ui/data/installation.js';
import { allTyped, typedAmount } from '../../ui/typed.js';
import { TermFields } from './link-fields.js';
import { typedTerms } from './link-terms.js';

type Currency = CreatePaymentLinkRequest['currency'];
const known: Readonly<Record<Currency, true>> = { XAF: true, XOF: true };
const isKnown = (code: string): code is Currency => code in known;

/** The currencies that this installation takes, of which a link has one. */
function takenCurrencies(): readonly Currency[] {
  const taken = installed('currencies').split(',').filter(isKnown);
  return taken.length === 0 ? ['XAF'] : taken;
}

interface NewLinkProps {
  /** The link whose terms the new one begins with. */
  readonly like?: PaymentLink;
}

/** A button that creates a link, or another one like a link, and leads to its page. */
export function NewLink({ like }: NewLinkProps): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton
      look={like === undefined ? 'primary' : 'plain'}
      text={like === undefined ? t.links.add : t.links.copy}
    >
      {(close) => <NewLinkDialog like={like} onClose={close} />}
    </DialogButton>
  );
}

interface DialogProps {
  readonly like: PaymentLink | undefined;
  readonly onClose: () => void;
}

function NewLinkDialog({ like, onClose }: DialogProps): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const create = useChange('POST /payment-links');
  const [faults, setFaults] = useState({});
  return (
    <Dialog title={like === undefined ? t.links.add : t.links.copy} onClose={onClose}>
      <Form
        error={create.error}
        faults={faults}
        onSubmit={(fields) => {
          const currency = takenCurrencies().find((code) => code === fields.text('currency')) ?? 'XAF';
          const read = allTyped({ amount: typedAmount(fields.text('amount'), currency, t.typed) });
          const typed = typedTerms(fields, t.typed);
          setFaults({ ...read.faults, ...typed.faults });
          if (read.values === undefined || typed.values === undefined) return;
          const onSuccess = ({ id }: { readonly id: string }) => {
            onClose();
            void navigate({ to: '/payment-links/$id', params: { id } });
          };
          const referencePattern = fields.given('referencePattern') ?? null;
          const terms = { currency, amount: read.values.amount ?? null, referencePattern, ...typed.values };
          const more = like === undefined ? {} : unseenTerms(like, terms);
          create.mutate({ body: { ...terms, ...more } }, { onSuccess });
        }}
      >
        <LinkFields like={like} />
        <Submit text={t.action.create} busy={create.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function LinkFields({ like }: Pick<DialogProps, 'like'>): ReactNode {
  const { t } = useLanguage();
  const optional = (label: string): string => `${label} (${t.form.optional})`;
  return (
    <>
      <p>{t.links.termsStay}</p>
      <Field
        label={optional(t.links.amount)}
        name="amount"
        inputMode="numeric"
        hint={t.links.amountHint}
        defaultValue={typedAmountOf(like)}
      />
      <Select
        label={t.links.currency}
        name="currency"
        options={takenCurrencies().map((code) => [code, code] as const)}
        defaultValue={like?.currency}
      />
      <Field
        label={optional(t.links.reference)}
        name="referencePattern"
        hint={t.links.referenceHint}
        defaultValue={like?.referencePattern ?? ''}
      />
      <TermFields of={like === undefined ? {} : { ...like, expiresAt: null }} />
    </>
  );
}

/** The fixed amount of a link as people type it. */
function typedAmountOf(link: PaymentLink | undefined): string {
  return link === undefined || link.amount === null ? '' : decimalOf(link.amount, link.currencyExponent);
}

/** The terms of a link that have no field, for another one. Bounds are those of an amount that the payer names, in the same currency. */
function unseenTerms(
  { checkoutRetries, minAmount, maxAmount, currency }: PaymentLink,
  terms: CreatePaymentLinkRequest,
): Partial<CreatePaymentLinkRequest> {
  const bounds = terms.amount === null && terms.currency === currency ? { minAmount, maxAmount } : {};
  return { checkoutRetries: checkoutRetries ?? null, ...bounds };
}
