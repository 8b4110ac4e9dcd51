import { useNavigate } from '@tanstack/react-router';
import { daysAgo } from '@paygate/paper';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { PaymentsSearch } from '../../urls/search.js';
import { intentStatuses, paymentsSearch } from '../../urls/search.js';
import { useMay } from '../../api/session.js';
import type { Messages } from '../../i18n/en.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { FilterActions } from '../../ui/data/filters.js';
import css from '../../ui/data.module.css';
import type { FormFields } from '../../ui/form.js';
import { Choices, Field, Form, Select } from '../../ui/form.js';
import { FILTERED } from './active-filters.js';
import { allTyped, isSearchedPhone, typedAmount, typedPhone } from '../../ui/typed.js';

const PRESET_DAYS = { today: 0, week: 6, month: 29 } as const;
const periods = ['any', 'today', 'week', 'month', 'custom'] as const;
type Period = (typeof periods)[number];

interface FiltersProps {
  readonly search: PaymentsSearch;
  /** The phone that is searched for. No URL holds it. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}

/** The filters of the payments. Sending them changes the URL. */
export function PaymentFilters({ search, phone, onPhone }: FiltersProps): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [period, setPeriod] = useState(() => periodOf(search));
  const [faults, setFaults] = useState({});
  return (
    <Form
      error={null}
      faults={faults}
      onSubmit={(fields) => {
        const read = typedIn(fields, t.typed);
        setFaults(read.faults);
        if (read.values === undefined) return;
        const { phone: number, ...amounts } = read.values;
        const text = fields.text('q');
        const wanted = number ?? (isSearchedPhone(text) ? text : '');
        onPhone(wanted);
        void navigate({ to: '/payments', search: { ...filtersOf(fields, period, wanted), ...amounts } });
      }}
    >
      <div className={css['filters']}>
        <TextFields search={search} phone={phone} />
        <PeriodChoice period={period} onChange={setPeriod} search={search} />
      </div>
      <Choices
        label={t.payments.status}
        name="status"
        chosen={search.status ?? []}
        options={intentStatuses.map((one) => [one, wordFor(t.intentStatus, one)] as const)}
        inline
      />
      <FilterActions
        onClear={() => {
          onPhone('');
        }}
      />
    </Form>
  );
}

function TextFields({ search, phone }: Omit<FiltersProps, 'onPhone'>): ReactNode {
  const { t } = useLanguage();
  const mayName = useMay('payers:read');
  const { hint, hintOfEnds } = t.operatorNumber;
  return (
    <>
      <Field
        label={t.payments.search}
        name="q"
        type="search"
        hint={mayName ? hint : hintOfEnds}
        defaultValue={search.q}
      />
      {mayName && (
        <Field label={t.payments.phone} name="phone" type="tel" hint={t.payments.phoneHint} defaultValue={phone} />
      )}
      <Field label={t.payments.customer} name="userId" hint={t.payments.customerHint} defaultValue={search.userId} />
      <input type="hidden" name="customerId" defaultValue={search.customerId} />
      <Field label={t.payments.amountFrom} name="amountFrom" inputMode="numeric" defaultValue={search.amountFrom} />
      <Field label={t.payments.amountTo} name="amountTo" inputMode="numeric" defaultValue={search.amountTo} />
    </>
  );
}

interface PeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly search: PaymentsSearch;
}

function PeriodChoice({ period, onChange, search }: PeriodProps): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <Select
        label={t.payments.period}
        name="period"
        value={period}
        options={periods.map((one) => [one, t.payments.periods[one]] as const)}
        onChange={({ target }) => {
          onChange(periods.find((one) => one === target.value) ?? 'any');
        }}
      />
      {period === 'custom' && (
        <>
          <Field label={t.list.from} name="from" type="date" defaultValue={search.from} />
          <Field label={t.list.to} name="to" type="date" defaultValue={search.to} />
        </>
      )}
    </>
  );
}

function typedIn(fields: FormFields, words: Messages['typed']) {
  return allTyped({
    phone: typedPhone(fields.text('phone'), words),
    amountFrom: typedAmount(fields.text('amountFrom'), FILTERED, words),
    amountTo: typedAmount(fields.text('amountTo'), FILTERED, words),
  });
}

function filtersOf(fields: FormFields, period: Period, phone: string): PaymentsSearch {
  const names = ['q', 'userId', 'customerId', 'from', 'to'];
  const given = Object.fromEntries(names.map((name) => [name, fields.given(name)]));
  // a phone is searched for instead of a text or a customer
  const others = phone === '' ? {} : { q: undefined, userId: undefined, customerId: undefined };
  const from = period === 'any' || period === 'custom' ? given['from'] : daysAgo(PRESET_DAYS[period]);
  return paymentsSearch({ ...given, ...others, from, status: fields.all('status') });
}

/** The preset that the dates of the URL are, today. */
function periodOf({ from, to }: PaymentsSearch): Period {
  if (from === undefined && to === undefined) return 'any';
  if (to !== undefined) return 'custom';
  return (['today', 'week', 'month'] as const).find((one) => daysAgo(PRESET_DAYS[one]) === from) ?? 'custom';
}
