import { Controller, Post, Req, Res } from '@nestjs/common';
import { changeMemberPassword, forgetMemberPassword, operations, resetMemberPassword } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dashboardOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { DashboardRequests } from '../dashboard/dashboard-requests.js';

const forgotten = new RequestReader(operations.forgetMemberPassword);
const changes = new RequestReader(operations.changeMemberPassword);
const resets = new RequestReader(operations.resetMemberPassword);

/** Passwords of members over HTTP. */
@Controller()
export class MemberPasswordsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Post(routeOf(operations.forgetMemberPassword))
  async forget(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email } = forgotten.read(request).fields;
    const command = {
      email: this.requests.seal(email, 'dashboard.email'),
      address: this.requests.addressOf(request),
      ...this.requests.languageOf(request),
      ...this.requests.idempotencyOf(request),
    };
    const outcome = accepted(await this.bus.send(forgetMemberPassword, command, { requestId: request.id }));
    markReplay(reply, outcome);
    void reply.code(operations.forgetMemberPassword.success).send();
  }

  @Post(routeOf(operations.changeMemberPassword))
  async change(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const { currentPassword, password } = changes.read(request).fields;
    const command = {
      sessionId,
      currentPassword: this.requests.seal(currentPassword, 'dashboard.password'),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
    };
    accepted(await this.bus.send(changeMemberPassword, command, { requestId: request.id }));
    void reply.code(operations.changeMemberPassword.success).send();
  }

  @Post(routeOf(operations.resetMemberPassword))
  async reset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { token, password } = resets.read(request).fields;
    const command = {
      tokenHash: this.requests.mailTokenHash('passwordReset', token),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
      ...this.requests.idempotencyOf(request),
    };
    const outcome = accepted(await this.bus.send(resetMemberPassword, command, { requestId: request.id }));
    markReplay(reply, outcome);
    void reply.code(operations.resetMemberPassword.success).send();
  }
}
