import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { ActiveFilter } from '../../ui/data/filters.js';
import type { PaymentsSearch } from '../../urls/search.js';
import { startOf } from '../../urls/search.js';

/** The currency whose minor units the amounts of the filters are. */
export const FILTERED = 'XAF';

interface PhoneFilter {
  readonly text: string;
  readonly onClear: () => void;
}

/** The filters of the payments that are set, in words. */
export function useActiveFilters(search: PaymentsSearch, phone: PhoneFilter): readonly ActiveFilter[] {
  const { t, day, money } = useLanguage();
  const dayOf = (date: string | undefined): string | undefined => {
    const midnight = startOf(date);
    return midnight === undefined ? undefined : day(midnight);
  };
  const amountOf = (amount: string | undefined): string | undefined =>
    amount !== undefined && /^[0-9]+$/.test(amount) ? money(amount, FILTERED) : amount;
  const rows = [
    [t.payments.search, search.q, 'q'],
    [t.payments.customer, search.userId, 'userId'],
    [t.payments.guest, search.customerId, 'customerId'],
    [t.payments.amountFrom, amountOf(search.amountFrom), 'amountFrom'],
    [t.payments.amountTo, amountOf(search.amountTo), 'amountTo'],
    [t.list.from, dayOf(search.from), 'from'],
    [t.list.to, dayOf(search.to), 'to'],
    [t.payments.status, search.status?.map((one) => wordFor(t.intentStatus, one)).join(', '), 'status'],
  ] as const;
  const named = rows.flatMap(([name, text, parameter]) =>
    text === undefined ? [] : [{ name, text, parameters: [parameter] }],
  );
  if (phone.text === '') return named;
  return [{ name: t.payments.phone, text: phone.text, parameters: [], onClear: phone.onClear }, ...named];
}
