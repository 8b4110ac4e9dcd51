import type { PaymentIntent } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { wordFor } from '../../../i18n/api-words.js';
import type { Messages } from '../../../i18n/en.js';
import { useLanguage } from '../../../i18n/language.js';
import { Actions, Button } from '../../../ui/button.js';
import { Dialog, DialogButton } from '../../../ui/dialog.js';
import { Field, Form, Submit } from '../../../ui/form.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import type { Typed } from '../../../ui/typed.js';
import { typedAmount } from '../../../ui/typed.js';

interface OfPayment {
  readonly payment: PaymentIntent;
}

interface Refundable extends OfPayment {
  /** What can be refunded, in minor units. */
  readonly rest: string;
}

/** A button that refunds a payment, in full or in part, after a confirmation. */
export function RefundButton({ payment, rest }: Refundable): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton text={t.refunds.action}>
      {(close) => <RefundDialog payment={payment} rest={rest} onClose={close} />}
    </DialogButton>
  );
}

/** The refund that the first step of the dialog asks for. */
interface Wish {
  readonly amount: string;
  readonly reason: string | null;
}

function RefundDialog({ payment, rest, onClose }: Refundable & { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const [wish, setWish] = useState<Wish>({ amount: rest, reason: null });
  const [confirming, setConfirming] = useState(false);
  return (
    <Dialog title={t.refunds.of(payment.id)} onClose={onClose}>
      {confirming ? (
        <Confirmation
          payment={payment}
          wish={wish}
          onBack={() => {
            setConfirming(false);
          }}
          onClose={onClose}
        />
      ) : (
        <WishForm
          payment={payment}
          rest={rest}
          wish={wish}
          onWish={(wanted) => {
            setWish(wanted);
            setConfirming(true);
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface WishProps extends Refundable {
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
  readonly onClose: () => void;
}

function WishForm({ payment, rest, wish, onWish, onClose }: WishProps): ReactNode {
  const { t, money } = useLanguage();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const most = money(rest, payment.currency, payment.currencyExponent);
  return (
    <Form
      error={null}
      faults={faults}
      onSubmit={(fields) => {
        const typed = wishedAmount(fields.text('amount'), { rest, currency: payment.currency }, t, most);
        if ('fault' in typed) setFaults({ amount: typed.fault });
        else onWish({ amount: typed.value, reason: fields.given('reason') ?? null });
      }}
    >
      <Field
        label={t.refunds.amount}
        name="amount"
        inputMode="numeric"
        defaultValue={wish.amount}
        hint={t.refunds.amountHint(most)}
      />
      <Field
        label={`${t.refunds.reason} (${t.form.optional})`}
        name="reason"
        maxLength={500}
        defaultValue={wish.reason ?? ''}
        hint={t.refunds.reasonHint}
      />
      <Submit text={t.refunds.goOn} onLeave={onClose} />
    </Form>
  );
}

/** The amount as a person types it, also as the page writes it; all that is left for an empty field. */
function wishedAmount(
  text: string,
  { rest, currency }: { readonly rest: string; readonly currency: string },
  t: Messages,
  most: string,
): Typed<string> {
  const typed = typedAmount(text, currency, t.typed);
  if ('fault' in typed) return typed;
  const { value = rest } = typed;
  return BigInt(value) > BigInt(rest) ? { fault: t.refunds.tooMuch(most) } : { value };
}

interface ConfirmationProps extends OfPayment {
  readonly wish: Wish;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Says where the money goes and where it comes from. A repeated try has the key of the first: it refunds once. */
function Confirmation({ payment, wish, onBack, onClose }: ConfirmationProps): ReactNode {
  const { t, money } = useLanguage();
  const refund = useChange('POST /gateway/{id}/refunds');
  const { id, currency, currencyExponent, fee } = payment;
  const amount = money(wish.amount, currency, currencyExponent);
  return (
    <>
      <ProblemNotice error={refund.error} />
      <p>
        <Destination payment={payment} amount={amount} />
      </p>
      <p>{fee === null || fee === '0' ? t.refunds.noFee : t.refunds.feeKept(money(fee, currency, currencyExponent))}</p>
      <Actions>
        <Button
          look="danger"
          busy={refund.isPending}
          onClick={() => {
            refund.mutate({ path: { id }, body: { ...wish, metadata: null } }, { onSuccess: onClose });
          }}
        >
          {t.refunds.confirm(amount)}
        </Button>
        <Button onClick={onBack}>{t.refunds.back}</Button>
      </Actions>
    </>
  );
}

function Destination({ payment, amount }: OfPayment & { readonly amount: string }): ReactNode {
  const { t } = useLanguage();
  const { paymentMethod, payer } = payment;
  if (paymentMethod?.type === 'wallet') return t.refunds.toWallet(amount);
  const { phoneMasked, operator } = payer ?? { phoneMasked: null, operator: null };
  if (phoneMasked === null || operator === null) return t.refunds.toPayer(amount);
  return t.refunds.toPhone(amount, maskedText(phoneMasked), wordFor(t.operator, operator));
}
