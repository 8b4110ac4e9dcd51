import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { checkPushEndpoint } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';

/** Addresses at push services, which webhooks checks: it sends to them, by the rules of webhook endpoints. */
@Injectable()
export class PushAddresses {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  check(endpoint: string, message: Received<unknown>): Promise<Reply<object>> {
    const sealed = this.sealer.seal('webhooks', endpoint, 'push.endpoint');
    return this.bus.send(checkPushEndpoint, { endpoint: sealed }, nested(message));
  }
}
