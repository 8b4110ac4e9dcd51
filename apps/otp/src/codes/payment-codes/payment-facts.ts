import { Injectable } from '@nestjs/common';
import type {
  InitOtpCommand,
  IntentFacts,
  MobileOperator,
  Payable,
  PaymentTerms,
  Refusal,
  Reply,
} from '@paygate/contracts';
import {
  accept,
  getIntentFacts,
  isMobileNumber,
  operatorCurrencies,
  operatorOfNumber,
  paymentMethodsOf,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Clock, Sealer } from '@paygate/platform';
import type { OfUser } from '../challenges/scopes.js';
import { UserContacts } from '../../contacts/user-contacts.js';

/** The destination of a code. */
export interface Destination {
  /** The phone number or e-mail address on file; undefined for a user who does not exist or has none. */
  readonly to: string | undefined;
  /** The masked form that the caller sees; an invented one of the same form for a user without a destination. */
  readonly shown: string;
}

/** An intent that may be charged. */
export interface ChargeableIntent {
  readonly intent: IntentFacts;
  /** Asks intents again whether an intent that is known by its session token can still be charged. */
  readonly recheck: (() => Promise<Refusal | undefined>) | undefined;
}

/** The facts that are known of a guest: nothing says whether the number has an account. */
export interface GuestFacts extends ChargeableIntent {
  readonly phoneNumber: string;
}

const chargeable: readonly string[] = ['PENDING', 'REQUIRES_ACTION'];

/** The facts that intents and auth know. Without their answer it is `service_unavailable`: a code is never sent unbound for lack of facts. */
@Injectable()
export class PaymentFacts {
  constructor(
    private readonly bus: CommandBus,
    private readonly contacts: UserContacts,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * The intent, if it can still be charged. The terms of its session token spare the question to intents until they lapse
   * ([ADR 59](../../../../docs/adr/0059-fewer-hops.md)).
   */
  async intent(
    command: InitOtpCommand,
    intentId: string,
    message: Received<InitOtpCommand>,
  ): Promise<Reply<ChargeableIntent>> {
    const { intentionId, terms } = command;
    if (terms === undefined || intentionId !== intentId || this.#hasLapsed(terms)) {
      const asked = await this.#ask(command, intentId, message);
      return asked.ok ? accept({ intent: asked.data, recheck: undefined }) : asked;
    }
    const recheck = async () => {
      const asked = await this.#ask(command, intentId, message);
      return asked.ok ? undefined : asked;
    };
    return (
      unpayable({ currency: terms.currency, mode: command.mode }) ??
      accept({ intent: Object.assign({ intentId, status: 'PENDING' as const }, terms), recheck })
    );
  }

  async #ask(
    { merchantId, mode }: InitOtpCommand,
    intentId: string,
    message: Received<InitOtpCommand>,
  ): Promise<Reply<IntentFacts>> {
    const reply = await this.bus.send(getIntentFacts, { intentId, merchantId, mode }, nested(message));
    if (!reply.ok) return reply.code === 'intent_not_found' ? refuse('intent_not_found') : unavailable();
    const { status } = reply.data;
    if (status === 'EXPIRED') return refuse('intent_expired');
    if (!chargeable.includes(status)) return refuse('intent_unexpected_state', { fields: { currentStatus: status } });
    if (this.#hasLapsed(reply.data)) return refuse('intent_expired');
    return unpayable({ currency: reply.data.currency, mode }) ?? reply;
  }

  #hasLapsed({ expiresAt }: PaymentTerms): boolean {
    return new Date(expiresAt) <= this.clock.now();
  }

  /** The phone of a guest and the payment, if it is for guests and an operator of its currency has the number. */
  async guest(command: InitOtpCommand, message: Received<InitOtpCommand>): Promise<Reply<GuestFacts>> {
    const { phoneNumber: sealed, intentionId } = command;
    if (sealed === undefined || intentionId === undefined) throw new TypeError('a guest names a phone and a payment');
    const known = await this.intent(command, intentionId, message);
    if (!known.ok) return known;
    const phoneNumber = this.sealer.open(sealed, 'init-otp.phone');
    return (
      guestRefusal(known.data.intent, { phoneNumber, operator: command.operator }) ??
      accept({ ...known.data, phoneNumber })
    );
  }

  /** A signed-in user who has none on file learns it. To everybody else such a user looks like any other. */
  async destination(command: OfUser<InitOtpCommand>, message: Received<InitOtpCommand>): Promise<Reply<Destination>> {
    const onFile = await this.contacts.of(command, message);
    if (!onFile.ok) return onFile;
    const to = onFile.data;
    if (to === undefined && command.caller.signedIn) return refuse('channel_unavailable', { param: 'channel' });
    return accept({ to, shown: this.contacts.shown(command, to) });
  }
}

const unavailable = (): Refusal => refuse('service_unavailable');

function unpayable(payment: Payable): Refusal | undefined {
  if (paymentMethodsOf(payment).length > 0) return undefined;
  const { currency } = payment;
  const detail = `Nobody can pay in ${currency}: wallets do not hold it, and no mobile-money operator collects it.`;
  return refuse('payment_method_unavailable', { param: 'intentionId', detail });
}

/** A payment that was made for a user is not for guests. No message goes to a number that cannot pay. */
function guestRefusal({ userId, currency }: IntentFacts, guest: GuestNumber): Refusal | undefined {
  if (userId !== null)
    return refuse('guest_not_allowed', { detail: 'This payment was created for a user: a guest cannot pay it.' });
  const operator = operatorOf(guest);
  const param = 'phoneNumber';
  if (operator === undefined) return refuse('operator_unknown', { param, detail: unknownOperator(guest) });
  if (operatorCurrencies[operator].includes(currency)) return undefined;
  return refuse('payment_method_unavailable', { param, detail: `${operator} does not collect ${currency}.` });
}

interface GuestNumber {
  readonly phoneNumber: string;
  /** As the guest names it. */
  readonly operator: MobileOperator | undefined;
}

function operatorOf({ phoneNumber, operator }: GuestNumber): MobileOperator | undefined {
  return isMobileNumber(phoneNumber) ? (operator ?? operatorOfNumber(phoneNumber)) : undefined;
}

function unknownOperator({ phoneNumber }: GuestNumber): string {
  return isMobileNumber(phoneNumber)
    ? 'The first digits of the phone number name no operator of this service. Ask the customer for the operator, and send it as `operator`.'
    : 'No mobile-money operator of this service has the phone number.';
}
