import type { PayoutDestination } from '@paygate/api-types';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { maskedText } from '@paygate/typed-input';
import { useApi, useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../../ui/button.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Select, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Facts } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { allTyped, typedAmount } from '../../ui/typed.js';

/** A button that requests a payout: where to and how much, then what it costs, then the payout itself. */
export function RequestPayout(): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.payouts.request}>
      {(close) => <RequestDialog onClose={close} />}
    </DialogButton>
  );
}

interface Closing {
  readonly onClose: () => void;
}

/** The payout that the first step of the dialog asks for. The amount is everything available when undefined. */
interface Wish {
  readonly destination: PayoutDestination;
  readonly amount: string | undefined;
  readonly reason: string | null;
}

function RequestDialog({ onClose }: Closing): ReactNode {
  const { t } = useLanguage();
  const destinations = useApi('GET /payout-destinations', {});
  const [wish, setWish] = useState<Wish>();
  const [confirming, setConfirming] = useState(false);
  return (
    <Dialog title={t.payouts.request} onClose={onClose}>
      <Loaded query={destinations}>
        {({ data, operators }) =>
          confirming && wish !== undefined ? (
            <Confirmation
              wish={wish}
              onBack={() => {
                setConfirming(false);
              }}
            />
          ) : (
            <Wishing
              destinations={data.filter(({ operator }) => operators.some((one) => one === operator))}
              operators={operators}
              wish={wish}
              onWish={(wanted) => {
                setWish(wanted);
                setConfirming(true);
              }}
              onClose={onClose}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface WishingProps extends Closing {
  readonly destinations: readonly PayoutDestination[];
  /** Those by which money can be paid out. */
  readonly operators: readonly string[];
  readonly wish: Wish | undefined;
  readonly onWish: (wish: Wish) => void;
}

function Wishing({ destinations, operators, onClose, ...wishing }: WishingProps): ReactNode {
  const { t, time } = useLanguage();
  const usable = destinations.filter(({ status }) => status === 'usable');
  if (usable.length > 0) return <WishForm usable={usable} onClose={onClose} {...wishing} />;
  const next = destinations.find(({ status }) => status === 'waiting');
  const missing = next === undefined ? t.payouts.noDestination : t.payouts.waiting(time(next.usableAt));
  return (
    <>
      <p>{operators.length === 0 ? t.payouts.noOperator : missing}</p>
      <Actions>
        {next === undefined && operators.length > 0 && (
          <Link to="/payouts/destinations" className={buttonClass('primary')}>
            {t.payouts.addFirst}
          </Link>
        )}
        <Button onClick={onClose}>{t.action.close}</Button>
      </Actions>
    </>
  );
}

interface WishFormProps extends Omit<WishingProps, 'destinations' | 'operators'> {
  readonly usable: readonly PayoutDestination[];
}

function WishForm({ usable, wish, onWish, onClose }: WishFormProps): ReactNode {
  const { t } = useLanguage();
  const [faults, setFaults] = useState({});
  return (
    <Form
      error={null}
      faults={faults}
      onSubmit={(fields) => {
        const destination = usable.find(({ id }) => id === fields.text('destinationId')) ?? usable[0];
        if (destination === undefined) return;
        const read = allTyped({ amount: typedAmount(fields.text('amount'), destination.currency, t.typed) });
        setFaults(read.faults);
        if (read.values === undefined) return;
        onWish({ destination, amount: read.values.amount, reason: fields.given('reason') ?? null });
      }}
    >
      <Select
        label={t.payouts.destination}
        name="destinationId"
        defaultValue={wish?.destination.id}
        options={usable.map(
          ({ id, label, phoneMasked, operator }) =>
            [id, `${label} · ${maskedText(phoneMasked)} · ${wordFor(t.operator, operator)}`] as const,
        )}
      />
      <AvailableMoney />
      <Field
        label={`${t.payouts.amount} (${t.form.optional})`}
        name="amount"
        inputMode="numeric"
        defaultValue={wish?.amount}
        hint={t.payouts.amountHint}
      />
      <Field
        label={`${t.payouts.reason} (${t.form.optional})`}
        name="reason"
        maxLength={500}
        defaultValue={wish?.reason ?? ''}
        hint={t.payouts.reasonHint}
      />
      <Submit text={t.payouts.goOn} onLeave={onClose} />
    </Form>
  );
}

function AvailableMoney(): ReactNode {
  const { t, money } = useLanguage();
  const balance = useApi('GET /balance', {});
  if (balance.data === undefined) return null;
  const { balances } = balance.data;
  const words = balances.map(({ available, currency }) => t.payouts.available(money(available, currency)));
  return <p>{words.length === 0 ? t.payouts.nothing : words.join(' · ')}</p>;
}

interface ConfirmationProps {
  readonly wish: Wish;
  readonly onBack: () => void;
}

/** The fee of the payout and the amount that arrives. A repeated try has the key of the first: it pays once. */
function Confirmation({ wish, onBack }: ConfirmationProps): ReactNode {
  const { t, money } = useLanguage();
  const navigate = useNavigate();
  const { destination, amount, reason } = wish;
  const { id: destinationId, currency } = destination;
  const quote = useApi('GET /payout-fee', { query: { destinationId, amount } });
  const request = useChange('POST /payouts');
  return (
    <Loaded query={quote}>
      {(read) => (
        <>
          <ProblemNotice error={request.error} />
          <p>
            {t.payouts.sends(
              money(read.net, currency),
              maskedText(destination.phoneMasked),
              wordFor(t.operator, destination.operator),
            )}
          </p>
          <Facts
            rows={[
              [t.payouts.amount, money(read.amount, currency)],
              [t.payouts.fee, money(read.fee, currency)],
              [t.payouts.net, <strong key="net">{money(read.net, currency)}</strong>],
            ]}
          />
          {read.amount === '0' && <p>{t.payouts.nothing}</p>}
          <Actions>
            {read.amount !== '0' && (
              <Button
                look="primary"
                busy={request.isPending}
                onClick={() => {
                  const body = { destinationId, amount: read.amount, reason, metadata: null };
                  const onSuccess = ({ id }: { readonly id: string }) =>
                    void navigate({ to: '/payouts/$id', params: { id } });
                  request.mutate({ body }, { onSuccess });
                }}
              >
                {t.payouts.confirm(money(read.amount, currency))}
              </Button>
            )}
            <Button onClick={onBack}>{t.payouts.back}</Button>
          </Actions>
        </>
      )}
    </Loaded>
  );
}
