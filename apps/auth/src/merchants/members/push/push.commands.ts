import { Controller } from '@nestjs/common';
import type { PushState, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { MemberSecrets } from '../member-secrets.js';
import { PeopleOfSessions } from '../sessions/people-of-sessions.js';
import { OwnPush } from './own-push.js';
import { Vapid } from './vapid.js';

/** Commands of a signed-in person about the browsers that get notices. */
@Controller()
export class PushCommands {
  constructor(
    private readonly own: OwnPush,
    private readonly people: PeopleOfSessions,
    private readonly secrets: MemberSecrets,
    private readonly vapid: Vapid,
  ) {}

  @HandleCommand(contract.readPush)
  read(
    { sessionId }: contract.ReadPushCommand,
    message: Received<contract.ReadPushCommand>,
  ): Promise<Reply<PushState>> {
    return this.#answer(sessionId, message, () => Promise.resolve(accept({})));
  }

  @HandleCommand(contract.startPush)
  start(
    { sessionId, p256dh, language, ...sealed }: contract.StartPushCommand,
    message: Received<contract.StartPushCommand>,
  ): Promise<Reply<PushState>> {
    const endpoint = this.secrets.open(sealed.endpoint, 'push.endpoint');
    const auth = this.secrets.open(sealed.auth, 'push.auth');
    if (this.vapid.publicKey === null) return Promise.resolve(refuse('channel_unsupported'));
    const given = { sessionId, endpoint, p256dh, auth, language };
    return this.#answer(sessionId, message, (request) => this.own.start(request, given, message));
  }

  @HandleCommand(contract.stopPush)
  stop(
    { sessionId, endpointSha256 }: contract.StopPushCommand,
    message: Received<contract.StopPushCommand>,
  ): Promise<Reply<PushState>> {
    return this.#answer(sessionId, message, (request) => this.own.stop(request, endpointSha256));
  }

  /** Does a change, and answers with what then is. */
  #answer(
    sessionId: string,
    message: Received<unknown>,
    change: (request: Parameters<OwnPush['stop']>[0]) => Promise<Reply<object>>,
  ): Promise<Reply<PushState>> {
    return this.people.run(sessionId, message, async (request) => {
      const changed = await change(request);
      if (!changed.ok) return changed;
      return accept(await this.own.stateOf(request.person.id, sessionId, this.vapid.publicKey));
    });
  }
}
