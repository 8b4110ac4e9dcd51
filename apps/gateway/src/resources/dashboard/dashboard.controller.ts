import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type {
  CurrentDashboardSessionView,
  DashboardMerchantView,
  DashboardSession,
  DashboardSessionView,
  Membership,
  NewDashboardSessionView,
} from '@paygate/contracts';
import { endDashboardSession, operations, signInToDashboard } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acting } from '../../credentials/dashboard-caller.js';
import { dashboardOf } from '../../credentials/dashboard-caller.js';
import { checkOwnPage, cookieSessionOf, endedCookie, sessionCookie } from '../../credentials/dashboard-cookie.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';
import { DashboardRequests } from './dashboard-requests.js';

const signIns = new RequestReader(operations.signInToDashboard);
const reads = new RequestReader(operations.getDashboardSession);
const signOuts = new RequestReader(operations.endDashboardSession);

/** Sessions of the dashboard over HTTP. */
@Controller()
export class DashboardController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Post(routeOf(operations.signInToDashboard))
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email, password, delivery } = signIns.read(request).fields;
    const inCookie = delivery === 'cookie';
    if (inCookie) checkOwnPage(request);
    const command = {
      email: this.requests.seal(email, 'dashboard.email'),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
    };
    const { data } = accepted(await this.bus.send(signInToDashboard, command, { requestId: request.id }));
    const token = this.requests.open(data.token, 'dashboard.token');
    if (inCookie) void reply.header('set-cookie', sessionCookie(token, data.expiresAt));
    const answer: NewDashboardSessionView = Object.assign(this.viewOf(data), inCookie ? {} : { token });
    sendJson(reply, operations.signInToDashboard.success, JSON.stringify(answer));
  }

  @Get(routeOf(operations.getDashboardSession))
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reads.read(request);
    const { session, acting } = dashboardOf(request);
    const view = { acting: acting === null ? null : this.actingView(acting) };
    const answer: CurrentDashboardSessionView = Object.assign(this.viewOf(session), view);
    sendJson(reply, operations.getDashboardSession.success, JSON.stringify(answer));
  }

  @Delete(routeOf(operations.endDashboardSession))
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    signOuts.read(request);
    accepted(await this.bus.send(endDashboardSession, { sessionId }, { requestId: request.id }));
    if (cookieSessionOf(request.headers) !== undefined) void reply.header('set-cookie', endedCookie);
    void reply.code(operations.endDashboardSession.success).send();
  }

  private viewOf({ email, expiresAt, memberships }: DashboardSession): DashboardSessionView {
    return {
      ...{ object: 'dashboard_session', email: this.requests.open(email, 'member.email'), expiresAt },
      merchants: memberships.map(merchantView),
    };
  }

  private actingView({ merchantId, mode, memberId, name, role, scopes }: Acting) {
    const opened = this.requests.open(name, 'member.name');
    return { merchantId, mode, memberId, name: opened, role, scopes: [...scopes] };
  }
}

function merchantView({ merchantId, merchantName, merchantActive, ...member }: Membership): DashboardMerchantView {
  const { liveActive, memberId, role } = member;
  return { id: merchantId, name: merchantName, active: merchantActive, liveActive, memberId, role };
}
