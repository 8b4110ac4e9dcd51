import type { Language, Page } from './page.ts';
import { addressOf, sections } from './page.ts';
import { words } from './words.ts';

/** The list of all pages as Markdown, for programs that read docs (llmstxt.org). */
export function llmsText(listed: readonly (readonly [Language, readonly Page[]])[]): string {
  const groups = listed.flatMap(([language, all]) =>
    sections.map((section) => {
      const own = all.filter((page) => page.section === section);
      const lines = own.map((page) => `- [${titleOf(page)}](${addressOf(page)}.md)`);
      return `## ${words[language].sections[section]} (${language})\n\n${lines.join('\n')}`;
    }),
  );
  return `# Paygate

> A payment gateway for mobile money (MTN MoMo, Orange Money) and wallets. REST over HTTPS with JSON; amounts are strings of digits in the
> currency's minor unit; outcomes arrive as signed webhooks. The API as OpenAPI 3.1 is /openapi.json.

${groups.join('\n\n')}
`;
}

export function titleOf({ parts, path }: Page): string {
  return /^# (.+)$/m.exec(parts[0]?.text ?? '')?.[1]?.replaceAll('`', '') ?? path;
}
