import type { ChargingConfig } from '../../config.js';

/** The most that a wallet without limits of its own pays in a day and in a month of Africa/Douala, in minor units. */
export interface PaidLimits {
  readonly perDay: number;
  readonly perMonth: number;
}

/** The limits of the installation. */
export function limitsOf({ WALLET_PAID_PER_DAY, WALLET_PAID_PER_MONTH }: ChargingConfig): PaidLimits {
  return { perDay: WALLET_PAID_PER_DAY, perMonth: WALLET_PAID_PER_MONTH };
}

/** The day of the statement. A wallet that was locked for a moment around midnight may have a later one, which then counts. */
const TODAY = `(statement_timestamp() AT TIME ZONE 'Africa/Douala')::date`;

/** SQL of what `wallet`, a row with its columns, has paid in the present day, and in the present month. */
export const paidOfDaySql = (wallet: string): string =>
  `CASE WHEN ${wallet}.paid_on >= ${TODAY} THEN ${wallet}.paid_of_day ELSE 0 END`;
export const paidOfMonthSql = (wallet: string): string =>
  `CASE WHEN ${wallet}.paid_on >= date_trunc('month', ${TODAY}) THEN ${wallet}.paid_of_month ELSE 0 END`;

/** SQL of the columns by which `wallet`, that of the update, counts an amount as paid. */
export const countPaidSql = (wallet: string, amount: string): string =>
  `paid_on = greatest(${wallet}.paid_on, ${TODAY}), paid_of_day = ${paidOfDaySql(wallet)} + ${amount},
    paid_of_month = ${paidOfMonthSql(wallet)} + ${amount}`;

/** The same for an amount that was counted at a moment and has come back: a day or a month that is over keeps it. */
export const uncountPaidSql = (wallet: string, amount: string, moment: string): string => {
  const day = `(${moment} AT TIME ZONE 'Africa/Douala')::date`;
  const less = (sum: string, isSame: string): string =>
    `${sum} = greatest(0, ${wallet}.${sum} - CASE WHEN ${isSame} THEN ${amount} ELSE 0 END)`;
  return `${less('paid_of_day', `${wallet}.paid_on = ${day}`)},
    ${less('paid_of_month', `date_trunc('month', ${wallet}.paid_on) = date_trunc('month', ${day})`)}`;
};

/** SQL of the end of the present day or month. */
export const spanEndSql = (span: 'day' | 'month'): string =>
  `((date_trunc('${span}', statement_timestamp() AT TIME ZONE 'Africa/Douala') + interval '1 ${span}') AT TIME ZONE 'Africa/Douala')`;
