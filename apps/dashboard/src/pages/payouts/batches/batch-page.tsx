import type { PayoutBatch } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { useLanguage } from '../../../i18n/language.js';
import css from '../../../ui/data.module.css';
import { Loaded } from '../../../ui/loaded.js';
import { Facts, Page } from '../../../ui/page.js';
import { Time } from '../../../ui/values.js';
import { PayoutSections } from '../payout-sections.js';
import { BatchActions } from './batch-actions.js';
import { BatchReport } from './batch-report.js';
import { BatchRows } from './batch-rows.js';
import { BatchStatus } from './batch-status.js';

const route = getRouteApi('/inside/payouts/batches/$id');
const NEWS_EVERY_MS = 3_000;

/** One batch: what it costs, how far it is, what is to be done, and its rows. */
export function BatchPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const { after } = route.useSearch();
  const batch = useApi('GET /payout-batches/{id}', { path: { id } }, { every: NEWS_EVERY_MS });
  return (
    <Page
      title={batch.data?.name ?? t.batches.one}
      actions={batch.data && batch.data.rowCount > 0 && <BatchReport batch={batch.data} />}
    >
      <PayoutSections />
      <Loaded query={batch}>
        {(read) => (
          <>
            <BatchFacts batch={read} />
            <BatchActions batch={read} />
            <BatchRows id={id} currency={read.currency} after={after} every={NEWS_EVERY_MS} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function BatchFacts({ batch }: { readonly batch: PayoutBatch }): ReactNode {
  const { t, money, count } = useLanguage();
  const { currency, missing, counts, names, approvedAt } = batch;
  const named = [names.matches, names.differs, names.unknown, names.waiting].map((one) => count(one));
  const [matches = '', differs = '', unknown = '', waiting = ''] = named;
  const hasNames = names.matches + names.differs + names.unknown + names.waiting > 0;
  return (
    <section className={css['card']} aria-label={t.batches.facts}>
      <div className={css['leadLine']}>
        <p className={css['sum']}>{money(batch.total, currency)}</p>
        <BatchStatus status={batch.status} />
      </div>
      <Facts
        rows={[
          [t.batches.rowCount, count(batch.rowCount)],
          [t.batches.amount, money(batch.amount, currency)],
          [t.batches.fee, money(batch.fee, currency)],
          [t.batches.total, <strong key="total">{money(batch.total, currency)}</strong>],
          ...(missing === null || missing === '0'
            ? []
            : [[t.batches.missing, <strong key="missing">{money(missing, currency)}</strong>] as const]),
          ...(hasNames ? [[t.batches.names, t.batches.nameCounts(matches, differs, unknown, waiting)] as const] : []),
          ...(approvedAt === null
            ? []
            : (['completed', 'processing', 'pending', 'failed', 'canceled'] as const).map(
                (state) => [t.batches[state], count(counts[state])] as const,
              )),
        ]}
      />
      <Notices batch={batch} />
      <details className={css['details']}>
        <summary>{t.batches.facts}</summary>
        <Facts
          rows={[
            [t.batches.created, <Time key="created" at={batch.createdAt} />],
            [t.batches.hash, <code key="hash">{batch.hash ?? '–'}</code>],
            [t.payouts.id, <code key="id">{batch.id}</code>],
            ...batch.approvals.map(
              ({ memberId, approvedAt: at }) =>
                [`${t.batches.approvals} ${memberId}`, <Time key={memberId} at={at} />] as const,
            ),
          ]}
        />
      </details>
    </section>
  );
}

/** The warnings that somebody has to look at before the batch is paid. */
function Notices({ batch: { faultCount, warningCount, repeats, status } }: { readonly batch: PayoutBatch }): ReactNode {
  const { t, count } = useLanguage();
  if (status !== 'DRAFT' && status !== 'READY') return null;
  return (
    <>
      {faultCount > 0 && <p>{t.batches.faulty(count(faultCount))}</p>}
      {warningCount > 0 && <p>{t.batches.warned(count(warningCount))}</p>}
      {repeats !== null && (
        <p>
          {t.batches.repeats}{' '}
          <Link to="/payouts/batches/$id" params={{ id: repeats }}>
            {repeats}
          </Link>
        </p>
      )}
    </>
  );
}
