import { Controller } from '@nestjs/common';
import type { Reply, SignedOut } from '@paygate/contracts';
import { SignOut as Request, signOut } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { SignOut } from './sign-out.js';

/** Commands about user tokens. */
@Controller()
export class SessionsCommands {
  constructor(private readonly end: SignOut) {}

  @HandleCommand(signOut)
  signOut(request: Request, message: Received<Request>): Promise<Reply<SignedOut>> {
    return this.end.execute(request, message);
  }
}
