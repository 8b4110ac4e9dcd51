import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type {
  CurrentDashboardSessionView,
  DashboardMerchantView,
  DashboardSession,
  DashboardSessionsAnswer,
  DashboardSessionView,
  Membership,
  NewDashboardSessionView,
} from '@paygate/contracts';
import { endDashboardSession, listDashboardSessions, operations, signInToDashboard } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../../config.js';
import type { Acting } from '../../../credentials/dashboard/dashboard-caller.js';
import { dashboardOf } from '../../../credentials/dashboard/dashboard-caller.js';
import {
  checkOwnPage,
  cookieSessionOf,
  endedCookie,
  sessionCookie,
} from '../../../credentials/dashboard/dashboard-cookie.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { DashboardRequests } from './dashboard-requests.js';
import { deviceName } from './device-name.js';
import { pathIdOf } from '../../../requests/path-id.js';

const sessionIdOf = pathIdOf('dashboardSession', 'session_not_found');
const signIns = new RequestReader(operations.signInToDashboard);
const reads = new RequestReader(operations.getDashboardSession);
const lists = new RequestReader(operations.listDashboardSessions);
const revocations = new RequestReader(operations.endOtherDashboardSession);
const signOuts = new RequestReader(operations.endDashboardSession);

/** Sessions of the dashboard over HTTP. */
@Controller()
export class DashboardController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
    private readonly config: GatewayConfig,
  ) {}

  @Post(routeOf(operations.signInToDashboard))
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email, password, code, delivery } = signIns.read(request).fields;
    const inCookie = delivery === 'cookie';
    if (inCookie) checkOwnPage(request, this.config);
    const command = {
      email: this.requests.seal(email, 'dashboard.email'),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
      ...(typeof code === 'string' ? { code: this.requests.seal(code, 'dashboard.code') } : {}),
      ...given({ device: deviceName(request.headers['user-agent']) }),
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

  @Get(routeOf(operations.listDashboardSessions))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId: own } = dashboardOf(request).session;
    lists.read(request);
    const { data } = accepted(
      await this.bus.send(listDashboardSessions, { sessionId: own }, { requestId: request.id }),
    );
    const answer: DashboardSessionsAnswer = {
      data: data.sessions.map(({ sessionId: id, device = null, createdAt, seenAt: lastSeenAt, expiresAt }) => ({
        ...{ id, current: id === own, device, createdAt, lastSeenAt, expiresAt },
      })),
    };
    sendJson(reply, operations.listDashboardSessions.success, JSON.stringify(answer));
  }

  /** A malformed id is answered like the id of no session. */
  @Delete(routeOf(operations.endOtherDashboardSession))
  async endOther(
    @Req() request: FastifyRequest<{ Params: { id: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { sessionId: actorSessionId } = dashboardOf(request).session;
    revocations.read(request);
    const sessionId = sessionIdOf(request);
    const command = { sessionId, actorSessionId };
    accepted(await this.bus.send(endDashboardSession, command, { requestId: request.id }));
    void reply.code(operations.endOtherDashboardSession.success).send();
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
