import type { Field } from '../api/fields.ts';
import type { Language } from '../page.ts';
import { operationWords } from './operation-words.ts';

/** A field with the part of the request that holds it. */
interface PlacedField extends Field {
  readonly place?: string;
}

/** Fields as a table in Markdown. */
export function fieldTable(fields: readonly PlacedField[], language: Language): string {
  const { field, type, meaning } = operationWords[language];
  const rows = fields.map((each) => row(each, language));
  return `| ${field} | ${type} | ${meaning} |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function row({ name, type, required, meaning, place }: PlacedField, language: Language): string {
  const notes = [place, required ? operationWords[language].required : undefined].filter((note) => note !== undefined);
  return `| \`${name}\` | ${[type, ...notes].join(', ')} | ${meaning.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')} |`;
}
