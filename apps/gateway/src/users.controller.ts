import { Controller, Post, Req, Res } from '@nestjs/common';
import type { InitOtpAnswer, SignInAnswer, VerifyOtpAnswer } from '@paygate/contracts';
import {
  headers,
  initOtp,
  InitOtpRequest,
  operations,
  signIn,
  SignInRequest,
  verifyOtp,
  VerifyOtpRequest,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepted, sendJson } from './answers.js';
import { ApiKeys } from './credentials/api-keys.js';
import { SessionTokens } from './credentials/session-tokens.js';
import { routeOf } from './edge/routes.js';
import { given } from './json/given.js';
import { BodyReader } from './json/read-body.js';

const signIns = new BodyReader(SignInRequest);
const otpRequests = new BodyReader(InitOtpRequest);
const otpChecks = new BodyReader(VerifyOtpRequest);

/** What a customer does before paying: signing in, and one-time passwords. Secrets leave here sealed for their service. */
@Controller()
export class UsersController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly apiKeys: ApiKeys,
    private readonly sessions: SessionTokens,
  ) {}

  @Post(routeOf(operations.signIn))
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = this.apiKeys.authenticate(request.headers, operations.signIn);
    const { fields } = signIns.read(request.body);
    const command = {
      merchantId,
      mode,
      phoneNumber: this.sealer.seal('auth', fields.phoneNumber, 'sign-in.phone'),
      password: this.sealer.seal('auth', fields.password, 'sign-in.password'),
    };
    const { data } = accepted(await this.bus.send(signIn, command, { requestId: request.id }));
    const answer: SignInAnswer = {
      id: data.userId,
      token: this.sealer.open(data.token, 'sign-in.token'),
      phoneNumber: this.sealer.open(data.phoneNumber, 'sign-in.phone'),
      roles: data.roles,
      expiresAt: data.expiresAt,
    };
    sendJson(reply, operations.signIn.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.initOtp))
  async initOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode, merchantName } = this.apiKeys.authenticate(request.headers, operations.initOtp);
    const { fields } = otpRequests.read(request.body);
    const command = {
      merchantId,
      mode,
      merchantName,
      userId: fields.userId,
      channel: fields.channel,
      ...this.binding(request, fields),
    };
    const { data } = accepted(await this.bus.send(initOtp, command, { requestId: request.id }));
    const answer: InitOtpAnswer = {
      otpId: data.otpId,
      userId: data.userId,
      channel: data.channel,
      destination: data.destination,
      codeLength: data.codeLength,
      expiresAt: data.expiresAt,
      resendAvailableAt: data.resendAvailableAt,
      sendsRemaining: data.sendsRemaining,
    };
    sendJson(reply, operations.initOtp.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.verifyOtp))
  async verifyOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = this.apiKeys.authenticate(request.headers, operations.verifyOtp);
    const { fields } = otpChecks.read(request.body);
    const command = {
      merchantId,
      mode,
      userId: fields.userId,
      otp: this.sealer.seal('otp', fields.otp, 'verify-otp.otp'),
      ...this.binding(request, fields),
    };
    const { data } = accepted(await this.bus.send(verifyOtp, command, { requestId: request.id }));
    const answer: VerifyOtpAnswer = {
      token: this.sealer.open(data.token, 'verify-otp.token'),
      tokenType: 'Bearer',
      expiresAt: data.expiresAt,
      ...given({ intentionId: data.intentionId }),
    };
    sendJson(reply, operations.verifyOtp.success, JSON.stringify(answer));
  }

  /** The challenge and the payment that a code is for. A session names its payment, and no other may be named beside it. */
  private binding(
    request: FastifyRequest,
    fields: Pick<InitOtpRequest, 'intentionId' | 'otpId'>,
  ): { readonly intentionId?: string; readonly otpId?: string } {
    const ofSession = this.sessions.sessionOf(request.headers);
    const intentionId = fields.intentionId ?? ofSession;
    if (ofSession !== undefined && intentionId !== ofSession)
      throw new PaygateError('session_token_invalid', {
        detail: 'The session token belongs to another payment intent.',
        param: headers.sessionToken,
      });
    return given({ intentionId, otpId: fields.otpId });
  }
}
