import type { Language, WalletTransactionView } from '@paygate/contracts';
import { csvOf, decimalOf, exponentOf, formOf } from '@paygate/paper';
import type { WalletApi, WalletHolder } from '../gateway/wallet-api.js';
import { textsOf } from '../language/languages.js';

/** Most movements of a page of the API. */
const PAGE_ROWS = 50;

/** The movements of a wallet after one, newest first, at most so many. */
export async function movementsUpTo(
  rows: number,
  {
    api,
    holder,
    after,
  }: { readonly api: WalletApi; readonly holder: WalletHolder; readonly after: string | undefined },
): Promise<readonly WalletTransactionView[]> {
  const found: WalletTransactionView[] = [];
  let cursor: string | null | undefined = after;
  do {
    const page = await api.movements(holder, cursor, Math.min(PAGE_ROWS, rows - found.length));
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < rows);
  return found;
}

/** A statement as a spreadsheet of the language opens it. Names of merchants are text, whatever they look like. */
export function statementCsv(movements: readonly WalletTransactionView[], language: Language): string {
  const { ofWallet, paidAt } = textsOf[language];
  const columns = [
    { heading: paidAt, kind: 'moment' },
    { heading: ofWallet.kind, kind: 'text' },
    { heading: ofWallet.merchant, kind: 'text' },
    { heading: textsOf[language].amount, kind: 'money' },
    { heading: ofWallet.currency, kind: 'text' },
    { heading: ofWallet.payment, kind: 'text' },
    { heading: ofWallet.movement, kind: 'text' },
  ] as const;
  const rows = movements.map(({ createdAt, type, merchantName, amount, currency, paymentIntentId, id }) => [
    createdAt,
    ofWallet.types[type],
    merchantName ?? '',
    decimalOf(amount, exponentOf(currency)),
    currency,
    paymentIntentId ?? '',
    id,
  ]);
  return csvOf({ columns, rows }, formOf[language]);
}
