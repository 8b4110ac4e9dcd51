import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type {
  ConfirmedSecondFactorView,
  NewSecondFactorView,
  SecondFactorConfirmed,
  SecondFactorView,
} from '@paygate/contracts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  operations,
  readSecondFactor,
  renewRecoveryCodes,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dashboardOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { DashboardRequests } from './dashboard-requests.js';

const ISSUER = 'Paygate';
const reads = new RequestReader(operations.readSecondFactor);
const beginnings = new RequestReader(operations.beginSecondFactor);
const confirmations = new RequestReader(operations.confirmSecondFactor);
const renewals = new RequestReader(operations.renewRecoveryCodes);
const ends = new RequestReader(operations.disableSecondFactor);

/** The second factor of a signed-in person over HTTP. */
@Controller()
export class SecondFactorController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Get(routeOf(operations.readSecondFactor))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    reads.read(request);
    const { data } = accepted(await this.bus.send(readSecondFactor, { sessionId }, { requestId: request.id }));
    const { enabledAt, recoveryCodesLeft } = data;
    const answer: SecondFactorView = {
      ...{ object: 'second_factor', enabled: enabledAt !== null, enabledAt, recoveryCodesLeft },
    };
    sendJson(reply, operations.readSecondFactor.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.beginSecondFactor))
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId, email } = dashboardOf(request).session;
    const { password } = beginnings.read(request).fields;
    const command = {
      sessionId,
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
    };
    const { data } = accepted(await this.bus.send(beginSecondFactor, command, { requestId: request.id }));
    const secret = this.requests.open(data.secret, 'dashboard.second-factor');
    const label = encodeURIComponent(this.requests.open(email, 'member.email'));
    const otpauthUrl = `otpauth://totp/${ISSUER}:${label}?secret=${secret}&issuer=${ISSUER}`;
    const answer: NewSecondFactorView = { secret, otpauthUrl };
    sendJson(reply, operations.beginSecondFactor.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.confirmSecondFactor))
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const { code } = confirmations.read(request).fields;
    const command = { sessionId, code: this.requests.seal(code, 'dashboard.code') };
    const { data } = accepted(await this.bus.send(confirmSecondFactor, command, { requestId: request.id }));
    sendJson(reply, operations.confirmSecondFactor.success, JSON.stringify(this.viewOf(data)));
  }

  @Post(routeOf(operations.renewRecoveryCodes))
  async renew(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const { code } = renewals.read(request).fields;
    const command = { sessionId, code: this.requests.seal(code, 'dashboard.code') };
    const { data } = accepted(await this.bus.send(renewRecoveryCodes, command, { requestId: request.id }));
    sendJson(reply, operations.renewRecoveryCodes.success, JSON.stringify(this.viewOf(data)));
  }

  @Post(routeOf(operations.disableSecondFactor))
  async disable(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const { password, code } = ends.read(request).fields;
    const command = {
      sessionId,
      password: this.requests.seal(password, 'dashboard.password'),
      code: this.requests.seal(code, 'dashboard.code'),
      address: this.requests.addressOf(request),
    };
    accepted(await this.bus.send(disableSecondFactor, command, { requestId: request.id }));
    void reply.code(operations.disableSecondFactor.success).send();
  }

  private viewOf({ enabledAt, recoveryCodes: sealed }: SecondFactorConfirmed): ConfirmedSecondFactorView {
    const recoveryCodes = this.requests.open(sealed, 'dashboard.recovery-codes').split(' ');
    return {
      ...{ object: 'second_factor', enabled: true, enabledAt },
      ...{ recoveryCodesLeft: recoveryCodes.length, recoveryCodes },
    };
  }
}
