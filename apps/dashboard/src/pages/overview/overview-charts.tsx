import type { PaymentMetric, PaymentMetrics } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Point } from '../../ui/data/chart.js';
import { scaleTop, ShareChart, TimeChart } from '../../ui/data/chart.js';
import css from '../../ui/data/chart.module.css';
import { Card } from '../../ui/page.js';
import type { PeriodName, Totals } from './series.js';
import { periods, placesOf, rangeOf } from './series.js';

interface ChartsProps {
  readonly period: PeriodName;
  readonly metrics: PaymentMetrics;
  readonly earlier: PaymentMetrics;
  readonly totals: Totals;
  readonly before: Totals;
}
/** Success rates are in hundredths of a percent. */
const WHOLE = 10_000;

export function OverviewCharts(props: ChartsProps): ReactNode {
  const { t, count, percent, money } = useLanguage();
  const { metrics, totals, before } = props;
  const priced = (volume: bigint): string => money(String(volume), metrics.currency);
  const rate = (part: number | null): string => (part === null ? '–' : percent(part));
  const amounts = usePoints(
    props,
    ({ volume }) => ({ value: Number(volume), text: priced(BigInt(volume)) }),
    priced(0n),
  );
  const rates = usePoints(
    props,
    ({ successRate }) => ({ value: successRate, text: rate(successRate === null ? null : successRate / WHOLE) }),
    '–',
  );
  const words = {
    place: periods[props.period].granularity === 'hour' ? t.overview.hour : t.overview.day,
    earlier: t.overview.earlier,
  };
  const top = scaleTop(Math.max(...amounts.flatMap(({ value, before: other }) => [value ?? 0, other?.value ?? 0])));
  return (
    <>
      <dl className={css['tiles']}>
        <Tile name={t.overview.volume} now={priced(totals.volume)} before={priced(before.volume)} />
        <Tile name={t.overview.completed} now={count(totals.completed)} before={count(before.completed)} />
        <Tile name={t.overview.successRate} now={rate(totals.successRate)} before={rate(before.successRate)} />
      </dl>
      <div className={css['pair']}>
        <Card title={t.overview.volume}>
          <TimeChart {...words} measure={t.overview.volume} points={amounts} top={top} topText={priced(BigInt(top))} />
        </Card>
        <Card title={t.overview.successRate}>
          <TimeChart {...words} measure={t.overview.successRate} points={rates} top={WHOLE} topText={percent(1)} />
        </Card>
      </div>
      <Failures totals={totals} />
    </>
  );
}

function Failures({ totals: { failed, failures } }: Pick<ChartsProps, 'totals'>): ReactNode {
  const { t, count, percent } = useLanguage();
  const points = failures.map(([code, payments]) => ({
    ...{ at: wordFor(t.failure, code), value: payments },
    text: `${count(payments)} (${percent(payments / failed)})`,
  }));
  return (
    <Card title={t.overview.failures}>
      {points.length === 0 ? (
        <p>{t.overview.noFailures}</p>
      ) : (
        <ShareChart place={t.overview.reason} measure={t.overview.payments} points={points} top={failed} />
      )}
    </Card>
  );
}

interface TileProps {
  readonly name: string;
  readonly now: string;
  readonly before: string;
}

function Tile({ name, now, before }: TileProps): ReactNode {
  const { t } = useLanguage();
  return (
    <div className={css['tile']}>
      <dt>{name}</dt>
      <dd className={css['tileValue']}>{now}</dd>
      <dd>{t.overview.before(before)}</dd>
    </div>
  );
}

type Valued = Pick<Point, 'value' | 'text'>;

/** A point for each hour or day, beside that of the period before. */
function usePoints(
  { period: name, metrics, earlier }: ChartsProps,
  valueOf: (metric: PaymentMetric) => Valued,
  noneText: string,
): readonly Point[] {
  const { day, hour } = useLanguage();
  const period = periods[name];
  const placed = ({ data }: PaymentMetrics, periodsBefore: 0 | 1) =>
    placesOf(period, rangeOf(period, new Date(), periodsBefore), data).map(({ at, metric }) => ({
      at: (period.granularity === 'hour' ? hour : day)(at.toISOString()),
      ...(metric === undefined ? { value: null, text: noneText } : valueOf(metric)),
    }));
  const before = placed(earlier, 1);
  return placed(metrics, 0).map((point, place) => {
    const other = before[place];
    return other === undefined ? point : { ...point, before: other };
  });
}
