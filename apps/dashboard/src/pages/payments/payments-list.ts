import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf, QueryOf } from '../../api/client.js';
import { call } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { PaymentsSearch } from '../../urls/search.js';
import { startOf } from '../../urls/search.js';

type Named = Pick<QueryOf<'GET /gateway'>, 'q' | 'userId' | 'customerId'>;
type Payments = AnswerOf<'GET /gateway'>;
type Filters = Pick<
  QueryOf<'GET /gateway'>,
  'status' | 'amountFrom' | 'amountTo' | 'createdFrom' | 'createdTo' | 'startingAfter'
>;
const NEWS_EVERY_MS = 10_000;
/** The API's most for one page. */
const LONGEST_PAGE = 100;

/** The payments that the filters leave. A text that is a phone is searched for by a POST, so that no URL holds it. */
export function usePayments(search: PaymentsSearch, phone: string): UseQueryResult<Payments> {
  const filters = filtersOf(search);
  const query = { ...filters, ...namedBy(search) };
  const listed = useApi('GET /gateway', { query }, { enabled: phone === '', every: NEWS_EVERY_MS });
  const body = { ...filters, q: phone };
  const found = useApi('POST /gateway/search', { body }, { enabled: phone !== '', every: NEWS_EVERY_MS });
  return phone === '' ? listed : found;
}

/** A long page of the same payments. Throws ApiError. */
export function readPayments(search: PaymentsSearch, phone: string, signal: AbortSignal): Promise<Payments> {
  const filters = { ...filtersOf(search), limit: LONGEST_PAGE };
  return phone === ''
    ? call('GET /gateway', { query: { ...filters, ...namedBy(search) } }, { signal })
    : call('POST /gateway/search', { body: { ...filters, q: phone } }, { signal });
}

/** The filters of the URL that a search by phone does not take. */
const namedBy = ({ q, userId, customerId }: PaymentsSearch): Named => ({ q, userId, customerId });

/** The filters of the URL that both lists take. */
function filtersOf({ status, from, to, ...search }: PaymentsSearch): Filters {
  return {
    status: status === undefined ? undefined : [...status],
    amountFrom: search.amountFrom,
    amountTo: search.amountTo,
    createdFrom: startOf(from),
    createdTo: startOf(to, 1),
    startingAfter: search.after,
  };
}
