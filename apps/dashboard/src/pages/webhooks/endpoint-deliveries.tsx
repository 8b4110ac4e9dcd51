import type { Delivery } from '@paygate/api-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi, useChanges } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { deliveryStatuses } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import controls from '../../ui/controls.module.css';
import css from '../../ui/data.module.css';
import { Select } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { UnknownWords } from '../../ui/data/filters.js';
import { Listed } from '../../ui/data/listed.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import type { Column } from '../../ui/data/table.js';
import { DeliveriesTable } from '../events/event-deliveries.js';

const route = getRouteApi('/inside/webhooks/$id');
const DELIVERIES_EVERY_MS = 5_000;

/** The deliveries of an endpoint; the filter is in the URL. */
export function EndpointDeliveries({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const { status, after, unknown } = route.useSearch();
  const navigate = useNavigate();
  const mayResend = useMay('webhook_endpoints:write');
  const input = { path: { id }, query: { status, startingAfter: after } };
  const deliveries = useApi('GET /webhook-endpoints/{id}/deliveries', input, { every: DELIVERIES_EVERY_MS });
  return (
    <Card title={t.events.deliveries}>
      <div className={css['filters']}>
        <Select
          label={t.deliveries.status}
          name="status"
          value={status ?? ''}
          options={[['', t.list.all], ...deliveryStatuses.map((one) => [one, wordFor(t.deliveryStatus, one)] as const)]}
          onChange={({ target }) => {
            const chosen = deliveryStatuses.find((one) => one === target.value);
            void navigate({ to: '/webhooks/$id', params: { id }, search: { status: chosen } });
          }}
        />
      </div>
      <UnknownWords words={unknown} />
      <Listed query={deliveries} after={after} empty={t.deliveries.empty}>
        {(data) =>
          mayResend ? (
            <Resendable key={`${status ?? ''} ${after ?? ''}`} deliveries={data} />
          ) : (
            <DeliveriesTable deliveries={data} />
          )
        }
      </Listed>
    </Card>
  );
}

/** Deliveries of which some are chosen and sent again. */
function Resendable({ deliveries }: { readonly deliveries: readonly Delivery[] }): ReactNode {
  const { t } = useLanguage();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose: Choose = (ids, isChosen) => {
    setChosen((before) => [...before.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]);
  };
  const choice: Column<Delivery> = {
    title: t.resend.choose,
    card: 'menu',
    cell: ({ id }) => (
      <input
        type="checkbox"
        className={controls['check']}
        aria-label={t.resend.chooseOne(id)}
        checked={chosen.includes(id)}
        onChange={({ target }) => {
          choose([id], target.checked);
        }}
      />
    ),
  };
  return (
    <>
      <Resend ids={deliveries.map(({ id }) => id)} chosen={chosen} choose={choose} />
      <DeliveriesTable deliveries={deliveries} choice={choice} />
    </>
  );
}

type Choose = (ids: readonly string[], isChosen: boolean) => void;
interface ResendProps {
  readonly ids: readonly string[];
  readonly chosen: readonly string[];
  readonly choose: Choose;
}

/** Sends the chosen deliveries again. One that was sent is no longer chosen, so a new try after a refusal goes on with the rest. */
function Resend({ ids, chosen, choose }: ResendProps): ReactNode {
  const { t, count } = useLanguage();
  const resend = useChanges('POST /deliveries/{id}/redeliver');
  const send = (): void => {
    const inputs = chosen.map((id) => ({ path: { id } }));
    const onDone = ({ path: { id } }: (typeof inputs)[number]): void => {
      choose([id], false);
    };
    resend.mutate({ inputs, onDone });
  };
  return (
    <>
      <div className={controls['actions']}>
        <label className={controls['choice']}>
          <input
            type="checkbox"
            checked={ids.every((id) => chosen.includes(id))}
            onChange={({ target }) => {
              choose(ids, target.checked);
            }}
          />
          {t.resend.chooseAll}
        </label>
        <Button disabled={chosen.length === 0 && !resend.isPending} busy={resend.isPending} onClick={send}>
          {chosen.length === 0 ? t.deliveries.redeliver : t.resend.send(count(chosen.length))}
        </Button>
      </div>
      <ProblemNotice error={resend.error} />
      <p role="status">{resend.total > 0 && t.resend.progress(count(resend.done), count(resend.total))}</p>
    </>
  );
}
