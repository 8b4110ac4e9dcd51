import type { PaymentIntent } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import { Actions, Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field, Form } from '../../../ui/form.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';

interface OfPayment {
  readonly payment: PaymentIntent;
}

/** A button that refunds a payment, in full or in part, after a confirmation. */
export function RefundButton({ payment }: OfPayment): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.refunds.action}
      </Button>
      {open && (
        <RefundDialog
          payment={payment}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** The refund that the first step of the dialog asks for. */
interface Wish {
  readonly amount: string;
  readonly reason: string | null;
}

function RefundDialog({ payment, onClose }: OfPayment & { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const [wish, setWish] = useState<Wish>({ amount: refundable(payment), reason: null });
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

interface WishProps extends OfPayment {
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
  readonly onClose: () => void;
}

function WishForm({ payment, wish, onWish, onClose }: WishProps): ReactNode {
  const { t, money } = useLanguage();
  const most = money(refundable(payment), payment.currency, payment.currencyExponent);
  return (
    <Form
      error={null}
      onSubmit={(fields) => {
        const amount = fields.text('amount').replaceAll(/\s/g, '') || refundable(payment);
        onWish({ amount, reason: fields.given('reason') ?? null });
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
      <Actions>
        <Button type="submit" look="primary">
          {t.refunds.goOn}
        </Button>
        <Button onClick={onClose}>{t.action.cancel}</Button>
      </Actions>
    </Form>
  );
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
  const isAmount = /^[0-9]+$/.test(wish.amount);
  const amount = isAmount ? money(wish.amount, currency, currencyExponent) : wish.amount;
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

/** The amount that can still be refunded. Refunds in progress count as refunded: the API refuses what exceeds the rest. */
export function refundable({ amount, amountRefunded }: PaymentIntent): string {
  return (BigInt(amount) - BigInt(amountRefunded)).toString();
}
