import type { Payment } from './payment.js';

/** The operator's own number of a transaction, in its answers, its messages and its statements. */
export function transactionNumber({
  rail,
  number,
  created_at,
}: Pick<Payment, 'rail' | 'number' | 'created_at'>): string {
  return rail === 'mtn_momo' ? String(3_000_000_000n + number) : orangeNumber(number, created_at);
}

/** MP, the day, the time and the number: MP260603.1445.A77929. */
function orangeNumber(number: bigint, createdAt: Date): string {
  const [day, time] = createdAt.toISOString().slice(2, 16).replaceAll(/[-:]/g, '').split('T');
  return `MP${String(day)}.${String(time)}.A${String(number).padStart(5, '0')}`;
}
