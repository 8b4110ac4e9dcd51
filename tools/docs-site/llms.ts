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
> currency's minor unit; outcomes arrive as signed webhooks.

<!--installation-->
- The API is at https://localhost:8443. Its document is [OpenAPI 3.1](/openapi.json), and [OpenAPI 3.0](/openapi-3.0.json) for client generators.
- Credentials: a server sends \`authorization: Bearer sk_test_…\` (secret key); a page or an app sends \`x-api-key: pk_test_…\` (publishable key)
  and, for one payment, \`x-session-token: sess_…\`. Keys are made in the dashboard, at https://localhost:8443/dashboard/. \`_test_\` moves no money,
  \`_live_\` does. A secret key never goes to a page.
- Each POST that creates something takes an \`idempotency-key\`. The header \`x-api-version\` names the version of the API that the code was written for.
- Test numbers, where test mode has mobile money: the payment from +237677770001 succeeds, from +237677770010 fails with \`insufficient_funds\`, from
  +237677770011 is rejected by the payer; +2376977700… do the same for Orange Money. [All of them](/docs/en/guides/test-mode.md). The codes of test mode
  are read at \`GET /test-inbox\` with the secret key.
- An assistant calls the API with \`paygate mcp\`, over the Model Context Protocol: [four tools](/docs/en/guides/assistants.md), with a restricted key in test
  mode. Each write is asked of the person.
- An error is \`application/problem+json\`: decide by \`code\`; \`type\` is the address of its page, and \`.md\` behind it answers Markdown.

${groups.join('\n\n')}
`;
}

export function titleOf({ parts, path }: Page): string {
  return /^# (.+)$/m.exec(parts[0]?.text ?? '')?.[1]?.replaceAll('`', '') ?? path;
}
