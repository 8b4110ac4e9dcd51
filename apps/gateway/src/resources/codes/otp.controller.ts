import { Controller, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Fault, SentOtpAnswer, OtpAuthorizationAnswer } from '@paygate/contracts';
import { initOtp, operations, verifyOtp } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { acceptedLanguage } from '../../edge/headers/accept-language.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { Beginnings } from '../beginnings.js';
import { given } from '../../requests/given.js';
import { RequestReader } from '../../requests/request-reader.js';
import { OtpRequests } from './otp-requests.js';

const initiations = new RequestReader(operations.initOtp);
const checks = new RequestReader(operations.verifyOtp);

/** One-time passwords over HTTP. Codes, tokens and addresses are sealed for the service that reads them. */
@Controller()
export class OtpController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly requests: OtpRequests,
  ) {}

  @Post(routeOf(operations.initOtp))
  @UseInterceptors(Beginnings)
  async initOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { fields } = initiations.read(request, { faultsOf: ({ body }) => payerFaults(body) });
    const command = {
      ...this.requests.commandOf(request, caller, fields),
      ...this.requests.guestOf(request, caller, fields),
      ...this.requests.termsOf(request, caller),
      ...given({ contact: request.user?.contact }),
      merchantName: caller.merchantName,
      channel: fields.channel,
      ...this.requests.idempotencyOf(request),
      ...given({ language: acceptedLanguage(request.headers['accept-language']) }),
    };
    const outcome = accepted(await this.bus.send(initOtp, command, { requestId: request.id }));
    const { data } = outcome;
    const answer: SentOtpAnswer = {
      otpId: data.otpId,
      ...given({ userId: data.userId }),
      channel: data.channel,
      destination: data.destination,
      codeLength: data.codeLength,
      expiresAt: data.expiresAt,
      resendAvailableAt: data.resendAvailableAt,
      sendsRemaining: data.sendsRemaining,
    };
    markReplay(reply, outcome);
    sendJson(reply, operations.initOtp.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.verifyOtp))
  async verifyOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { fields } = checks.read(request, { faultsOf: ({ body }) => challengeFaults(body) });
    const command = {
      ...this.requests.commandOf(request, caller, fields),
      otp: this.sealer.seal('otp', fields.otp, 'verify-otp.otp'),
      ...given({ contact: request.user?.contact }),
      ...this.requests.idempotencyOf(request),
    };
    const outcome = accepted(await this.bus.send(verifyOtp, command, { requestId: request.id }));
    const { data } = outcome;
    const answer: OtpAuthorizationAnswer = {
      token: this.sealer.open(data.token, 'verify-otp.token'),
      tokenType: 'Bearer',
      expiresAt: data.expiresAt,
      ...given({ intentionId: data.intentionId }),
    };
    markReplay(reply, outcome);
    sendJson(reply, operations.verifyOtp.success, JSON.stringify(answer));
  }
}

type Body = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A user, or the phone of a guest, to which a code goes by SMS. */
function payerFaults({ userId, phoneNumber, operator, channel }: Body): readonly Fault[] {
  const ofGuest: Fault = { param: 'operator', code: 'parameter_invalid', detail: 'can be sent only with phoneNumber' };
  if (!isGiven(phoneNumber))
    return [
      ...(isGiven(userId) ? [] : [{ param: 'userId', code: 'parameter_missing', detail: 'is required' } as const]),
      ...(isGiven(operator) ? [ofGuest] : []),
    ];
  const besideUser: Fault = {
    param: 'phoneNumber',
    code: 'parameter_invalid',
    detail: 'cannot be combined with userId',
  };
  const byMail: Fault = { param: 'channel', code: 'channel_unsupported', detail: 'must be sms for a guest' };
  return [...(isGiven(userId) ? [besideUser] : []), ...(channel === 'sms' ? [] : [byMail])];
}

/** The code of a guest is found by its challenge. */
function challengeFaults({ userId, otpId }: Body): readonly Fault[] {
  return isGiven(userId) || isGiven(otpId)
    ? []
    : [{ param: 'userId', code: 'parameter_missing', detail: 'is required' }];
}
