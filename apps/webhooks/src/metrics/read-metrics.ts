import { Injectable } from '@nestjs/common';
import type { PaymentMetric, PaymentMetrics, PaymentMetricsCommand, Reply } from '@paygate/contracts';
import { accept, METRIC_RANGE_END, METRIC_RANGE_MAX_DAYS, presentZoneName, refuse } from '@paygate/contracts';
import { Clock } from '@paygate/platform';
import type { MetricRow } from './payment-metrics.repository.js';
import { PaymentMetricsRepository } from './payment-metrics.repository.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = { hour: 1, day: 30 } as const;
const EARLIEST_END = new Date(METRIC_RANGE_END.earliest);
const WHOLE = 10_000n;

/** Reads counts of payments, in a bounded range. */
@Injectable()
export class ReadMetrics {
  /** By the name in small letters. */
  readonly #zones = new Map<string, string>();

  constructor(
    private readonly metrics: PaymentMetricsRepository,
    private readonly clock: Clock,
  ) {}

  async read(command: PaymentMetricsCommand): Promise<Reply<PaymentMetrics>> {
    const { merchantId, mode, currency, granularity } = command;
    const now = this.clock.now();
    const to = command.to === undefined ? now : new Date(command.to);
    if (to < EARLIEST_END || to.getTime() > now.getTime() + METRIC_RANGE_END.maxDaysAhead * DAY_MS)
      return refuse('parameter_invalid', {
        param: 'to',
        detail: `to must not be before ${METRIC_RANGE_END.earliest}, and at most ${METRIC_RANGE_END.maxDaysAhead} days after now.`,
      });
    const from =
      command.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS[granularity] * DAY_MS) : new Date(command.from);
    const maxDays = METRIC_RANGE_MAX_DAYS[granularity];
    if (from >= to || to.getTime() - from.getTime() > maxDays * DAY_MS)
      return refuse('parameter_invalid', {
        param: 'from',
        detail: `from must be before to, by at most ${maxDays} days with this granularity.`,
      });
    const timeZone = await this.#zoneOf(command);
    if (timeZone === undefined)
      return refuse('parameter_invalid', { param: 'timeZone', detail: 'timeZone is not the name of a time zone.' });
    const rows = await this.metrics.within({ merchantId, mode, currency, granularity, timeZone }, from, to);
    const metrics = [...Map.groupBy(rows, (row) => row.from.getTime()).values()].map(metricOf);
    return accept({ from: from.toISOString(), to: to.toISOString(), metrics });
  }

  /** The zone whose days are counted; undefined for a name that is none. */
  async #zoneOf({ timeZone, utcOffset }: PaymentMetricsCommand): Promise<string | undefined> {
    // names of offsets count hours west of Greenwich
    if (timeZone === undefined) return `Etc/GMT${utcOffset > 0 ? '-' : '+'}${Math.abs(utcOffset)}`;
    const given = timeZone.toLowerCase();
    const zone = this.#zones.get(given) ?? (await this.metrics.zoneNamed(presentZoneName(timeZone)));
    // the names that there are bound the map
    if (zone !== undefined) this.#zones.set(given, zone);
    return zone;
  }
}

/** The rows of one hour or day as one object. */
function metricOf(rows: readonly MetricRow[]): PaymentMetric {
  const sumOf = (outcome: MetricRow['outcome'], column: 'payments' | 'volume'): bigint =>
    rows.filter((row) => row.outcome === outcome).reduce((sum, row) => sum + row[column], 0n);
  const countOf = (outcome: MetricRow['outcome']): number => Number(sumOf(outcome, 'payments'));
  const [completed, failed] = [sumOf('completed', 'payments'), sumOf('failed', 'payments')];
  const decided = completed + failed;
  return {
    from: rows[0]?.from.toISOString() ?? '',
    ...{ created: countOf('created'), completed: Number(completed), failed: Number(failed) },
    ...{ expired: countOf('expired'), canceled: countOf('canceled') },
    volume: sumOf('completed', 'volume').toString(),
    successRate: decided === 0n ? null : Number((completed * WHOLE) / decided),
    failures: rows.flatMap(({ code, payments }) => (code === '' ? [] : [{ code, payments: Number(payments) }])),
  };
}
