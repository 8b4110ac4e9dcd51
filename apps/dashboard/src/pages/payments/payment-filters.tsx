import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { PaymentsSearch } from '../../urls/search.js';
import { daysAgo, intentStatuses, paymentsSearch } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import type { FormFields } from '../../ui/form.js';
import { Field, Form, Select } from '../../ui/form.js';

const PRESET_DAYS = { today: 0, week: 6, month: 29 } as const;
const periods = ['any', 'today', 'week', 'month', 'custom'] as const;
type Period = (typeof periods)[number];

/** The filters of the payments. Sending them changes the URL. */
export function PaymentFilters({ search }: { readonly search: PaymentsSearch }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [period, setPeriod] = useState(() => periodOf(search));
  return (
    <search>
      <Form
        error={null}
        onSubmit={(fields) => {
          void navigate({ to: '/payments', search: filtersOf(fields, period) });
        }}
      >
        <div className={css['filters']}>
          <Select
            label={t.payments.status}
            name="status"
            defaultValue={search.status ?? ''}
            options={[['', t.list.all], ...intentStatuses.map((one) => [one, wordFor(t.intentStatus, one)] as const)]}
          />
          <Field label={t.payments.reference} name="reference" defaultValue={search.reference} />
          <Field label={t.payments.metadataKey} name="metadataKey" defaultValue={search.metadataKey} />
          <Field label={t.payments.metadataValue} name="metadataValue" defaultValue={search.metadataValue} />
          <Select
            label={t.payments.period}
            name="period"
            value={period}
            options={periods.map((one) => [one, t.payments.periods[one]] as const)}
            onChange={({ target }) => {
              setPeriod(periods.find((one) => one === target.value) ?? 'any');
            }}
          />
          {period === 'custom' && (
            <>
              <Field label={t.list.from} name="from" type="date" defaultValue={search.from} />
              <Field label={t.list.to} name="to" type="date" defaultValue={search.to} />
            </>
          )}
        </div>
        <Actions>
          <Button type="submit" look="primary">
            {t.list.filter}
          </Button>
          <Link to="/payments" search={{}} className={buttonClass('plain')}>
            {t.list.clear}
          </Link>
        </Actions>
      </Form>
    </search>
  );
}

function filtersOf(fields: FormFields, period: Period): PaymentsSearch {
  const names = ['status', 'reference', 'metadataKey', 'metadataValue', 'from', 'to'];
  const given = Object.fromEntries(names.map((name) => [name, fields.given(name)]));
  if (period === 'custom') return paymentsSearch(given);
  return paymentsSearch({ ...given, from: period === 'any' ? undefined : daysAgo(PRESET_DAYS[period]), to: undefined });
}

/** The preset that the dates of the URL are, today. */
function periodOf({ from, to }: PaymentsSearch): Period {
  if (from === undefined && to === undefined) return 'any';
  if (to !== undefined) return 'custom';
  return (['today', 'week', 'month'] as const).find((one) => daysAgo(PRESET_DAYS[one]) === from) ?? 'custom';
}
