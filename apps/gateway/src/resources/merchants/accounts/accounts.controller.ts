import { Controller, Post, Req, Res } from '@nestjs/common';
import type { ApiKeyIssued, IssuedApiKeyView, NewAccountView } from '@paygate/contracts';
import { confirmAccount, countries, openAccount, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyVerifier } from '../../../credentials/api-key-verifier.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { apiKeyView } from '../../api-keys/api-key.view.js';
import { DashboardRequests } from '../dashboard/dashboard-requests.js';

const openings = new RequestReader(operations.openAccount);
const confirmations = new RequestReader(operations.confirmAccount);

/** Sign-up of merchants over HTTP. */
@Controller()
export class AccountsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
    private readonly apiKeys: ApiKeyVerifier,
  ) {}

  @Post(routeOf(operations.openAccount))
  async open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email, businessName, country } = openings.read(request).fields;
    const command = {
      ...{ businessName, country, email: this.requests.seal(email, 'dashboard.email') },
      address: this.requests.addressOf(request),
      ...this.requests.languageOf(request),
      ...this.requests.idempotencyOf(request),
    };
    const outcome = accepted(await this.bus.send(openAccount, command, { requestId: request.id }));
    markReplay(reply, outcome);
    void reply.code(operations.openAccount.success).send();
  }

  /** Answers when the new keys are known at this gateway, so that the owner can use them at once. */
  @Post(routeOf(operations.confirmAccount))
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { token, name, password } = confirmations.read(request).fields;
    const command = {
      tokenHash: this.requests.mailTokenHash('accountClaim', token),
      name: this.requests.seal(name, 'confirm-account.name'),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
    };
    const { data } = accepted(await this.bus.send(confirmAccount, command, { requestId: request.id }));
    const { merchantId: id, merchantName, country, owner, apiKeys } = data;
    await Promise.all(apiKeys.map(({ apiKey }) => this.apiKeys.arrival(apiKey)));
    const answer: NewAccountView = {
      object: 'account',
      merchant: { id, name: merchantName, country, currency: countries[country] },
      owner: this.requests.viewOf(owner),
      apiKeys: apiKeys.map((issued) => this.shown(issued)),
    };
    sendJson(reply, operations.confirmAccount.success, JSON.stringify(answer));
  }

  private shown({ apiKey, key }: ApiKeyIssued): IssuedApiKeyView {
    return Object.assign(apiKeyView(apiKey), key === undefined ? {} : { key: this.requests.open(key, 'api-key.text') });
  }
}
