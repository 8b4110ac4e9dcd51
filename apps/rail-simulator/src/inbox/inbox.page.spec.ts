import { describe, expect, test } from '@jest/globals';
import { inboxPage } from './inbox.page.js';

describe('the page', () => {
  const content = { address: undefined, refreshing: true, messages: [] };

  test('escapes every text', () => {
    const hostile = `<script>alert("1")</script>'&`;
    const message = { to: hostile, channel: 'email' as const, subject: hostile, text: hostile, sentAt: hostile };
    const page = inboxPage({ ...content, address: hostile, messages: [message] });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain(hostile);
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  });

  test('renews itself unless refreshing is off', () => {
    expect(inboxPage(content)).toContain('location.reload()');
    expect(inboxPage({ ...content, refreshing: false })).not.toContain('<script');
  });

  test('says that there are no messages', () => {
    expect(inboxPage(content)).toContain('There is nothing yet.');
  });
});
