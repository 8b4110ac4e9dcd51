import { createHash } from 'node:crypto';

export interface Page {
  readonly title: string;
  /** HTML. Texts in it are {@link escaped}. */
  readonly content: string;
  /** True when it renews itself every few seconds. */
  readonly refreshing: boolean;
}

export const REFRESH_SECONDS = 5;

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 0 auto; padding: 1.5rem; }
nav ul { display: flex; gap: 1rem; list-style: none; padding: 0; margin: 0; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: 1rem; }
label { display: grid; gap: .25rem; }
input, button { font: inherit; padding: .35rem .6rem; }
ol { list-style: none; padding: 0; }
ol > li { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: .5rem; padding: .75rem 1rem; margin-bottom: .75rem; }
li form { margin: .5rem 0 0; }
h2, h3 { font-size: 1rem; margin: 0; }
h2 { margin-top: 1.5rem; }
p { margin: .5rem 0 0; overflow-wrap: anywhere; white-space: pre-wrap; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: .25rem 1rem .25rem 0; }
.when { font-size: .875rem; }
`;

/** Renews the page, unless somebody is in a field or has left something in it that was not sent. */
const RENEWAL = `
setInterval(() => {
  const isInUse = (field) => field === document.activeElement || field.value !== field.defaultValue;
  if (![...document.querySelectorAll('input:not([type=hidden])')].some(isInUse)) location.reload();
}, ${REFRESH_SECONDS * 1000});
`;

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded and no other script runs, because the pages show untrusted texts. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${sourceOf(STYLE)}`,
  `script-src ${sourceOf(RENEWAL)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for people. */
export function page({ title, content, refreshing }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Pages"><ul>
<li><a href="/">Inbox</a></li>
<li><a href="/phone">Phone</a></li>
<li><a href="/numbers">Numbers</a></li>
</ul></nav>
<main>
${content}
</main>
${refreshing ? `<script>${RENEWAL}</script>` : ''}
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
