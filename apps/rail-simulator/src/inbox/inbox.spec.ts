import { describe, expect, test } from '@jest/globals';
import { Inbox, KEPT_MESSAGES } from './inbox.js';
import { inboxPage } from './inbox.page.js';

const sms = (to: string, text: string) => ({ to, channel: 'sms' as const, text });

describe('the inbox', () => {
  test('lists the messages of one address, newest first', () => {
    const inbox = new Inbox();
    inbox.add('1', sms('+237600000001', 'first'));
    inbox.add('2', sms('+237600000002', 'of another'));
    inbox.add('3', sms('+237600000001', 'second'));
    expect(inbox.list('+237600000001').map(({ text }) => text)).toEqual(['second', 'first']);
    expect(inbox.list(undefined).map(({ text }) => text)).toEqual(['second', 'of another', 'first']);
    expect(inbox.list('+23760000000')).toEqual([]);
    expect(inbox.list('+237600000001', 1).map(({ text }) => text)).toEqual(['second']);
    expect(inbox.list(undefined, 2).map(({ text }) => text)).toEqual(['second', 'of another']);
  });

  test('adds a message that is submitted twice once', () => {
    const inbox = new Inbox();
    expect(inbox.add('1', sms('+237600000001', 'first'))).toBe(true);
    expect(inbox.add('1', sms('+237600000001', 'first'))).toBe(false);
    expect(inbox.list(undefined)).toHaveLength(1);
  });

  test('keeps the newest messages up to its bound', () => {
    const inbox = new Inbox();
    for (let n = 1; n <= KEPT_MESSAGES + 2; n += 1) inbox.add(String(n), sms('+237600000001', String(n)));
    const kept = inbox.list(undefined).map(({ text }) => text);
    expect(kept).toHaveLength(KEPT_MESSAGES);
    expect([kept[0], kept.at(-1)]).toEqual([String(KEPT_MESSAGES + 2), '3']);
    expect(inbox.list('+237600000001').map(({ text }) => text)).toEqual(kept);
  });
});

describe('the inbox, when it is full', () => {
  test('drops the oldest message of all addresses', () => {
    const inbox = new Inbox();
    inbox.add('once', sms('+237600000002', 'once'));
    for (let n = 1; n <= KEPT_MESSAGES; n += 1) inbox.add(String(n), sms('+237600000001', String(n)));
    expect(inbox.list('+237600000002')).toEqual([]);
    expect(inbox.list('+237600000001')).toHaveLength(KEPT_MESSAGES);
  });
});

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
