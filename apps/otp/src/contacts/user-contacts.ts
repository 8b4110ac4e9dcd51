import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, Reply } from '@paygate/contracts';
import { accept, getUserContact, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { isId, Sealer } from '@paygate/platform';
import { inventDestination, maskDestination } from '../challenges/destination.js';
import { Pepper } from '../pepper.js';

/** A user, and the channel that a message takes. */
export interface ContactQuery {
  readonly userId: string;
  readonly mode: Mode;
  readonly channel: OtpChannel;
}

/** The addresses of users, which auth keeps. */
@Injectable()
export class UserContacts {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly pepper: Pepper,
  ) {}

  /** The phone number or e-mail address on file; undefined without one, and for an unknown user or a malformed id. */
  async of({ userId, mode, channel }: ContactQuery, message: Received<unknown>): Promise<Reply<string | undefined>> {
    if (!isId('user', userId)) return accept(undefined);
    const reply = await this.bus.send(getUserContact, { userId, mode }, nested(message));
    if (!reply.ok) return refuse('service_unavailable');
    const { phoneNumber, email } = reply.data;
    if (channel === 'sms') return accept(phoneNumber && this.sealer.open(phoneNumber, 'user-contact.phone'));
    return accept(email && this.sealer.open(email, 'user-contact.email'));
  }

  /** The masked form of an address; an invented one of the same form for a user without an address. */
  shown({ userId, mode, channel }: ContactQuery, to: string | undefined): string {
    const invented = inventDestination(channel, this.pepper.destinationSeed(mode, userId));
    return to === undefined ? invented : maskDestination(channel, to, invented);
  }
}
