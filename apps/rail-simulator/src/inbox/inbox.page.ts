import { createHash } from 'node:crypto';
import type { InboxMessage } from './inbox.js';

export interface PageContent {
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** The address of the messages; undefined for all. */
  readonly address: string | undefined;
  readonly refreshing: boolean;
}

const REFRESH_SECONDS = 5;

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 0 auto; padding: 1.5rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: 1rem; }
label { display: grid; gap: .25rem; }
input, button { font: inherit; padding: .35rem .6rem; }
ol { list-style: none; padding: 0; }
li { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: .5rem; padding: .75rem 1rem; margin-bottom: .75rem; }
h2, h3 { font-size: 1rem; margin: 0; }
p { margin: .5rem 0 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.when { font-size: .875rem; }
`;

/** Nothing is loaded and no script runs, because the page shows untrusted texts. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The messages as a page for people. It refreshes itself without a script, unless `refreshing` is false. */
export function inboxPage(content: PageContent): string {
  const { messages, address, refreshing } = content;
  const shown = address === undefined ? 'all addresses' : escaped(address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshing ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : ''}
<title>Test inbox (${messages.length})</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Test inbox</h1>
<p>SMS and e-mail of test mode. None of them reached a person.</p>
<form method="get" action="/" role="search">
<label for="to">Phone number or e-mail address <input id="to" name="to" value="${escaped(address ?? '')}" autocomplete="off"></label>
<button>Show</button>
</form>
${refreshLink(content)}
<h2 id="shown">Messages to ${shown}, newest first</h2>
${messages.length === 0 ? '<p>There is nothing yet.</p>' : `<ol aria-labelledby="shown">${messages.map(item).join('')}</ol>`}
</main>
</body>
</html>
`;
}

function item({ to, channel, subject, text, sentAt }: InboxMessage): string {
  const kind = channel === 'sms' ? 'SMS' : 'E-mail';
  const heading = subject === undefined ? '' : `<p><strong>${escaped(subject)}</strong></p>`;
  return `
<li>
<h3>${kind} to ${escaped(to)}</h3>
<p class="when"><time datetime="${escaped(sentAt)}">${escaped(sentAt)}</time></p>
${heading}<p>${escaped(text)}</p>
</li>`;
}

function refreshLink({ address, refreshing }: PageContent): string {
  const query = new URLSearchParams({
    ...(address === undefined ? {} : { to: address }),
    ...(refreshing ? { refresh: 'off' } : {}),
  });
  const label = refreshing ? `Renewed every ${REFRESH_SECONDS} seconds: stop that` : 'Renew it every few seconds';
  return `<p><a href="/?${escaped(query.toString())}">${label}</a></p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
