import { Injectable } from '@nestjs/common';
import type { CodeRequest } from './code-request.js';
import { Codes } from './codes.js';
import { maskDestination } from './domain/destination.js';
import { MessageComposer } from './sending/message-composer.js';
import { NOBODY } from './sending/send-job.js';
import type { SendJob } from './sending/send-job.js';

/** A code as it leaves this class: nobody learns it but the reader of the message. */
export interface OutgoingCode {
  readonly codeHash: Buffer;
  /** Where nothing is sent, a message to nobody. */
  readonly job: SendJob;
}

/** Makes codes together with the messages that carry them. */
@Injectable()
export class OutgoingCodes {
  constructor(
    private readonly codes: Codes,
    private readonly composer: MessageComposer,
  ) {}

  /** Does the same work where nothing is sent, and then makes a hash that no code has. */
  make(challengeId: string, { command, payment, destination, mayConfirm }: CodeRequest): OutgoingCode {
    const { mode, channel, merchantName, language } = command;
    const code = this.codes.mint();
    const to = mayConfirm ? destination : undefined;
    const job = this.composer.compose(
      { challengeId, mode, channel, to: to ?? NOBODY, language },
      { code, payment, merchantName },
    );
    const codeHash = this.codes.hashOf(challengeId, code);
    return { codeHash: to === undefined ? this.codes.hashOfNoCode() : codeHash, job };
  }

  /** The destination as the caller may see it; of a user who has none, one that looks the same. */
  shownDestination({ command: { channel, mode, userId }, destination }: CodeRequest): string {
    const invented = this.codes.inventDestination(channel, mode, userId);
    return destination === undefined ? invented : maskDestination(channel, destination, invented);
  }
}
