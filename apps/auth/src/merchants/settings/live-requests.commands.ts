import { Controller } from '@nestjs/common';
import type { LiveRequest, LiveRequestsListed, Refusal, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import type { AuditAction } from '../../audit/audit-record.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { LiveState } from './live-requests.repository.js';
import { liveRequestOf, LiveRequestsRepository } from './live-requests.repository.js';
import { MerchantChangeRights } from './merchant-change-rights.js';

/** A change of a request, with the record that it leaves. */
interface Change {
  readonly action: AuditAction;
  readonly actor: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly write: (tx: Transaction) => Promise<void>;
}

/** The change, undefined where nothing is to be changed, or the refusal, decided while the merchant is locked. */
type Decision = (tx: Transaction, state: LiveState) => Promise<Change | Refusal | undefined>;

const NOT_OPEN = { param: 'merchantId', detail: 'no open request for live mode' } as const;

/** Commands about requests for live mode. Each change and its audit record are written in one transaction. */
@Controller()
export class LiveRequestsCommands {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: LiveRequestsRepository,
    private readonly rights: MerchantChangeRights,
    private readonly audit: AuditTrail,
  ) {}

  @HandleCommand(contract.readLiveRequest)
  async read({ merchantId }: contract.ReadLiveRequestCommand): Promise<Reply<LiveRequest>> {
    const state = await this.requests.find(merchantId);
    return state === undefined ? refuse('merchant_not_found') : accept(liveRequestOf(state));
  }

  @HandleCommand(contract.requestLive)
  request(
    command: contract.RequestLiveCommand,
    message: Received<contract.RequestLiveCommand>,
  ): Promise<Reply<LiveRequest>> {
    const { merchantId, actorMemberId: actor, business } = command;
    return this.#change(merchantId, message, async (tx, { active, liveActive, request }) => {
      const refusal = active ? await this.rights.lack(tx, command) : refuse('merchant_inactive');
      if (refusal !== undefined) return refusal;
      if (liveActive || (request?.declinedAt === null && request.business === business)) return undefined;
      const write = () => this.requests.put(tx, { merchantId, business, requestedBy: actor });
      return { action: 'merchant.live_requested', actor, write };
    });
  }

  @HandleCommand(contract.withdrawLiveRequest)
  withdraw(
    command: contract.WithdrawLiveRequestCommand,
    message: Received<contract.WithdrawLiveRequestCommand>,
  ): Promise<Reply<LiveRequest>> {
    const { merchantId, actorMemberId: actor } = command;
    return this.#change(merchantId, message, async (tx, { active, request }) => {
      const refusal = active ? await this.rights.lack(tx, command) : refuse('merchant_inactive');
      if (refusal !== undefined) return refusal;
      if (request?.declinedAt !== null) return undefined;
      return { action: 'merchant.live_request_withdrawn', actor, write: () => this.requests.withdraw(tx, merchantId) };
    });
  }

  @HandleCommand(contract.listLiveRequests)
  async list({ limit }: contract.ListLiveRequestsCommand): Promise<Reply<LiveRequestsListed>> {
    const open = await this.requests.open(limit + 1);
    return accept({ requests: open.slice(0, limit), hasMore: open.length > limit });
  }

  @HandleCommand(contract.declineLiveRequest)
  decline(
    { merchantId, reason }: contract.DeclineLiveRequestCommand,
    message: Received<contract.DeclineLiveRequestCommand>,
  ): Promise<Reply<LiveRequest>> {
    return this.#change(merchantId, message, (tx, { request }) => {
      // the answer to an `operator` command whose first one was lost
      if (request?.declineReason === reason) return Promise.resolve(undefined);
      if (request?.declinedAt !== null) return Promise.resolve(refuse('parameter_invalid', NOT_OPEN));
      const write = () => this.requests.decline(tx, merchantId, reason);
      const action = 'merchant.live_request_declined';
      return Promise.resolve({ action, actor: message.producer, detail: { reason }, write });
    });
  }

  #change(
    merchantId: string,
    { id: causationId, requestId }: Received<unknown>,
    decide: Decision,
  ): Promise<Reply<LiveRequest>> {
    return this.unitOfWork.run(
      async (tx) => {
        const state = await this.requests.lock(tx, merchantId);
        if (state === undefined) return refuse('parameter_invalid', NOT_OPEN);
        const change = await decide(tx, state);
        if (change === undefined) return accept(liveRequestOf(state));
        if ('code' in change) return change;
        const { write, ...record } = change;
        await write(tx);
        // live mode is what it is about, whichever mode the member is in
        await this.audit.append(tx, { merchantId, mode: 'live', subject: merchantId, requestId, ...record });
        return accept(liveRequestOf((await this.requests.find(merchantId, tx)) ?? state));
      },
      { requestId, causationId },
    );
  }
}
