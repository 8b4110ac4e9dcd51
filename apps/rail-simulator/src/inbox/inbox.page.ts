import { escaped, page, REFRESH_SECONDS } from '../pages/page.js';
import type { InboxMessage } from './inbox.js';

export interface PageContent {
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** The address of the messages; undefined for all. */
  readonly address: string | undefined;
  readonly refreshing: boolean;
}

/** The messages as a page for people. It renews itself unless `refreshing` is false. */
export function inboxPage(content: PageContent): string {
  const { messages, address, refreshing } = content;
  const shown = address === undefined ? 'all addresses' : escaped(address);
  return page({
    title: `Test inbox (${messages.length})`,
    refreshing,
    content: `<h1>Test inbox</h1>
<p>SMS and e-mail of test mode. None of them reached a person.</p>
<form method="get" action="/" role="search">
<label for="to">Phone number or e-mail address <input id="to" name="to" value="${escaped(address ?? '')}" autocomplete="off"></label>
<button>Show</button>
</form>
${refreshLink(content)}
<h2 id="shown">Messages to ${shown}, newest first</h2>
${messages.length === 0 ? '<p>There is nothing yet.</p>' : `<ol aria-labelledby="shown">${messages.map(item).join('')}</ol>`}`,
  });
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
