import { Controller, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type {
  AskPhoneRequest,
  BeginChargeCommand,
  MobileOperator,
  Mode,
  PhoneAsked,
  PhoneAskView,
  TillChargeAnswer,
} from '@paygate/contracts';
import {
  askPhone,
  beginCharge,
  createIntent,
  operations,
  operatorOfNumber,
  preferenceHeaders,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActingAccount } from '../../credentials/account.js';
import { actingAccountOf } from '../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { preferredWaitMs } from '../../edge/headers/preference.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { Beginnings } from '../beginnings.js';
import { OperatorStates } from '../operators/operator-states.js';
import { chargeAnswer, ChargeOutcomes } from '../payments/charges/charge-outcomes.js';

const asks = new RequestReader(operations.askPhone);
/** An ask that was not begun by then begins no more: its token has ended. */
const ASK_SECONDS = 300;
const VISIBLE_DIGITS = 2;

/** Payments at a counter over HTTP: a member or a key has a phone asked to pay. */
@Controller()
export class TillController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly outcomes: ChargeOutcomes,
    private readonly operatorStates: OperatorStates,
  ) {}

  /**
   * Each step repeats without a second effect: otp answers the same key with the same intent and token, the intent finds its own row, and
   * the charge is that of its token.
   */
  @Post(routeOf(operations.askPhone))
  @UseInterceptors(Beginnings)
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const waitUntilMs = performance.now() + preferredWaitMs(request.headers);
    const { fields } = asks.read(request);
    const asked = accepted(await this.bus.send(askPhone, this.askOf(request, fields), { requestId: request.id }));
    const order = orderOf(account, fields, asked.data.intentId);
    accepted(await this.bus.send(createIntent, order, { requestId: request.id }));
    const command = this.chargeOf(account, fields, asked.data);
    const begun = accepted(await this.bus.send(beginCharge, command, { requestId: request.id }));
    request.endBeginning?.();
    const charge = await this.outcomes.of(begun.data, command, { waitUntilMs, requestId: request.id });
    const ask = await this.shownAsk(fields, account.mode, request.id);
    const answer: TillChargeAnswer = Object.assign(chargeAnswer(charge), { ask });
    markReplay(reply, asked);
    const isDecided = charge.status !== 'PROCESSING' && preferredWaitMs(request.headers) > 0;
    if (isDecided) void reply.header(preferenceHeaders.applied, 'wait');
    const { success, waited } = operations.askPhone;
    sendJson(reply, isDecided ? waited : success, JSON.stringify(answer));
  }

  private askOf(request: FastifyRequest, { amount, currency, phoneNumber, operator, tillId }: AskPhoneRequest) {
    const { keyHash, bodyHash, contentHash } = requiredIdempotencyOf(request.headers, request.body);
    const seal = (digest: string) => this.sealer.seal('otp', digest, 'otp.body-hash');
    return {
      ...actingAccountOf(request),
      intentId: newId('intent'),
      ...{ amount, currency },
      phoneNumber: this.sealer.seal('otp', phoneNumber, 'ask-phone.phone'),
      ...given({ operator, tillId }),
      idempotency: { keyHash, bodyHash: seal(bodyHash), contentHash: seal(contentHash) },
    };
  }

  private chargeOf(
    { merchantId, mode }: ActingAccount,
    { phoneNumber, operator }: AskPhoneRequest,
    { intentId, token }: PhoneAsked,
  ): BeginChargeCommand {
    const opened = this.sealer.open(token, 'ask-phone.token');
    return {
      ...{ intentId, merchantId, mode },
      otpToken: this.sealer.seal('intents', opened, 'begin-charge.otp-token'),
      paymentMethod: { type: 'mobile_money', ...given({ operator }) },
      otherPhones: false,
      provedPhone: this.sealer.seal('charging', phoneNumber, 'begin-charge.phone'),
    };
  }

  /** The prompt that the payer sees, where charging says it in time. */
  private async shownAsk(
    { phoneNumber, operator }: AskPhoneRequest,
    mode: Mode,
    requestId: string,
  ): Promise<PhoneAskView> {
    const asking = operator ?? operatorOfNumber(phoneNumber);
    if (asking === undefined) throw new PaygateError('operator_unknown', { param: 'phoneNumber' });
    const known = await this.operatorStates.of(mode, requestId);
    const { promptName = null, dial = null } = known?.find((each) => each.operator === asking) ?? {};
    return { operator: asking satisfies MobileOperator, phoneMasked: masked(phoneNumber), promptName, dial };
  }
}

function orderOf({ merchantId, mode, actor }: ActingAccount, fields: AskPhoneRequest, intentId: string) {
  const { amount, currency, description, reference, tillId } = fields;
  const terms = { amount, currency, metadata: '{}', expiresInSeconds: ASK_SECONDS };
  return { ...{ intentId, merchantId, mode, actor }, ...terms, ...given({ description, reference, tillId }) };
}

function masked(phoneNumber: string): string {
  return `********${phoneNumber.slice(-VISIBLE_DIGITS)}`;
}
