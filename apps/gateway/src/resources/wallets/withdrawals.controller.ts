import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { AskedWalletWithdrawalView, OtpCaller, WalletWithdrawalView } from '@paygate/contracts';
import { confirmWalletWithdrawal, createWalletWithdrawal, getWalletWithdrawal, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { signedInUserOf } from '../../credentials/tokens/user-tokens.js';
import { accepted, markReplay } from '../../edge/answers.js';
import { acceptedLanguage } from '../../edge/headers/accept-language.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { pathIdOf } from '../../requests/path-id.js';
import { RequestReader } from '../../requests/request-reader.js';
import { OtpRequests } from '../codes/otp-requests.js';

const requests = new RequestReader(operations.createWalletWithdrawal);
const confirmations = new RequestReader(operations.confirmWalletWithdrawal);
const reads = new RequestReader(operations.getWalletWithdrawal);
const idOf = pathIdOf('withdrawal', 'withdrawal_not_found');
const object = 'wallet_withdrawal' as const;

type OfId = FastifyRequest<{ Params: { id: string } }>;

/** The withdrawals of users who are signed in, over HTTP. The user token says whose wallet it is, and the code from the phone moves the money. */
@Controller()
export class WithdrawalsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly otpRequests: OtpRequests,
  ) {}

  @Post(routeOf(operations.createWalletWithdrawal))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { amount, currency } = requests.read(request).fields;
    const { userId, merchantId, mode } = signedInUserOf(request);
    const idempotency = requiredIdempotencyOf(request.headers, request.body);
    const language = acceptedLanguage(request.headers['accept-language']);
    const ids = { withdrawalId: newId('withdrawal'), userId, merchantId, mode, caller: this.#callerOf(request) };
    const command = Object.assign(ids, { currency: currency ?? 'XAF', amount, idempotency }, given({ language }));
    const outcome = accepted(await this.bus.send(createWalletWithdrawal, command, { requestId: request.id }));
    const view: AskedWalletWithdrawalView = Object.assign({ object, mode }, outcome.data);
    markReplay(reply, outcome);
    void reply.code(operations.createWalletWithdrawal.success).send(view);
  }

  @Post(routeOf(operations.confirmWalletWithdrawal))
  async confirm(@Req() request: OfId, @Res() reply: FastifyReply): Promise<void> {
    const { fields } = confirmations.read(request);
    const { userId, mode } = signedInUserOf(request);
    const otp = this.sealer.seal('otp', fields.otp, 'phone-code.otp');
    const command = { userId, mode, withdrawalId: idOf(request), caller: this.#callerOf(request), otp };
    const { data } = accepted(await this.bus.send(confirmWalletWithdrawal, command, { requestId: request.id }));
    const view: WalletWithdrawalView = Object.assign({ object, mode }, data);
    void reply.code(operations.confirmWalletWithdrawal.success).send(view);
  }

  @Get(routeOf(operations.getWalletWithdrawal))
  async read(@Req() request: OfId, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const { userId, mode } = signedInUserOf(request);
    const command = { userId, mode, withdrawalId: idOf(request) };
    const { data } = accepted(await this.bus.send(getWalletWithdrawal, command, { requestId: request.id }));
    const view: WalletWithdrawalView = Object.assign({ object, mode }, data);
    void reply.send(view);
  }

  #callerOf(request: FastifyRequest): OtpCaller {
    return Object.assign(this.otpRequests.anonymousCaller(callerOf(request)), { signedIn: true });
  }
}
