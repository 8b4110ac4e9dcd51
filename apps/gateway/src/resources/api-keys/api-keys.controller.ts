import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type {
  Acceptance,
  ApiKeyIssued,
  ApiKeyPageAnswer,
  CreateApiKeyCommand,
  IssuedApiKeyView,
  RevokedApiKeyView,
} from '@paygate/contracts';
import {
  createApiKey,
  listApiKeys,
  operations,
  readKeyWork,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyVerifier } from '../../credentials/api-key-verifier.js';
import { callerOf } from '../../credentials/caller.js';
import { actingOf } from '../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { idempotencyOf } from '../../requests/idempotency.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { RequestReader } from '../../requests/request-reader.js';
import { apiKeyView } from './api-key.view.js';
import { pathIdOf } from '../../requests/path-id.js';

const idOf = pathIdOf('apiKey', 'api_key_not_found');
const PAGE_KEYS = 20;
const OVERLAP_SECONDS = 86_400;
const lists = new RequestReader(operations.listApiKeys);
const creations = new RequestReader(operations.createApiKey);
const updates = new RequestReader(operations.updateApiKey);
const rotations = new RequestReader(operations.rotateApiKey);
const revocations = new RequestReader(operations.revokeApiKey);
const workReads = new RequestReader(operations.readKeyWork);

type Actor = Pick<CreateApiKeyCommand, 'merchantId' | 'mode' | 'actorKeyId' | 'actorMemberId'>;
type OneKey = FastifyRequest<{ Params: { id: string } }>;

/** API keys over HTTP: those of the merchant and mode of the caller, which is a key or a dashboard session. */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly apiKeys: ApiKeyVerifier,
  ) {}

  @Get(routeOf(operations.listApiKeys))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = actorOf(request);
    const { limit = PAGE_KEYS, startingAfter } = lists.read(request).query;
    const command = { merchantId, mode, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listApiKeys, command, { requestId: request.id }));
    const answer: ApiKeyPageAnswer = {
      data: data.apiKeys.map(apiKeyView),
      hasMore: data.hasMore,
      nextCursor: data.hasMore ? (data.apiKeys.at(-1)?.apiKeyId ?? null) : null,
    };
    sendJson(reply, operations.listApiKeys.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.createApiKey))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const actor = actorOf(request);
    const { fields } = creations.read(request);
    const idempotency = idempotencyOf(request.headers, request.body);
    const name = fields.name ?? `${fields.type} key`;
    const command = { ...actor, apiKeyId: newId('apiKey'), ...given(fields), name, ...given({ idempotency }) };
    const issued = accepted(await this.bus.send(createApiKey, command, { requestId: request.id }));
    await this.sendIssued(reply, operations.createApiKey.success, issued);
  }

  @Patch(routeOf(operations.updateApiKey))
  async update(@Req() request: OneKey, @Res() reply: FastifyReply): Promise<void> {
    const { fields } = updates.read(request);
    const command = { ...actorOf(request), apiKeyId: idOf(request), ...given(fields) };
    const { data } = accepted(await this.bus.send(updateApiKey, command, { requestId: request.id }));
    await this.apiKeys.arrival(data);
    sendJson(reply, operations.updateApiKey.success, JSON.stringify(apiKeyView(data)));
  }

  @Post(routeOf(operations.rotateApiKey))
  async rotate(@Req() request: OneKey, @Res() reply: FastifyReply): Promise<void> {
    const actor = actorOf(request);
    const { fields } = rotations.read(request);
    const apiKeyId = idOf(request);
    const idempotency = idempotencyOf(request.headers, apiKeyId, request.body);
    const command = {
      ...{ ...actor, apiKeyId, newApiKeyId: newId('apiKey') },
      overlapSeconds: fields.overlapSeconds ?? OVERLAP_SECONDS,
      ...given({ idempotency }),
    };
    const issued = accepted(await this.bus.send(rotateApiKey, command, { requestId: request.id }));
    await this.sendIssued(reply, operations.rotateApiKey.success, issued);
  }

  @Post(routeOf(operations.revokeApiKey))
  async revoke(@Req() request: OneKey, @Res() reply: FastifyReply): Promise<void> {
    const actor = actorOf(request);
    const { keep } = revocations.read(request).fields;
    const apiKeyId = idOf(request);
    const idempotency = idempotencyOf(request.headers, apiKeyId, request.body);
    const command = { ...actor, apiKeyId, ...given({ idempotency, keep }) };
    const revoked = accepted(await this.bus.send(revokeApiKey, command, { requestId: request.id }));
    const { ended = [], endedCount = ended.length, ...key } = revoked.data;
    await this.apiKeys.arrival(key);
    markReplay(reply, revoked);
    const answer: RevokedApiKeyView = Object.assign(apiKeyView(key), { ended, endedCount });
    sendJson(reply, operations.revokeApiKey.success, JSON.stringify(answer));
  }

  @Get(routeOf(operations.readKeyWork))
  async readWork(@Req() request: OneKey, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = actorOf(request);
    workReads.read(request);
    const command = { merchantId, mode, apiKeyId: idOf(request) };
    const { data } = accepted(await this.bus.send(readKeyWork, command, { requestId: request.id }));
    sendJson(reply, operations.readKeyWork.success, JSON.stringify(data));
  }

  /**
   * Answers when the new key is known at this gateway, so that its holder can use it at once. A replay, which lacks the key's
   * text, waits for nothing: the key may have been changed or have ended since.
   */
  private async sendIssued(reply: FastifyReply, status: number, issued: Acceptance<ApiKeyIssued>): Promise<void> {
    const { apiKey, key } = issued.data;
    if (key !== undefined) await this.apiKeys.arrival(apiKey);
    const shown = key === undefined ? {} : { key: this.sealer.open(key, 'api-key.text') };
    const answer: IssuedApiKeyView = Object.assign(apiKeyView(apiKey), shown);
    markReplay(reply, issued);
    sendJson(reply, status, JSON.stringify(answer));
  }
}

/** The merchant and mode of the keys, and the key or member that acts. */
function actorOf(request: FastifyRequest): Actor {
  if (request.dashboard !== null) {
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    return { merchantId, mode, actorMemberId };
  }
  const { merchantId, mode, apiKeyId: actorKeyId } = callerOf(request);
  return { merchantId, mode, actorKeyId };
}
