import { Controller } from '@nestjs/common';
import type { OfMerchant, Reply, TestInbox, TestMessage } from '@paygate/contracts';
import { accept, readTestInbox, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { idOfUuid, Sealer } from '@paygate/platform';
import { maskDestination } from '../../contacts/destination.js';
import { NOBODY } from '../sending/send-job.js';
import type { TestMessage as Kept } from '../sending/test-messages.repository.js';
import { TestMessagesRepository } from '../sending/test-messages.repository.js';

/** The mask of an e-mail address that begins with no letter. */
const ANY_ADDRESS = 'x***@***';

/** The messages that were sent for the payments of a merchant in test mode. */
@Controller()
export class TestInboxCommands {
  constructor(
    private readonly messages: TestMessagesRepository,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(readTestInbox)
  async read({ merchantId, mode }: OfMerchant): Promise<Reply<TestInbox>> {
    if (mode === 'live') return refuse('mode_mismatch', { detail: 'Messages of live mode are not shown.' });
    const kept = await this.messages.newest(merchantId);
    return accept({ messages: kept.filter(({ message }) => message.to !== NOBODY).map((each) => this.#shown(each)) });
  }

  /** Addresses are masked as they are for whoever asks for a code: users of test mode are not the merchant's alone. */
  #shown({ id, channel, message: { to, subject, text, code }, sentAt }: Kept): TestMessage {
    return {
      messageId: idOfUuid('testMessage', id),
      ...{ channel, destination: maskDestination(channel, to, ANY_ADDRESS), subject: subject ?? null },
      text: this.sealer.seal('gateway', text, 'test-message.text'),
      code: code === undefined ? null : this.sealer.seal('gateway', code, 'test-message.code'),
      sentAt: sentAt.toISOString(),
    };
  }
}
