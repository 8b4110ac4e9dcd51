import type { PaymentLink } from '@paygate/api-types';
import type { Messages } from '../../i18n/en.js';

/** A link, or a payment that is open. */
export type Payable = Pick<PaymentLink, 'description' | 'amount' | 'currency' | 'currencyExponent'>;
type Money = (amount: string, currency: string, exponent: number) => string;

/** The message with which a link is sent: what it is for, the amount where it is fixed, and the address alone on the last line. */
export function linkMessage(
  link: Payable,
  url: string,
  { t, money }: { readonly t: Messages; readonly money: Money },
): string {
  const { description, amount, currency, currencyExponent } = link;
  const about = [description, amount === null ? null : money(amount, currency, currencyExponent)].filter(
    (part) => part !== null && part !== '',
  );
  return [...(about.length === 0 ? [] : [about.join(' – ')]), t.links.payHere, url].join('\n');
}

/** The page of WhatsApp that asks to whom a message goes. */
export function whatsAppUrl(message: string): string {
  return `https://wa.me/?text=${encodeURIComponent(message)}`;
}
