/** SQL of the state of `wallet`, a row with its columns. */
export const walletStateSql = (wallet: string): string =>
  `CASE WHEN ${wallet}.frozen_by IS NOT NULL THEN 'frozen' WHEN ${wallet}.closed_at IS NULL THEN 'open' ELSE 'closed' END`;
