import type { Mode } from '@paygate/contracts';

/** The reason for which an endpoint's URL cannot be registered; the text is shown to the merchant and reveals nothing about our network. */
export type UrlFault = string;

const URL_MAX_LENGTH = 2048;

/**
 * Checks what can be known of a URL without the network: https in live mode, no user information, no fragment. The
 * address itself is judged at every connection, because a name can come to mean another address later.
 */
export function endpointUrlFault(text: string, mode: Mode): UrlFault | undefined {
  if (text.length > URL_MAX_LENGTH) return `the URL has more than ${URL_MAX_LENGTH} characters`;
  const url = URL.parse(text);
  if (url === null) return 'the URL is not an absolute URL';
  if (url.protocol !== 'https:' && !(mode === 'test' && url.protocol === 'http:')) return 'the URL must use https';
  if (url.username !== '' || url.password !== '') return 'the URL must not carry a user name or password';
  if (url.hash !== '') return 'the URL must not have a fragment';
  return undefined;
}
