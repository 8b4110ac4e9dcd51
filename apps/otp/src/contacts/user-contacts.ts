import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, Reply, Sealed, UserTokenContact } from '@paygate/contracts';
import { accept, getUserContact, refuse, userTokenContactContext } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { isId, Sealer, SealFault } from '@paygate/platform';
import { inventDestination, maskDestination } from './destination.js';
import { Pepper } from '../pepper.js';

/** A user, and the channel that a message takes. */
export interface ContactQuery {
  readonly userId: string;
  readonly mode: Mode;
  readonly channel: OtpChannel;
  /** The addresses as the user's token has them. */
  readonly contact?: Sealed;
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
  async of(query: ContactQuery, message: Received<unknown>): Promise<Reply<string | undefined>> {
    const { userId, mode, channel } = query;
    if (!isId('user', userId)) return accept(undefined);
    const ofToken = contactOfToken(this.sealer, query);
    if (ofToken !== undefined) return accept(channel === 'sms' ? ofToken.phoneNumber : ofToken.email);
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

/** The masked phone of the user whose token has the contact; undefined without one. */
export function phoneOfToken(sealer: Sealer, user: Omit<ContactQuery, 'channel'>): string | undefined {
  const contact = contactOfToken(sealer, user);
  return contact && maskDestination('sms', contact.phoneNumber, '');
}

/** Undefined without a contact, and for one that is of another user or under a key that is not listed any more. */
function contactOfToken(
  sealer: Sealer,
  { userId, mode, contact }: Omit<ContactQuery, 'channel'>,
): UserTokenContact | undefined {
  if (contact === undefined) return undefined;
  try {
    return JSON.parse(sealer.open(contact, userTokenContactContext(mode, userId))) as UserTokenContact;
  } catch (error) {
    if (error instanceof SealFault) return undefined;
    throw error;
  }
}
