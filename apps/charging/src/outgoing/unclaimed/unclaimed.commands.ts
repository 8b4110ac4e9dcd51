import { Controller } from '@nestjs/common';
import type {
  DecideUnclaimedMoneyCommand,
  ListUnclaimedMoneyCommand,
  Reply,
  UnclaimedMoney,
  UnclaimedMoneyListed,
} from '@paygate/contracts';
import { accept, decideUnclaimedMoney, listUnclaimedMoney, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting, HandleCommand } from '@paygate/messaging';
import { DecideUnclaimed } from './decide-unclaimed.js';
import { ProposeOwners } from './propose-owners.js';
import { UnclaimedRepository } from './unclaimed.repository.js';
import { unclaimedOf } from './unclaimed.view.js';

/** Money that no payment is of, for operators alone. */
@Controller()
export class UnclaimedCommands {
  constructor(
    private readonly unclaimed: UnclaimedRepository,
    private readonly owners: ProposeOwners,
    private readonly decisions: DecideUnclaimed,
  ) {}

  @HandleCommand(listUnclaimedMoney)
  async list(
    { mode, limit, startingAfter, unclaimedId }: ListUnclaimedMoneyCommand,
    { producer }: Pick<Received<object>, 'producer'>,
  ): Promise<Reply<UnclaimedMoneyListed>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const found =
      unclaimedId === undefined
        ? await this.unclaimed.open(mode, limit, startingAfter)
        : [await this.unclaimed.find(unclaimedId, mode)].filter((one) => one !== undefined);
    const listed: UnclaimedMoney[] = [];
    for (const money of found.slice(0, limit)) listed.push(unclaimedOf(money, await this.owners.of(money)));
    const page = fitting(listed);
    return accept({ unclaimed: page, hasMore: page.length < found.length });
  }

  @HandleCommand(decideUnclaimedMoney)
  decide(
    command: DecideUnclaimedMoneyCommand,
    message: Received<DecideUnclaimedMoneyCommand>,
  ): Promise<Reply<UnclaimedMoney>> {
    if (message.producer !== 'operator') return Promise.resolve(refuse('scope_missing'));
    return this.decisions.decide(command, { requestId: message.requestId, causationId: message.id });
  }
}
