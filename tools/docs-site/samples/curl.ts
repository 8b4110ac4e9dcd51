import type { SampleRequest } from '../api/request.ts';
import { daysOf } from '../api/request.ts';

/** The request as a command of bash. */
export function curlSample({ method, path, headers, body }: SampleRequest): string {
  const lines = [
    `curl "$PAYGATE_BASE_URL${path}"`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H "${name}: ${value.replaceAll(/\$\{(\w+)\}/g, '$$$1')}"`),
    ...(body === undefined
      ? []
      : [`-d '${withTimes(JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`))}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** The text ends for the time, which `date` of GNU writes, and begins again after it. */
function withTimes(text: string): string {
  return text.replaceAll(/"(\$\{[+-]\d+d\})"/g, (_, time: string) => {
    const days = daysOf(time) ?? 0;
    return `"'$(date -u -d '${days < 0 ? '' : '+'}${days} days' +%FT%TZ)'"`;
  });
}
