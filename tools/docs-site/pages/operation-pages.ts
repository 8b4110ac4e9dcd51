import type { ApiDocument, Operation, Parameter } from '../api/document.ts';
import { JSON_TYPE } from '../api/document.ts';
import type { Field } from '../api/fields.ts';
import { fieldsOf } from '../api/fields.ts';
import { fieldWords } from '../api/field-words.ts';
import { fieldTable } from './field-table.ts';
import type { SampleRequest } from '../api/request.ts';
import { sampleRequests } from '../api/request.ts';
import type { Language, Page, Part } from '../page.ts';
import { curlSample } from '../samples/curl.ts';
import { nodeSample } from '../samples/node.ts';
import { phpSample } from '../samples/php.ts';
import { pythonSample } from '../samples/python.ts';
import { operationWords } from './operation-words.ts';
import { operationDescriptions } from './fr/operation-descriptions.ts';
import { operationTitles } from './fr/operation-titles.ts';
import { tagTitles } from './fr/tag-titles.ts';
import { variablesText } from './variables.ts';

/** Errors that any request may get; each has its page, and an operation's page lists its own errors. */
const COMMON_ERRORS: ReadonlySet<string> = new Set([
  ...['request_malformed', 'key_in_url', 'parameter_unknown', 'version_unknown', 'https_required', 'request_timeout'],
  ...['uri_too_long', 'headers_too_large', 'internal_error', 'api_key_missing', 'api_key_invalid', 'api_key_expired'],
  ...['api_key_revoked', 'api_key_mismatch', 'secret_key_in_browser', 'origin_not_allowed', 'merchant_inactive'],
  ...['rate_limited', 'service_unavailable', 'upstream_timeout', 'idempotency_key_invalid', 'json_invalid'],
  ...['parameter_missing', 'parameter_invalid', 'body_too_large', 'media_type_unsupported', 'secret_key_required'],
]);

/** The list of operations and a page for each. */
export function operationPages(document: ApiDocument, language: Language): readonly Page[] {
  const page = (path: string, parts: readonly Part[]): Page => {
    return { path, language, parts, section: 'api', source: `docs/${path}` };
  };
  return [
    page('api', [{ language, text: indexText(document, language) }]),
    ...document.operations.map((operation) => page(`api/${operation.id}`, partsOf(operation, document, language))),
  ];
}

function titleOf({ id, summary }: Operation, language: Language): string {
  return language === 'fr' ? (operationTitles[id] ?? summary) : summary;
}

function indexText({ tags, operations }: ApiDocument, language: Language): string {
  const { index } = operationWords[language];
  const groups = tags.map(({ name, description }) => {
    const own = operations.filter(({ tag }) => tag === name);
    const rows = own.map(
      (each) => `- [${titleOf(each, language)}](/docs/api/${each.id}): \`${each.method} ${each.path}\``,
    );
    const [title, text] = language === 'fr' ? (tagTitles[name] ?? [name, '']) : [name, description];
    return `## ${title}\n\n${text}\n\n${rows.join('\n')}`;
  });
  return `${index}\n\n${variablesText(language)}\n\n${groups.join('\n\n')}\n`;
}

function partsOf(operation: Operation, document: ApiDocument, language: Language): readonly Part[] {
  const words = operationWords[language];
  const { id, method, path, description } = operation;
  const french = language === 'fr' ? operationDescriptions[id] : undefined;
  const english = (text: string): Part => ({ text, language: 'en' });
  const own = (text: string): Part => ({ text, language });
  return [
    own(`# ${titleOf(operation, language)}\n\n\`${method} ${path}\`\n`),
    french === undefined ? english(description) : own(french),
    own(
      `${credentialText(operation, language)}\n\n## ${words.sample}\n\n${samplesText(operation, language)}\n\n${words.variables}`,
    ),
    ...parameterParts(operation, language),
    ...bodyParts(operation, document, language),
    ...answerParts(operation, document, language),
    own(errorsText(operation, language)),
  ];
}

/** The samples with the fewest credentials, and below a heading those of each set that other customers have. */
function samplesText(operation: Operation, language: Language): string {
  const [first, ...others] = sampleRequests(operation).map(({ schemes, request }) => ({
    title: `### ${operationWords[language].with} ${credentialNames(schemes, language)}`,
    text: samplesOf(request, language),
  }));
  return [first?.text ?? '', ...others.map(({ title, text }) => `${title}\n\n${text}`)].join('\n\n');
}

function samplesOf(request: SampleRequest, language: Language): string {
  return [
    `\`\`\`bash\n${curlSample(request)}\n\`\`\``,
    `\`\`\`js\n${nodeSample(request)}\n\`\`\``,
    `\`\`\`php\n${phpSample(request, language)}\n\`\`\``,
    `\`\`\`python\n${pythonSample(request)}\n\`\`\``,
  ].join('\n\n');
}

function credentialNames(schemes: readonly string[], language: Language): string {
  const { credentials, and } = operationWords[language];
  return schemes.map((scheme) => credentials[scheme] ?? scheme).join(` ${and} `);
}

/** The same key twice is one credential. */
const isKeyTwice = (schemes: readonly string[]): boolean =>
  schemes.includes('publishableKey') && schemes.includes('secretKey');

function credentialText({ security, scopes }: Operation, language: Language): string {
  const { credential, anyone, and, or, scopeIs, scopesAre } = operationWords[language];
  const alternatives = security.map((each) => Object.keys(each)).filter((schemes) => !isKeyTwice(schemes));
  const names = alternatives.map((schemes) => credentialNames(schemes, language));
  const text = names.length === 0 ? anyone : `${credential} ${names.join(`${or} `)}.`;
  if (scopes.length === 0) return text;
  return `${text} ${scopes.length === 1 ? scopeIs : scopesAre} ${scopes.map((scope) => `\`${scope}\``).join(` ${and} `)}.`;
}

function parameterParts({ parameters }: Operation, language: Language): readonly Part[] {
  const words = operationWords[language];
  const places = ['path', 'query', 'header'] as const;
  const rows = places.flatMap((place) =>
    parameters
      .filter((each) => each.in === place)
      .map((each) => ({ ...fieldOf(each, language), place: words.places[place] })),
  );
  if (rows.length === 0) return [];
  return [{ language, text: `## ${words.parameters}\n\n${fieldTable(rows, language)}` }];
}

function fieldOf({ name, required, description, schema }: Parameter, language: Language): Field {
  const [field] = fieldsOf(
    { properties: { [name]: { ...schema, ...(description === undefined ? {} : { description }) } } },
    {},
    fieldWords[language],
  );
  return { name, required, type: field?.type ?? 'string', meaning: field?.meaning ?? '' };
}

function bodyParts({ body, bodyIsRequired }: Operation, { schemas }: ApiDocument, language: Language): readonly Part[] {
  if (body === undefined) return [];
  const words = operationWords[language];
  const note = bodyIsRequired ? '' : `\n\n${words.bodyIsOptional}`;
  const table = fieldTable(fieldsOf(body.schema, schemas, fieldWords[language]), language);
  return [{ language, text: `## ${words.body}${note}\n\n${table}` }];
}

function answerParts({ answers }: Operation, { schemas }: ApiDocument, language: Language): readonly Part[] {
  const successes = Object.entries(answers).filter(([status]) => status < '300');
  const shown = successes.find(([, { content }]) => content !== undefined)?.[1].content?.[JSON_TYPE];
  const { meaningOf } = fieldWords[language];
  const list = successes
    .map(([status, { description = '' }]) => `- \`${status}\`: ${meaningOf(description)}`)
    .join('\n');
  const heading = `## ${operationWords[language].answer}\n\n${list}`;
  if (shown === undefined) return [{ language, text: heading }];
  const example = `\`\`\`json\n${JSON.stringify(shown.example, null, 2)}\n\`\`\``;
  const rows = fieldsOf(shown.schema, schemas, fieldWords[language]).map((field) => ({ ...field, required: false }));
  return [{ language, text: `${heading}\n\n${example}\n\n${fieldTable(rows, language)}` }];
}

function errorsText({ errorCodes }: Operation, language: Language): string {
  const words = operationWords[language];
  const own = errorCodes.filter((code) => !COMMON_ERRORS.has(code));
  const links = own.map((code) => `- [\`${code}\`](/docs/errors/${code})`);
  return `## ${words.errors}\n\n${[...links, `- ${words.commonErrors}`].join('\n')}`;
}
