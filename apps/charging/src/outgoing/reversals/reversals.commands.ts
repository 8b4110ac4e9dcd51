import { Controller } from '@nestjs/common';
import type {
  DecideReversalCommand,
  IntentReversalsListed,
  ListIntentReversalsCommand,
  ListReversalDebtsCommand,
  ListReversalsCommand,
  ProposeReversalCommand,
  ReleaseReversalsCommand,
  Reply,
  ReversalDebtsListed,
  ReversalInfo,
  ReversalsListed,
  ReversalsReleased,
} from '@paygate/contracts';
import {
  accept,
  decideReversal,
  listIntentReversals,
  listReversalDebts,
  listReversals,
  proposeReversal,
  refuse,
  releaseReversals,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting, HandleCommand } from '@paygate/messaging';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { DecideReversals } from './decide-reversals.js';
import { ProposeReversals } from './propose-reversals.js';
import { ReversalsRepository } from './reversals.repository.js';
import { merchantReversalOf, reversalOf } from './reversals.view.js';

type Producer = Pick<Received<object>, 'producer'>;

/** Reversals. All but the list of a payment is for operators alone. */
@Controller()
export class ReversalsCommands {
  constructor(
    private readonly reversals: ReversalsRepository,
    private readonly proposals: ProposeReversals,
    private readonly decisions: DecideReversals,
  ) {}

  @HandleCommand(listReversals)
  async list(command: ListReversalsCommand, { producer }: Producer): Promise<Reply<ReversalsListed>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const { mode, limit, startingAfter } = command;
    const found = (await this.reversals.open(mode, limit, startingAfter)).map(reversalOf);
    const page = fitting(found.slice(0, limit));
    return accept({ reversals: page, hasMore: page.length < found.length });
  }

  @HandleCommand(listIntentReversals)
  async listOfIntent(command: ListIntentReversalsCommand): Promise<Reply<IntentReversalsListed>> {
    const { startingAfter, intentId, merchantId } = command;
    const after = startingAfter === undefined ? undefined : await this.reversals.find(startingAfter);
    if (startingAfter !== undefined && (after?.intentId !== intentId || after.merchantId !== merchantId))
      return refuse('cursor_invalid', { param: 'startingAfter' });
    const found = await this.reversals.ofIntent(command);
    const borne = found.flatMap((stored) => merchantReversalOf(stored) ?? []);
    const page = fitting(borne.slice(0, command.limit));
    return accept({ reversals: page, hasMore: page.length < borne.length });
  }

  @HandleCommand(listReversalDebts)
  async debts({ mode, limit }: ListReversalDebtsCommand, { producer }: Producer): Promise<Reply<ReversalDebtsListed>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const found = await this.reversals.debts(mode, limit);
    const debts = found.slice(0, limit).map(({ merchantId, ledger, owed }) => {
      const { currency } = ofLedger(ledger);
      return { merchantId, currency, owed: owed.toString() };
    });
    return accept({ debts, isCut: debts.length < found.length });
  }

  @HandleCommand(proposeReversal)
  propose(command: ProposeReversalCommand, { producer }: Producer): Promise<Reply<ReversalInfo>> {
    return producer === 'operator' ? this.proposals.propose(command) : Promise.resolve(refuse('scope_missing'));
  }

  @HandleCommand(decideReversal)
  decide(command: DecideReversalCommand, { producer }: Producer): Promise<Reply<ReversalInfo>> {
    return producer === 'operator' ? this.decisions.decide(command) : Promise.resolve(refuse('scope_missing'));
  }

  @HandleCommand(releaseReversals)
  release(command: ReleaseReversalsCommand, { producer }: Producer): Promise<Reply<ReversalsReleased>> {
    return producer === 'operator' ? this.decisions.release(command) : Promise.resolve(refuse('scope_missing'));
  }
}
