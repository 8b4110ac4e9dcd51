import type { SampleRequest } from '../api/request.ts';
import { daysOf } from '../api/request.ts';

/** The request with the `fetch` of Node. */
export function nodeSample({ method, path, headers, body }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map(([name, value]) => `    '${name}': ${literal(value)},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(withTimes(JSON.stringify(body, null, 2)))}),`]),
  ];
  const address = '`${process.env.PAYGATE_BASE_URL}' + path + '`';
  const call = options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${options.join('\n')}\n})`;
  return `const answer = await ${call};\nconsole.log(answer.status, await answer.text());`;
}

function literal(value: string): string {
  if (!value.includes('${')) return `'${value}'`;
  return '`' + value.replaceAll(/\$\{(\w+)\}/g, '${process.env.$1}') + '`';
}

function withTimes(text: string): string {
  return text.replaceAll(/"(\$\{[+-]\d+d\})"/g, (_, time: string) => {
    const days = daysOf(time) ?? 0;
    const away = days === 0 ? '' : ` ${days < 0 ? '-' : '+'} ${String(Math.abs(days))} * 86_400_000`;
    return `new Date(Date.now()${away}).toISOString()`;
  });
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
