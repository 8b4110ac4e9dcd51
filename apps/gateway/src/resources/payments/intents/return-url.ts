import type { Fault, Mode } from '@paygate/contracts';

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The faults of the URLs to which a customer returns. They must be https as a browser reads it (WHATWG); in test mode they may also
 * be pages on the developer's own machine.
 */
export function returnUrlFaults(body: Readonly<Record<string, unknown>>, mode: Mode): readonly Fault[] {
  return ['returnUrl', 'cancelUrl'].flatMap((param) => faultsOf(param, body[param], mode));
}

function faultsOf(param: string, url: unknown, mode: Mode): readonly Fault[] {
  if (typeof url !== 'string') return [];
  const { protocol, username, password, hostname } = URL.parse(url) ?? {};
  const isLocal = mode === 'test' && protocol === 'http:' && LOCAL_HOSTS.includes(hostname ?? '');
  // without slashes it is an address to a browser, and none to other readers (RFC 9110, section 4.2.2)
  const hasHost = /^https?:\/\//i.test(url);
  if (hasHost && (protocol === 'https:' || isLocal) && username === '' && password === '') return [];
  const detail = `must be an https URL without user name and password${mode === 'test' ? ', or a URL of localhost' : ''}`;
  return [{ param, code: 'parameter_invalid', detail }];
}
