import { Controller, Post, Req, Res } from '@nestjs/common';
import type { AskedPaymentMethod, BeginChargeCommand, PaymentMethodRequest, Fault } from '@paygate/contracts';
import { beginCharge, headers, operations, preferenceHeaders } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError, Sealer, SealFault } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../credentials/caller.js';
import { expectedTokens, tokenInvalid } from '../../../credentials/tokens/expected-tokens.js';
import { checkSignIn, otpTokenOf, sealedPhoneOf } from '../../../credentials/tokens/otp-token.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { preferredWaitMs } from '../../../edge/headers/preference.js';
import { chargeAnswer, ChargeOutcomes } from './charge-outcomes.js';

const charges = new RequestReader(operations.charge);

/** Charges over HTTP. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly outcomes: ChargeOutcomes,
  ) {}

  @Post(routeOf(operations.charge))
  async charge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const credentials = { given: request.headers, caller, user: request.user };
    const otpToken = otpTokenOf(credentials);
    const waitUntilMs = performance.now() + preferredWaitMs(request.headers);
    const { fields } = charges.read(request, { faultsOf: ({ body }) => methodFaults(body['paymentMethod']) });
    const asked = fields.paymentMethod ?? impliedMethodOf(otpToken);
    checkSignIn(credentials, asked?.type ?? 'wallet');
    checkSession(request, fields.intentionId);
    const paymentMethod = this.methodOf(asked);
    const command = {
      intentId: fields.intentionId,
      merchantId: caller.merchantId,
      mode: caller.mode,
      otpToken: this.sealer.seal('intents', otpToken, 'begin-charge.otp-token'),
      ...(paymentMethod === undefined ? {} : { paymentMethod }),
      otherPhones: caller.otherPhones,
      ...this.provedPhoneOf(otpToken),
    };
    const decided = await this.bus.send(beginCharge, command, { requestId: request.id });
    const begun = accepted(decided, { token_invalid: expectedTokens.otp });
    const charge = await this.outcomes.of(begun.data, command, { waitUntilMs, requestId: request.id });
    markReplay(reply, begun);
    if (charge.status === 'PROCESSING' || preferredWaitMs(request.headers) === 0) {
      sendJson(reply, operations.charge.success, JSON.stringify(chargeAnswer(charge)));
      return;
    }
    void reply.header(preferenceHeaders.applied, 'wait');
    sendJson(reply, operations.charge.waited, JSON.stringify(chargeAnswer(charge)));
  }

  private methodOf(asked: PaymentMethodRequest | null | undefined): AskedPaymentMethod | undefined {
    if (asked === null || asked === undefined) return undefined;
    const { type, operator, phoneNumber } = given(asked);
    return {
      type,
      ...(operator === undefined ? {} : { operator }),
      ...(phoneNumber === undefined
        ? {}
        : { phoneNumber: this.sealer.seal('charging', phoneNumber, 'begin-charge.phone') }),
    };
  }

  /** The phone of a guest's token, for charging. The service of intents verifies the token before anything is done with it. */
  private provedPhoneOf(otpToken: string): Pick<BeginChargeCommand, 'provedPhone'> {
    const sealed = sealedPhoneOf(otpToken);
    if (sealed === undefined) return {};
    try {
      const phone = this.sealer.open(sealed, 'otp-token.phone');
      return { provedPhone: this.sealer.seal('charging', phone, 'begin-charge.phone') };
    } catch (error) {
      if (error instanceof SealFault) throw tokenInvalid('otp', error);
      throw error;
    }
  }
}

/** A guest has no wallet: the token that names a phone implies mobile money. */
function impliedMethodOf(otpToken: string): PaymentMethodRequest | undefined {
  return sealedPhoneOf(otpToken) === undefined ? undefined : { type: 'mobile_money' };
}

/** The payment page charges the intent of its token and no other. */
function checkSession({ checkout }: FastifyRequest, intentionId: string): void {
  if (checkout === null || checkout.intentId === intentionId) return;
  throw new PaygateError('session_token_invalid', {
    detail: 'The checkout token belongs to another payment intent.',
    param: headers.checkoutToken,
  });
}

/** A wallet has neither operator nor phone. */
function methodFaults(method: unknown): readonly Fault[] {
  if (typeof method !== 'object' || method === null) return [];
  const { type, ...others } = method as Readonly<Record<string, unknown>>;
  if (type !== 'wallet') return [];
  return Object.entries(others)
    .filter(([name, value]) => ['operator', 'phoneNumber'].includes(name) && value !== null)
    .map(([name]) => ({
      param: `paymentMethod.${name}`,
      code: 'parameter_invalid',
      detail: 'can be sent only when paymentMethod.type is mobile_money',
    }));
}
