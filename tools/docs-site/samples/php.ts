import type { SampleRequest } from '../api/request.ts';
import { daysOf } from '../api/request.ts';
import type { Language } from '../page.ts';

const COMMENTS: Readonly<Record<Language, string>> = {
  en: 'errors have a body, too',
  fr: 'les erreurs ont un corps, elles aussi',
};

/** The request with the streams of PHP, which need no extension. */
export function phpSample({ method, path, headers, body }: SampleRequest, language: Language = 'en'): string {
  const entries = headers.map(([name, value]) => `        ${literal(`${name}: ${value}`)},`);
  const options = [
    `    'method' => '${method}',`,
    ...(entries.length === 0 ? [] : ["    'header' => [", ...entries, '    ],']),
    ...(body === undefined ? [] : [`    'content' => json_encode(${value(body, '    ')}),`]),
    `    'ignore_errors' => true, // ${COMMENTS[language]}`,
  ];
  return `<?php
$context = stream_context_create(['http' => [
${options.join('\n')}
]]);
$answer = file_get_contents(getenv('PAYGATE_BASE_URL') . '${path}', false, $context);
echo $http_response_header[0], "\\n", $answer, "\\n";`;
}

function literal(text: string): string {
  const parts = text.split(/\$\{(\w+)\}/);
  return parts
    .map((part, index) => (index % 2 === 1 ? `getenv('${part}')` : part === '' ? '' : `'${part}'`))
    .filter((part) => part !== '')
    .join(' . ');
}

/** A value of JSON as PHP writes it. */
function value(json: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(json)) return `[${json.map((each) => value(each, indent)).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return scalar(json);
  const entries = Object.entries(json).map(([name, each]) => `${inner}'${name}' => ${value(each, inner)},`);
  return entries.length === 0 ? '(object) []' : `[\n${entries.join('\n')}\n${indent}]`;
}

function scalar(json: unknown): string {
  if (typeof json !== 'string') return JSON.stringify(json);
  const days = daysOf(json);
  if (days !== undefined) return `gmdate('Y-m-d\\TH:i:s\\Z', strtotime('${days < 0 ? '' : '+'}${String(days)} days'))`;
  return `'${json.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
