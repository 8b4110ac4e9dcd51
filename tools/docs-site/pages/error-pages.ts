import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, Page } from '../page.ts';
import { filePage, namesIn } from './file-pages.ts';
import { frenchErrors } from './fr/errors.ts';
import { operationTitles } from './fr/operation-titles.ts';

/** The list of errors and a page for each code. A code without a French text has its English page. */
export function errorPages(root: string, language: Language): readonly Page[] {
  const page = (path: string, source: string): Page => filePage(root, { path, source, section: 'errors', language });
  const index = page('errors', 'docs/errors/README.md');
  return [
    language === 'fr' ? { ...index, parts: [{ language, text: frenchIndex(root) }] } : index,
    ...namesIn(root, 'docs/errors').map((code) => {
      const english = page(`errors/${code}`, `docs/errors/${code}.md`);
      const text = language === 'fr' ? frenchText(code, english.parts[0]?.text ?? '') : undefined;
      return text === undefined ? english : { ...english, parts: [{ language, text }] };
    }),
  ];
}

function frenchText(code: string, english: string): string | undefined {
  const french = frenchErrors[code];
  if (french === undefined) return undefined;
  const [title, advice] = french;
  const [, status = ''] = /HTTP (\d{3})/.exec(english) ?? [];
  const retry = english.includes('not retryable')
    ? 'la même requête échouera de nouveau'
    : 'la même requête, avec la même `Idempotency-Key`, peut réussir';
  const example = sectionOf(english, 'Example');
  const operations = sectionOf(english, 'Operations')
    .replaceAll(
      /\]\(\/docs\/api\/(\w+)\): .*$/gm,
      (_, id: string) => `](/docs/api/${id}) : ${operationTitles[id] ?? id}`,
    )
    .replace(/^Answered before .*$/m, 'Répondue avant que l’opération soit connue.')
    .replace(
      /^Many operations: .*$/m,
      'De nombreuses opérations : le document OpenAPI nomme les codes de chacune sous `x-error-codes`.',
    );
  return `# ${code}

${title}. HTTP ${status} : ${retry}.

## Que faire

${advice}

## Exemple

${example}

## Opérations

${operations}
`;
}

function sectionOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`## ${heading}\n`);
  return (after.split(/^## /m)[0] ?? '').trim();
}

/** The English table with the French titles. */
function frenchIndex(root: string): string {
  const english = readFileSync(join(root, 'docs/errors/README.md'), 'utf8');
  const rows = [...english.matchAll(/^\| (\d{3}) +\| \[(\w+)\]\([^)]*\) +\| (.*?) +\| (yes|no) +\|$/gm)].map(
    ([, status = '', code = '', title = '', retryable]) => {
      const french = frenchErrors[code]?.[0] ?? title;
      return `| ${status} | [${code}](${code}.md) | ${french} | ${retryable === 'yes' ? 'oui' : 'non'} |`;
    },
  );
  return `# Erreurs

Chaque erreur est un document \`application/problem+json\` (RFC 9457). Un programme décide selon \`code\` ; \`errors\` énumère tous les défauts
d’une requête à la fois. 503 signifie que rien n’a été exécuté, 504 que le résultat n’est pas connu.

| Statut | Code | Signification | Réessayer |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
