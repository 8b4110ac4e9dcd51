import { Controller, Get, HttpCode, Post, Query, Redirect, Req, Res } from '@nestjs/common';
import { changeMemberNotices, readMemberNotices } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { StoppedMails } from '@paygate/platform';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpaqueTokens } from '../../../credentials/tokens/opaque-tokens.js';
import { accepted } from '../../../edge/answers.js';
import { Proxies } from '../../../edge/listener/proxies.js';
import { STOP_ROUTE } from '../../../edge/unread-routes.js';
import { RateLimits } from '../../../rate-limits/rate-limits.js';

const [SEE_OTHER, NO_CONTENT] = [303, 204];
/** The page that switches notices, behind the sign-in. */
const PAGE = '/dashboard/settings/security';

/**
 * The address in the header `List-Unsubscribe` of mails of notices (RFC 8058). A mail provider posts to it when its user stops the mails: without a
 * session or a cookie, so the token in the query is all the proof there is. Whoever opens it, as scanners of links do, comes to the page
 * that switches notices, and changes nothing.
 */
@Controller()
export class StoppedMailsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly tokens: OpaqueTokens,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Get(STOP_ROUTE)
  @Redirect(PAGE, SEE_OTHER)
  show(): void {
    // the redirect is all of it
  }

  @Post(STOP_ROUTE)
  @HttpCode(NO_CONTENT)
  async stop(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('token') token: unknown,
  ): Promise<void> {
    await this.limits.ofDashboard(this.proxies.clientOf(request.raw), reply);
    const stopped = typeof token === 'string' ? this.tokens.stoppedBy(token) : undefined;
    if (stopped === undefined) throw new PaygateError('mail_token_invalid');
    await this.#stop(stopped, request.id);
  }

  /** Takes the mails from the channels of the kind. Somebody who is no member any more, or may not read what it is about, gets none of them. */
  async #stop({ merchantId, memberId, kind: stopped }: StoppedMails, requestId: string): Promise<void> {
    const found = await this.bus.send(readMemberNotices, { merchantId, memberId }, { requestId });
    if (!found.ok && found.code === 'scope_missing') return;
    const choice = accepted(found).data.notices.find(({ kind }) => kind === stopped);
    if (choice?.channels.includes('email') !== true) return;
    const channels = choice.channels.filter((channel) => channel !== 'email');
    const command = { merchantId, memberId, notices: [{ kind: choice.kind, channels }] };
    accepted(await this.bus.send(changeMemberNotices, command, { requestId }));
  }
}
