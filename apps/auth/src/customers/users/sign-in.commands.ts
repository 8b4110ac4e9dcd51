import { Controller } from '@nestjs/common';
import type { Reply, SessionsEnded, SignedIn } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { EndSessions } from './end-sessions.js';
import { SignIn } from './sign-in.js';

/** Commands that begin and end all sessions of a user. Sealed fields are opened and made here. */
@Controller()
export class SignInCommands {
  constructor(
    private readonly signingIn: SignIn,
    private readonly ending: EndSessions,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.signIn)
  async signIn(request: contract.SignInCommand): Promise<Reply<SignedIn>> {
    const phoneNumber = this.sealer.open(request.phoneNumber, 'sign-in.phone');
    const password = this.sealer.open(request.password, 'sign-in.password');
    const { merchantId, mode } = request;
    const address = request.address && this.sealer.open(request.address, 'sign-in.address');
    const reply = await this.signingIn.signIn({ merchantId, mode, address, phoneNumber, password });
    if (!reply.ok) return reply;
    const { userId, token, expiresAt } = reply.data;
    const data = {
      userId,
      token: this.sealer.seal('gateway', token, 'sign-in.token'),
      phoneNumber: this.sealer.seal('gateway', reply.data.phoneNumber, 'sign-in.phone'),
      roles: ['USER'],
      expiresAt: expiresAt.toISOString(),
    };
    return { ...reply, data };
  }

  @HandleCommand(contract.endSessions)
  endSessions(
    request: contract.EndSessionsCommand,
    message: Received<contract.EndSessionsCommand>,
  ): Promise<Reply<SessionsEnded>> {
    return this.ending.end(request, message);
  }
}
