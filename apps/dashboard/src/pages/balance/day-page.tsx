import { dayAt, spanOfDay } from '@paygate/paper';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Field, Form } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Closing } from './day-closing.js';

const route = getRouteApi('/inside/balance/day');

/** A day of Africa/Douala: payments, refunds, fees and net, by method and by who made them. */
export function DayPage(): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { day = dayAt(new Date()) } = route.useSearch();
  const summary = useApi('GET /balance/summary', { query: spanOfDay(day) });
  return (
    <Page title={t.balance.day} lead={t.balance.dayLead}>
      <search>
        <Form
          error={null}
          onSubmit={(fields) => {
            void navigate({ to: '/balance/day', search: { day: fields.text('day') } });
          }}
        >
          <Field label={t.balance.dayOf} name="day" type="date" defaultValue={day} key={day} />
          <Actions>
            <Button type="submit" look="primary">
              {t.balance.show}
            </Button>
          </Actions>
        </Form>
      </search>
      <Loaded query={summary}>{(read) => <Closing key={day} day={day} closed={read} />}</Loaded>
    </Page>
  );
}
