import { Body, Controller, Get, Header, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { HandedInSms } from './handed-in-message.js';
import type { InboxMessage } from './inbox.js';
import { Inbox } from './inbox.js';
import { inboxPage, PAGE_SECURITY_POLICY } from './inbox.page.js';
import { SenderGuard } from './sender.guard.js';

interface Accepted {
  readonly id: string;
  readonly duplicate: boolean;
}

const SHOWN_MESSAGES = 100;

/** An SMS provider's HTTP interface for senders; for people and tests, what they would have received. */
@Controller()
export class InboxController {
  constructor(private readonly inbox: Inbox) {}

  @Post('sms')
  @HttpCode(202)
  @UseGuards(SenderGuard)
  takeSms(@Body() { id, to, text }: HandedInSms): Accepted {
    return { id, duplicate: !this.inbox.take(id, { to, channel: 'sms', text }) };
  }

  @Get('messages')
  @Header('cache-control', 'no-store')
  messages(@Query('to') to: unknown, @Query('limit') limit: unknown): readonly InboxMessage[] {
    return this.inbox.list(addressOf(to), limitOf(limit));
  }

  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY_POLICY)
  page(@Query('to') to: unknown, @Query('refresh') refresh: unknown): string {
    const address = addressOf(to);
    const messages = this.inbox.list(address, SHOWN_MESSAGES);
    return inboxPage({ messages, address, refreshing: refresh !== 'off' });
  }
}

/** In a query string a plus sign that is not encoded reads as a space: people type phone numbers so. */
function addressOf(to: unknown): string | undefined {
  if (typeof to !== 'string' || to === '') return undefined;
  return to.replace(/^ (?=[0-9])/, '+').trim();
}

/** How many messages are asked for; all when that is no number, or one that makes no sense. */
function limitOf(limit: unknown): number | undefined {
  return typeof limit === 'string' && /^[1-9][0-9]{0,4}$/.test(limit) ? Number(limit) : undefined;
}
