import type { Fault, Mode } from '@paygate/contracts';

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The faults of a URL to which a customer returns. It must be https as a browser reads it (WHATWG); in test mode it may also
 * be a page on the developer's own machine.
 */
export function returnUrlFaults(returnUrl: unknown, mode: Mode): readonly Fault[] {
  if (typeof returnUrl !== 'string') return [];
  const { protocol, username, password, hostname } = URL.parse(returnUrl) ?? {};
  const isLocal = mode === 'test' && protocol === 'http:' && LOCAL_HOSTS.includes(hostname ?? '');
  if ((protocol === 'https:' || isLocal) && username === '' && password === '') return [];
  const detail = `must be an https URL without user name and password${mode === 'test' ? ', or a URL of localhost' : ''}`;
  return [{ param: 'returnUrl', code: 'parameter_invalid', detail }];
}
