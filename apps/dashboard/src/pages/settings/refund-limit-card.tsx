import type { Merchant } from '@paygate/api-types';
import { exponentOf } from '@paygate/paper';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Messages } from '../../i18n/en.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import type { FormFields } from '../../ui/form.js';
import { Field, Form } from '../../ui/form.js';
import { Card, Facts } from '../../ui/page.js';
import { allTyped, typedAmount } from '../../ui/typed.js';
import { useSettingsChange } from './own-code.js';

interface LimitProps {
  readonly merchant: Merchant;
  readonly mayWrite: boolean;
}
type Limit = Merchant['settings']['refundsPerDay'];

const CURRENCY = 'XAF';
const OFFERED_PERCENT = 50;
const AMOUNT = 'settings.refundsPerDay.amount';

/** The limit of the refunds of a day, and the offer of one to an account that has none. */
export function RefundLimitCard({ merchant: { settings }, mayWrite }: LimitProps): ReactNode {
  const { t, money } = useLanguage();
  const words = t.refundLimit;
  const { balancePercent, amount, count } = settings.refundsPerDay;
  return (
    <Card title={words.title}>
      <p>{words.lead}</p>
      {mayWrite ? (
        <LimitForm limit={settings.refundsPerDay} />
      ) : (
        <Facts
          rows={[
            [words.balancePercent, balancePercent === null ? words.none : `${balancePercent} %`],
            [words.amount, amount === null ? words.none : money(amount, CURRENCY, exponentOf(CURRENCY))],
            [words.count, count === null ? words.none : String(count)],
          ]}
        />
      )}
    </Card>
  );
}

function LimitForm({ limit }: { readonly limit: Limit }): ReactNode {
  const { t } = useLanguage();
  const { error, save, end } = useSettingsChange();
  const [faults, setFaults] = useState({});
  const isUnlimited = limit.balancePercent === null && limit.amount === null && limit.count === null;
  return (
    <Form
      error={error}
      faults={faults}
      onSubmit={(fields) => {
        const read = limitIn(fields, t.typed);
        setFaults(read.faults);
        if (read.limit !== undefined) save({ refundsPerDay: read.limit }, fields);
      }}
    >
      {isUnlimited && (
        <Offer
          onAccept={() => {
            save({ refundsPerDay: { ...limit, balancePercent: OFFERED_PERCENT } });
          }}
        />
      )}
      <Parts key={JSON.stringify(limit)} limit={limit} />
      {end}
    </Form>
  );
}

function Offer({ onAccept }: { readonly onAccept: () => void }): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <p>{t.refundLimit.offer}</p>
      <Actions>
        <Button onClick={onAccept}>{t.refundLimit.accept}</Button>
      </Actions>
    </>
  );
}

function Parts({ limit }: { readonly limit: Limit }): ReactNode {
  const words = useLanguage().t.refundLimit;
  return (
    <>
      <Field
        label={words.balancePercent}
        name="settings.refundsPerDay.balancePercent"
        type="number"
        min={0}
        max={100}
        hint={words.balancePercentHint}
        defaultValue={limit.balancePercent ?? ''}
      />
      <Field
        label={words.amount}
        name={AMOUNT}
        inputMode="numeric"
        hint={words.amountHint}
        defaultValue={limit.amount ?? ''}
      />
      <Field
        label={words.count}
        name="settings.refundsPerDay.count"
        type="number"
        min={0}
        hint={words.countHint}
        defaultValue={limit.count ?? ''}
      />
    </>
  );
}

/** The limit that the fields have, and what is wrong with them. An empty field is no limit. */
function limitIn(
  fields: FormFields,
  words: Messages['typed'],
): { readonly limit?: Limit; readonly faults: Readonly<Record<string, string>> } {
  const typed = fields.text(AMOUNT);
  const read = allTyped({ [AMOUNT]: /^0+$/.test(typed) ? { value: '0' } : typedAmount(typed, CURRENCY, words) });
  if (read.values === undefined) return { faults: read.faults };
  const balancePercent = fields.number('settings.refundsPerDay.balancePercent');
  const count = fields.number('settings.refundsPerDay.count');
  return { limit: { balancePercent, amount: read.values[AMOUNT] ?? null, count }, faults: read.faults };
}
