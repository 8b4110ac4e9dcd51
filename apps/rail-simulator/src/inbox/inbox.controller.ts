import { Body, Controller, Get, Header, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { SubmittedSms } from './submitted-sms.js';
import type { InboxMessage } from './inbox.js';
import { Inbox } from './inbox.js';
import { PAGE_SECURITY_POLICY } from '../pages/page.js';
import { inboxPage } from './inbox.page.js';
import { SenderGuard } from './sender.guard.js';

interface Accepted {
  readonly id: string;
  readonly duplicate: boolean;
}

const SHOWN_MESSAGES = 100;

/** The HTTP interface of an SMS provider for senders, and the received messages for people and tests. */
@Controller()
export class InboxController {
  constructor(private readonly inbox: Inbox) {}

  @Post('sms')
  @HttpCode(202)
  @UseGuards(SenderGuard)
  async receiveSms(@Body() { id, to, text }: SubmittedSms): Promise<Accepted> {
    return { id, duplicate: !(await this.inbox.add(id, { to, channel: 'sms', text })) };
  }

  @Get('messages')
  @Header('cache-control', 'no-store')
  messages(@Query('to') to: unknown, @Query('limit') limit: unknown): Promise<readonly InboxMessage[]> {
    return this.inbox.list(addressOf(to), limitOf(limit));
  }

  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY_POLICY)
  async page(@Query('to') to: unknown, @Query('refresh') refresh: unknown): Promise<string> {
    const address = addressOf(to);
    const messages = await this.inbox.list(address, SHOWN_MESSAGES);
    return inboxPage({ messages, address, refreshing: refresh !== 'off' });
  }
}

/** A plus sign that is not encoded in a query string reads as a space, as in a typed phone number. */
function addressOf(to: unknown): string | undefined {
  if (typeof to !== 'string' || to === '') return undefined;
  return to.replace(/^ (?=[0-9])/, '+').trim();
}

/** The limit, or undefined (all messages) when it is not a valid number. */
function limitOf(limit: unknown): number | undefined {
  return typeof limit === 'string' && /^[1-9][0-9]{0,4}$/.test(limit) ? Number(limit) : undefined;
}
