import type { PaymentMetrics } from '@paygate/api-types';
import { PAPER_ZONE } from '@paygate/paper';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import controls from '../../ui/controls.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { CodeFloodNotice } from './code-flood-notice.js';
import { OperatorsNotice } from './operators-notice.js';
import { OverviewCharts } from './overview-charts.js';
import type { PeriodName } from './series.js';
import { periods, rangeOf, totalsOf } from './series.js';

const route = getRouteApi('/inside/overview');
const METRICS_EVERY_MS = 60_000;

/** An account's payments: volume, success rate and reasons of failure, beside the period before. */
export function OverviewPage(): ReactNode {
  const { t } = useLanguage();
  const { period = 'week' } = route.useSearch();
  const [now, before] = [useMetrics(period, 0), useMetrics(period, 1)];
  return (
    <Page title={t.overview.title}>
      <CodeFloodNotice />
      <OperatorsNotice />
      <nav className={controls['chips']} aria-label={t.overview.choose}>
        {(Object.keys(periods) as PeriodName[]).map((name) => (
          <Link
            key={name}
            to="/overview"
            search={{ period: name }}
            className={controls['chip']}
            aria-current={name === period ? 'page' : undefined}
          >
            {t.overview.periods[name]}
          </Link>
        ))}
      </nav>
      <Loaded query={now}>
        {(metrics) => (
          <Loaded query={before}>{(earlier) => <Course period={period} metrics={metrics} earlier={earlier} />}</Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** The counts by the days of Africa/Douala. */
function useMetrics(name: PeriodName, periodsBefore: 0 | 1) {
  const period = periods[name];
  const { from, until } = rangeOf(period, new Date(), periodsBefore);
  const query = {
    granularity: period.granularity,
    from: from.toISOString(),
    to: until.toISOString(),
    timeZone: PAPER_ZONE,
  };
  return useApi('GET /metrics/payments', { query }, { every: METRICS_EVERY_MS });
}

interface CourseProps {
  readonly period: PeriodName;
  readonly metrics: PaymentMetrics;
  readonly earlier: PaymentMetrics;
}

function Course({ period, metrics, earlier }: CourseProps): ReactNode {
  const { t } = useLanguage();
  const [totals, before] = [totalsOf(metrics.data), totalsOf(earlier.data)];
  return (
    <>
      {metrics.data.length === 0 && (
        <Empty text={t.overview.empty}>
          <Link to="/start">{t.overview.start}</Link>
        </Empty>
      )}
      <OverviewCharts {...{ period, metrics, earlier, totals, before }} />
    </>
  );
}
