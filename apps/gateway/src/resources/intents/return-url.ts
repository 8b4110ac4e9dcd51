import type { Mode } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where a customer is sent back to: https, as the browser of the customer will read the URL (WHATWG), and in test mode
 * also a page on the developer's own machine. Throws `parameter_invalid`.
 */
export function checkReturnUrl(returnUrl: string | null | undefined, mode: Mode): void {
  if (returnUrl === null || returnUrl === undefined) return;
  const { protocol, username, password, hostname } = URL.parse(returnUrl) ?? {};
  const isLocal = mode === 'test' && protocol === 'http:' && LOCAL_HOSTS.includes(hostname ?? '');
  if ((protocol === 'https:' || isLocal) && username === '' && password === '') return;
  throw new PaygateError('parameter_invalid', {
    param: 'returnUrl',
    detail: `returnUrl must be an https URL without user name and password${mode === 'test' ? ', or one of localhost' : ''}.`,
  });
}
