import { describe, expect, test } from '@jest/globals';
import { inboxPage } from './inbox.page.js';

describe('the page', () => {
  const content = { address: undefined, refreshing: true, messages: [] };

  test('escapes every text', () => {
    const hostile = `<script>alert("1")</script>'&`;
    const message = { to: hostile, channel: 'email' as const, subject: hostile, text: hostile, sentAt: hostile };
    const page = inboxPage({ ...content, address: hostile, messages: [message] });
    expect(page).not.toContain('<script');
    expect(page).not.toContain(hostile);
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  });

  test('refreshes itself unless refreshing is off', () => {
    expect(inboxPage(content)).toContain('http-equiv="refresh"');
    expect(inboxPage({ ...content, refreshing: false })).not.toContain('http-equiv="refresh"');
  });

  test('says that there are no messages', () => {
    expect(inboxPage(content)).toContain('There is nothing yet.');
  });
});
