import type { PaymentIntent } from '@paygate/contracts';

/**
 * The URL by which the payment page returns a customer to the shop: the merchant's URL, whose query names the payment and the order. Query and
 * fragment of the URL stay as they are. The names prove nothing: anybody can write them.
 */
export function shopUrl({
  id,
  reference,
  returnUrl,
}: Pick<PaymentIntent, 'id' | 'reference' | 'returnUrl'>): string | null {
  if (returnUrl === null) return null;
  const [, beforeFragment = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(returnUrl) ?? [];
  const names = [
    `paymentIntentId=${id}`,
    ...(reference === null ? [] : [`reference=${encodeURIComponent(reference)}`]),
  ];
  const separator = !beforeFragment.includes('?') ? '?' : /[?&]$/.test(beforeFragment) ? '' : '&';
  return `${beforeFragment}${separator}${names.join('&')}${fragment}`;
}
