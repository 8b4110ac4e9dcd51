import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument } from '../api/document.ts';
import { fieldWords } from '../api/field-words.ts';
import { fieldsOf } from '../api/fields.ts';
import type { Language, Page, Part } from '../page.ts';
import { fieldTable } from './field-table.ts';
import { filePage, namesIn } from './file-pages.ts';
import { frenchEvents } from './fr/events.ts';

/** The list of events and a page for each type. */
export function eventPages(root: string, document: ApiDocument, language: Language): readonly Page[] {
  const page = (path: string, source: string): Page => filePage(root, { path, source, section: 'events', language });
  const index = page('events', 'docs/events/README.md');
  return [
    language === 'fr' ? { ...index, parts: [{ language, text: frenchIndex(root) }] } : index,
    ...namesIn(root, 'docs/events').map((type) => {
      const english = page(`events/${type}`, `docs/events/${type}.md`);
      return language === 'fr'
        ? { ...english, parts: frenchParts(type, english.parts[0]?.text ?? '', document) }
        : english;
    }),
  ];
}

function frenchParts(type: string, english: string, { events, schemas }: ApiDocument): readonly Part[] {
  const [summary, schema] = [frenchEvents[type], events.get(type)];
  if (summary === undefined || schema === undefined) return [{ language: 'en', text: english }];
  const [, example = ''] = english.split(/^## (?:Example|Fields)\n/m);
  const fields = fieldTable(fieldsOf(schema, schemas, fieldWords.fr), 'fr');
  return [
    {
      language: 'fr',
      text: `# ${type}\n\n${summary}. Le [guide des webhooks](../guides/webhooks.md) explique la livraison et la vérification des événements.\n\n## Exemple\n${example}\n## Champs\n\n${fields}\n`,
    },
  ];
}

function frenchIndex(root: string): string {
  const english = readFileSync(join(root, 'docs/events/README.md'), 'utf8');
  const rows = [...english.matchAll(/^\| \[([\w.]+)\]\([^)]*\) +\| (.*?) +\|$/gm)].map(
    ([, type = '', summary = '']) => `| [${type}](${type}.md) | ${frenchEvents[type] ?? summary} |`,
  );
  return `# Événements

Un point de réception reçoit les événements que nomme sa liste \`events\` : des types, des familles comme \`payment.*\`, ou \`*\` pour tous.
Le [guide des webhooks](../guides/webhooks.md) explique comment.

| Type | Quand il est envoyé |
| --- | --- |
${rows.join('\n')}
`;
}
