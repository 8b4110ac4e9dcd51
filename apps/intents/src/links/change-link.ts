import { Injectable } from '@nestjs/common';
import type { MerchantAction, PaymentLink, Reply, UpdatePaymentLinkCommand } from '@paygate/contracts';
import { accept, actedInIntents, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { violatedConstraint } from '@paygate/platform';
import type { ChangedTerms, Link } from '../domain/link.js';
import { changeRefusal } from '../domain/link.js';
import { originOf } from '../intents.view.js';
import type { ReadLink } from './links.repository.js';
import { LinksRepository, USES_TAKEN_CONSTRAINT } from './links.repository.js';
import { paymentLink } from './links.view.js';

type Request = Received<UpdatePaymentLinkCommand>;
type Answer = Reply<PaymentLink>;

/** Changes payment links under their lock, so that a change and the payments of a link are one after the other. */
@Injectable()
export class ChangeLink {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly links: LinksRepository,
  ) {}

  async change(request: Request): Promise<Answer> {
    const { payload: command } = request;
    try {
      return await this.unitOfWork.run(async (tx) => {
        // another merchant's link is never locked
        const owned = await this.links.findOwned(command, tx);
        const read = owned && (await this.links.lock(tx, command.linkId));
        if (read === undefined) return refuse('payment_link_not_found');
        const changed = changedTerms(read.link, command);
        const refusal = changeRefusal(read.link, changed, read.at);
        if (refusal !== undefined) return refusal;
        const { active = read.link.active } = command;
        const acts = actsOf(read.link, active, changed);
        if (acts.length === 0) return answerOf(read);
        await this.links.change(tx, read.link, active, changed);
        for (const act of acts) tx.emit(actedInIntents, merchantActed(request, act, command.linkId));
        return answerOf(await this.links.findShared(command.linkId, tx));
      }, originOf(request));
    } catch (error) {
      if (violatedConstraint(error) !== USES_TAKEN_CONSTRAINT) throw error;
      return refuse('parameter_invalid', {
        param: 'maxUses',
        detail: 'maxUses must not be less than the number of payments that are open or completed.',
      });
    }
  }
}

/** The link, which this transaction has locked. */
function answerOf(read: ReadLink | undefined): Answer {
  if (read === undefined) throw new Error('a payment link is never deleted');
  return accept(paymentLink(read.link, read.at));
}

/** The terms that differ. */
function changedTerms(link: Link, command: UpdatePaymentLinkCommand): ChangedTerms {
  const { description, returnUrl, maxUses, expiresAt } = command;
  const end = typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt;
  return {
    ...(description === undefined || description === link.description ? {} : { description }),
    ...(returnUrl === undefined || returnUrl === link.returnUrl ? {} : { returnUrl }),
    ...(maxUses === undefined || maxUses === link.maxUses ? {} : { maxUses }),
    ...(end === undefined || end?.getTime() === link.expiresAt?.getTime() ? {} : { expiresAt: end }),
  };
}

function actsOf(link: Link, active: boolean, changed: ChangedTerms): readonly MerchantAction[] {
  const isChanged = Object.keys(changed).length > 0;
  const isSwitched = active !== link.active;
  return [
    ...(isChanged ? (['payment_link.changed'] as const) : []),
    ...(isSwitched ? [active ? ('payment_link.activated' as const) : ('payment_link.deactivated' as const)] : []),
  ];
}
