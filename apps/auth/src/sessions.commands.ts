import { Controller } from '@nestjs/common';
import type { Reply, SessionsEnded, SignedIn, SignedOut } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { EndSessions } from './usecases/end-sessions.js';
import { SignIn } from './usecases/sign-in.js';
import { SignOut } from './usecases/sign-out.js';

/** Commands about users who sign in and out. Sealed fields are opened and made here. */
@Controller()
export class SessionsCommands {
  constructor(
    private readonly beginning: SignIn,
    private readonly end: SignOut,
    private readonly endAll: EndSessions,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.signIn)
  async signIn(request: contract.SignIn): Promise<Reply<SignedIn>> {
    const phoneNumber = this.sealer.open(request.phoneNumber, 'sign-in.phone');
    const password = this.sealer.open(request.password, 'sign-in.password');
    const { merchantId, mode } = request;
    const address = request.address && this.sealer.open(request.address, 'sign-in.address');
    const reply = await this.beginning.execute({ merchantId, mode, address, phoneNumber, password });
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

  @HandleCommand(contract.signOut)
  signOut(request: contract.SignOut, message: Received<contract.SignOut>): Promise<Reply<SignedOut>> {
    return this.end.execute(request, message);
  }

  @HandleCommand(contract.endSessions)
  endSessions(request: contract.EndSessions, message: Received<contract.EndSessions>): Promise<Reply<SessionsEnded>> {
    return this.endAll.execute(request, message);
  }
}
