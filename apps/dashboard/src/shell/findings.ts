import { useEffect, useState } from 'react';
import { useApi } from '../api/queries.js';
import { useMay, useSession } from '../api/session.js';
import { wordFor } from '../i18n/api-words.js';
import { useLanguage } from '../i18n/language.js';
import { isSearchedPhone } from '../ui/typed.js';
import { pagesFor } from './menu.js';

/** A place that the palette offers. */
export interface Found {
  readonly text: string;
  readonly href: string;
}

const pagesOfIds: Readonly<Record<string, string>> = {
  pi: '/payments',
  evt: '/events',
  we: '/webhooks',
  del: '/deliveries',
  pl: '/payment-links',
  po: '/payouts',
};
const PAYMENTS = 5;
/** From the last key to the search. */
const PAUSE_MS = 250;

/** The places that a text leads to: an object of that id, pages of that name, payments that have it. */
export function useFindings(wanted: string): readonly Found[] {
  const { t } = useLanguage();
  const { acting } = useSession();
  const payments = usePayments(wanted);
  const pages = pagesFor(acting.scopes).map(({ to, title }) => ({ text: title(t), href: to }));
  if (wanted === '') return pages;
  const page = pagesOfIds[/^([a-z]+)_[0-9a-z]+$/.exec(wanted)?.[1] ?? ''];
  const byName = pages.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
  const byId = page === undefined ? [] : [{ text: t.palette.id(wanted), href: `${page}/${wanted}` }];
  // the address of a list holds no phone
  const list = isSearchedPhone(wanted)
    ? []
    : [{ text: t.palette.payments(wanted), href: `/payments?q=${encodeURIComponent(wanted)}` }];
  const others = payments.filter(({ href }) => href !== byId[0]?.href);
  // last, so that what comes late moves nothing that is chosen
  return [...byId, ...byName, ...list, ...others];
}

/** Payments that have the text, which may be a phone: it is sent in a body. */
function usePayments(wanted: string): readonly Found[] {
  const { t, money } = useLanguage();
  const text = useSettled(wanted);
  const may = useMay('intents:read');
  const found = useApi('POST /gateway/search', { body: { q: text, limit: PAYMENTS } }, { enabled: may && text !== '' });
  if (text === '' || text !== wanted || found.isPlaceholderData) return [];
  return (found.data?.data ?? []).map(({ id, amount, currency, currencyExponent, status }) => ({
    text: `${money(amount, currency, currencyExponent)} · ${wordFor(t.intentStatus, status)} · ${id}`,
    href: `/payments/${id}`,
  }));
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
