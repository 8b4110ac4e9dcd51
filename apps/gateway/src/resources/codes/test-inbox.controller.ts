import { Controller, Get, Req, Res } from '@nestjs/common';
import type { TestInboxAnswer, TestMessage, TestMessageView } from '@paygate/contracts';
import { operations, readTestInbox } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../credentials/account.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';

const reads = new RequestReader(operations.readTestInbox);

/** The messages of test mode over HTTP. Texts and codes arrive sealed. */
@Controller()
export class TestInboxController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  @Get(routeOf(operations.readTestInbox))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    reads.read(request);
    const { data } = accepted(await this.bus.send(readTestInbox, { merchantId, mode }, { requestId: request.id }));
    const answer: TestInboxAnswer = { data: data.messages.map((message) => this.viewOf(message)) };
    sendJson(reply, operations.readTestInbox.success, JSON.stringify(answer));
  }

  private viewOf({ messageId: id, channel, destination, subject, text, code, sentAt }: TestMessage): TestMessageView {
    return {
      ...{ id, object: 'test_message', channel, destination, subject },
      text: this.sealer.open(text, 'test-message.text'),
      code: code === null ? null : this.sealer.open(code, 'test-message.code'),
      sentAt,
    };
  }
}
