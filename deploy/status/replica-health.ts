/** The answer of one replica on its internal port. */
export interface ReplicaAnswers {
  readonly name: string;
  /** The answer of /readyz, or why there was none. */
  readonly readiness: string;
  readonly metrics: string;
}

/** The health of one replica, as it is shown. */
export interface ReplicaHealth {
  readonly name: string;
  readonly state: string;
  readonly lag: number;
  readonly outboxSeconds: number;
  readonly refused: number;
  /** The reasons for which the installation's team has to act. */
  readonly concerns: readonly string[];
  /** The rails and senders that live mode lacks, perhaps on purpose. */
  readonly notOffered: readonly string[];
}

/** Messages that wait, beyond which a service is too slow or stands still. */
const LAG_MAX = 1_000;
const OUTBOX_SECONDS_MAX = 10;

const LAG = ['paygate_consumer_lag_messages'];
const OUTBOX = ['paygate_outbox_oldest_seconds'];
const REFUSED = [
  'paygate_messages_forged_total',
  'paygate_messages_unsigned_total',
  'paygate_messages_foreign_producer_total',
  'paygate_table_rows_refused_total',
];
const LIVE_MODE_PART = /^paygate_live_mode_configured\{part="([a-z_]+)"\} ([01])$/gm;
const IMBALANCE = ['paygate_ledger_imbalance_minor_units'];

export function healthOf({ name, readiness, metrics }: ReplicaAnswers): ReplicaHealth {
  const state = stateOf(readiness);
  const sum = (names: readonly string[]): number => sumOf(metrics, names);
  const [lag, outboxSeconds, refused] = [sum(LAG), sum(OUTBOX), sum(REFUSED)];
  const parts = [...metrics.matchAll(LIVE_MODE_PART)];
  const notOffered = parts.flatMap(([, part = '', isConfigured]) => (isConfigured === '0' ? [part] : []));
  const concerns = [
    ...(state === 'ready' ? [] : [state]),
    ...(parts.length > 0 && notOffered.length === parts.length
      ? [`live mode offers none of ${notOffered.join(', ')}`]
      : []),
    ...(lag > LAG_MAX ? [`${lag} messages wait`] : []),
    ...(outboxSeconds > OUTBOX_SECONDS_MAX ? [`a message was not published for ${outboxSeconds.toFixed(0)} s`] : []),
    ...(refused > 0 ? [`${refused} messages refused since its start`] : []),
    ...valuesOf(metrics, IMBALANCE)
      .filter((imbalance) => imbalance !== 0)
      .map((imbalance) => `the ledger does not balance: ${imbalance}`),
  ];
  return { name, state, lag, outboxSeconds, refused, concerns, notOffered };
}

/** The rails and senders that no replica offers in live mode: replicas of one service have the same. */
export function notOfferedBy(health: readonly Pick<ReplicaHealth, 'notOffered'>[]): readonly string[] {
  return [...new Set(health.flatMap(({ notOffered }) => notOffered))];
}

function stateOf(readiness: string): string {
  try {
    const { status, notReady = {} } = JSON.parse(readiness) as { status: string; notReady?: Record<string, string> };
    return [status, ...Object.entries(notReady).map(([part, why]) => `${part} ${why}`)].join(', ');
  } catch {
    return readiness.trim() === '' ? 'no answer' : readiness.trim();
  }
}

function sumOf(metrics: string, names: readonly string[]): number {
  return valuesOf(metrics, names).reduce((sum, value) => sum + value, 0);
}

/** The samples of these metrics in the text format of Prometheus. */
function valuesOf(metrics: string, names: readonly string[]): readonly number[] {
  return metrics.split('\n').flatMap((line) => {
    const [, name = '', value] = /^([a-z_]+)(?:\{.*\})? (\S+)/.exec(line) ?? [];
    return names.includes(name) ? [Number(value)] : [];
  });
}
