import { Controller } from '@nestjs/common';
import type { CreateWalletTopUpCommand, Reply, TopUpOfUser, WalletTopUp } from '@paygate/contracts';
import { accept, createWalletTopUp, getWalletTopUp, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateTopUps } from './create-top-ups.js';
import { TopUpsRepository } from './top-ups.repository.js';
import { topUpOf } from './top-ups.view.js';

/** The top-ups that users ask for. */
@Controller()
export class TopUpsCommands {
  constructor(
    private readonly createTopUps: CreateTopUps,
    private readonly topUps: TopUpsRepository,
  ) {}

  @HandleCommand(createWalletTopUp)
  create(_: CreateWalletTopUpCommand, message: Received<CreateWalletTopUpCommand>): Promise<Reply<WalletTopUp>> {
    return this.createTopUps.create(message);
  }

  @HandleCommand(getWalletTopUp)
  async read({ userId, mode, topUpId }: TopUpOfUser): Promise<Reply<WalletTopUp>> {
    const found = await this.topUps.find(userId, mode, topUpId);
    return found === undefined ? refuse('top_up_not_found') : accept(topUpOf(found));
  }
}
