import { Injectable } from '@nestjs/common';
import type { PushPosted } from '@paygate/contracts';
import { postPush } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { encryptPush } from './encrypt-push.js';
import type { DuePushMessage } from './push-messages.repository.js';
import { messageText, urgencyOf } from './push-payload.js';
import { Vapid } from './vapid.js';

/** A topic has at most 32 characters (RFC 8030, section 5.4). */
const TOPIC_CHARACTERS = 32;

/** Makes the request of a message: auth encrypts and signs it, and webhooks, which may connect to the internet, sends it. */
@Injectable()
export class PushPost {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly vapid: Vapid,
  ) {}

  /** False when this installation has no key for push services. */
  get isPossible(): boolean {
    return this.vapid.publicKey !== null;
  }

  /** One attempt. It never throws for a reason that is not a defect. */
  async post({ noticeId, browser, language, payload, requestId, secondsLeft }: DuePushMessage): Promise<PushPosted> {
    const { endpoint } = browser;
    const keys = { p256dh: Buffer.from(browser.p256dh, 'base64url'), auth: Buffer.from(browser.auth, 'base64url') };
    const command = {
      endpoint: this.sealer.seal('webhooks', endpoint, 'push.endpoint'),
      authorization: this.sealer.seal('webhooks', this.vapid.authorizationFor(endpoint), 'push.authorization'),
      body: encryptPush(messageText(payload, language), keys).toString('base64'),
      ttlSeconds: secondsLeft,
      urgency: urgencyOf(payload),
      topic: noticeId.slice(0, TOPIC_CHARACTERS),
    };
    const posted = await this.bus.send(postPush, command, { requestId });
    return posted.ok ? posted.data : { outcome: 'failed' };
  }
}
