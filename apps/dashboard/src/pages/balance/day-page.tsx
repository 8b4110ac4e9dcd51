import { dayAt, spanOfDay } from '@paygate/paper';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Closing } from './day-closing.js';

const route = getRouteApi('/inside/balance/day');

/** A day of Africa/Douala: payments, refunds, fees and net, by method and by who made them; a cashier sees the own ones alone. */
export function DayPage(): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { day = dayAt(new Date()) } = route.useSearch();
  const whole = useMay('balance:read');
  const input = { query: spanOfDay(day) };
  const all = useApi('GET /balance/summary', input, { enabled: whole });
  const own = useApi('GET /balance/summary/own', input, { enabled: !whole });
  return (
    <Page title={whole ? t.balance.day : t.balance.ownDay} lead={whole ? t.balance.dayLead : t.balance.ownDayLead}>
      <search>
        <Form
          error={null}
          onSubmit={(fields) => {
            void navigate({ to: '/balance/day', search: { day: fields.text('day') } });
          }}
        >
          <Field label={t.balance.dayOf} name="day" type="date" defaultValue={day} key={day} />
          <Submit text={t.balance.show} />
        </Form>
      </search>
      {whole ? (
        <Loaded query={all}>{(read) => <Closing key={day} day={day} closed={read} />}</Loaded>
      ) : (
        <Loaded query={own}>{(read) => <Closing key={day} day={day} closed={read} />}</Loaded>
      )}
    </Page>
  );
}
