import type { SampleRequest } from '../api/request.ts';
import { daysOf } from '../api/request.ts';

/** The request with the standard library of Python. */
export function pythonSample({ method, path, headers, body }: SampleRequest): string {
  const entries = headers.map(([name, text]) => `        "${name}": ${literal(text)},`);
  const options = [
    `    os.environ["PAYGATE_BASE_URL"] + "${path}",`,
    `    method="${method}",`,
    ...(entries.length === 0 ? [] : ['    headers={', ...entries, '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${value(body, '    ')}).encode(),`]),
  ];
  const text = options.join('\n');
  const imports = [
    ...(text.includes('datetime.') ? ['datetime'] : []),
    ...(body === undefined ? [] : ['json']),
    'os',
    'urllib.error',
    'urllib.request',
  ];
  return `import ${imports.join(', ')}

request = urllib.request.Request(
${text}
)
try:
    with urllib.request.urlopen(request, timeout=30) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())`;
}

function literal(text: string): string {
  const parts = text.split(/\$\{(\w+)\}/);
  return parts
    .map((part, index) => (index % 2 === 1 ? `os.environ["${part}"]` : part === '' ? '' : `"${part}"`))
    .filter((part) => part !== '')
    .join(' + ');
}

/** A value of JSON as Python writes it. */
function value(json: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(json)) return `[${json.map((each) => value(each, indent)).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return scalar(json);
  const entries = Object.entries(json).map(([name, each]) => `${inner}"${name}": ${value(each, inner)},`);
  return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${indent}}`;
}

function scalar(json: unknown): string {
  if (json === true) return 'True';
  if (json === false) return 'False';
  if (json === null) return 'None';
  const days = typeof json === 'string' ? daysOf(json) : undefined;
  if (days === undefined) return JSON.stringify(json);
  const now = 'datetime.datetime.now(datetime.timezone.utc)';
  return `(${now} + datetime.timedelta(days=${String(days)})).isoformat()`;
}
