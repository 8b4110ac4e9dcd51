import type { SampleRequest } from '../api/request.ts';

/** The request as a command of bash. */
export function curlSample({ method, path, headers, body }: SampleRequest): string {
  const lines = [
    `curl "$PAYGATE_BASE_URL${path}"`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H "${name}: ${value.replaceAll(/\$\{(\w+)\}/g, '$$$1')}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}
