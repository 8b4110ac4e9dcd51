import { Buffer } from 'node:buffer';
import { Controller } from '@nestjs/common';
import type {
  CheckPushEndpointCommand,
  PostPushCommand,
  PushEndpointChecked,
  PushPosted,
  Reply,
} from '@paygate/contracts';
import { accept, checkPushEndpoint, postPush, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { EndpointUrlCheck } from '../endpoints/endpoint-url-check.js';
import { PushSender } from './push-sender.js';

/** Commands of auth, which has no way to the internet: webhooks sends its messages to the push services of members' browsers. */
@Controller()
export class PushCommands {
  constructor(
    private readonly urls: EndpointUrlCheck,
    private readonly sender: PushSender,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(checkPushEndpoint)
  async check({ endpoint }: CheckPushEndpointCommand): Promise<Reply<PushEndpointChecked>> {
    const detail = await this.urls.faultOf(this.sealer.open(endpoint, 'push.endpoint'), 'live');
    return detail === undefined
      ? accept({ state: 'usable' })
      : refuse('parameter_invalid', { param: 'endpoint', detail });
  }

  @HandleCommand(postPush)
  async post(command: PostPushCommand): Promise<Reply<PushPosted>> {
    const { endpoint, authorization, body, ttlSeconds, urgency, topic } = command;
    const posted = await this.sender.post({
      endpoint: this.sealer.open(endpoint, 'push.endpoint'),
      authorization: this.sealer.open(authorization, 'push.authorization'),
      body: Buffer.from(body, 'base64'),
      ...{ ttlSeconds, urgency, topic },
    });
    return accept(posted);
  }
}
