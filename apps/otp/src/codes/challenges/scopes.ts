import { Injectable } from '@nestjs/common';
import type { CheckPhoneCodeCommand, InitOtpCommand, Mode, VerifyOtpCommand } from '@paygate/contracts';
import type { NamedPayment } from '../budgets/budget-scope.js';
import { CallerAddresses } from '../budgets/caller-addresses.js';
import { Pepper } from '../../pepper.js';
import type { ChallengeScope } from './challenge-scope.js';
import { countedAs, paymentScope } from './challenge-scope.js';

/** A command about a user; one about a guest has no `userId`. */
export type OfUser<Command> = Command & { readonly userId: string };
export function isOfUser<Command extends { readonly userId?: string }>(command: Command): command is OfUser<Command> {
  return command.userId !== undefined;
}
type PhoneCommand = Pick<CheckPhoneCodeCommand, 'purpose' | 'merchantId' | 'mode' | 'caller'>;

/** The scopes of commands. */
@Injectable()
export class Scopes {
  constructor(
    private readonly addresses: CallerAddresses,
    private readonly pepper: Pepper,
  ) {}

  ofPayment(command: OfUser<InitOtpCommand | VerifyOtpCommand>, payment: NamedPayment | null): ChallengeScope {
    return paymentScope(command, payment, this.addresses.of(command.caller));
  }

  /** Requests of a code for a phone number are untrusted: whoever asks has not proved to hold the phone. */
  ofPhone({ purpose, merchantId, mode, caller }: PhoneCommand, subject: string): ChallengeScope {
    const address = this.addresses.of(caller);
    const who = { merchantId, mode, subject, countedAs: countedAs({ merchantId, mode, subject }) };
    return { purpose, ...who, intentId: null, trusted: false, budgetScope: purpose, address };
  }

  /** A guest holds the session of the payment. Its challenges are those of the phone for this payment. */
  ofGuest(
    { merchantId, mode, caller }: Pick<PhoneCommand, 'merchantId' | 'mode' | 'caller'>,
    intentId: string,
    subject: string,
  ): ChallengeScope {
    const address = this.addresses.of(caller);
    const budgetScope = `intent:${intentId}` as const;
    const who = { merchantId, mode, subject, countedAs: countedAs({ merchantId, mode, subject }) };
    return { purpose: 'payment', ...who, intentId, trusted: true, budgetScope, address };
  }

  /** The subject under which a phone number is counted. */
  phoneSubject(mode: Mode, phoneNumber: string): string {
    return this.pepper.mac('phone', mode, phoneNumber).toString('base64url');
  }
}
