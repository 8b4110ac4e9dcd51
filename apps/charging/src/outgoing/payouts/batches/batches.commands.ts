import { Controller } from '@nestjs/common';
import type { PayoutBatch, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting, HandleCommand } from '@paygate/messaging';
import { ApproveBatches } from './approve-batches.js';
import { BatchRecords } from './batch-records.js';
import { DraftBatches } from './draft-batches.js';
import { SteerBatches } from './steer-batches.js';

type Acting = Received<contract.ActOnPayoutBatchCommand>;

@Controller()
export class BatchesCommands {
  constructor(
    private readonly drafts: DraftBatches,
    private readonly approvals: ApproveBatches,
    private readonly steering: SteerBatches,
    private readonly records: BatchRecords,
  ) {}

  @HandleCommand(contract.createPayoutBatch)
  create(
    _: contract.CreatePayoutBatchCommand,
    message: Received<contract.CreatePayoutBatchCommand>,
  ): Promise<Reply<PayoutBatch>> {
    return this.drafts.create(message);
  }

  @HandleCommand(contract.addPayoutBatchRows)
  add(
    _: contract.AddPayoutBatchRowsCommand,
    message: Received<contract.AddPayoutBatchRowsCommand>,
  ): Promise<Reply<PayoutBatch>> {
    return this.drafts.add(message);
  }

  @HandleCommand(contract.sealPayoutBatch)
  seal(_: contract.ActOnPayoutBatchCommand, message: Acting): Promise<Reply<PayoutBatch>> {
    return this.drafts.seal(message);
  }

  @HandleCommand(contract.approvePayoutBatch)
  approve(
    _: contract.ApprovePayoutBatchCommand,
    message: Received<contract.ApprovePayoutBatchCommand>,
  ): Promise<Reply<PayoutBatch>> {
    return this.approvals.approve(message);
  }

  @HandleCommand(contract.pausePayoutBatch)
  pause(_: contract.ActOnPayoutBatchCommand, message: Acting): Promise<Reply<PayoutBatch>> {
    return this.steering.pause(message);
  }

  @HandleCommand(contract.resumePayoutBatch)
  resume(_: contract.ActOnPayoutBatchCommand, message: Acting): Promise<Reply<PayoutBatch>> {
    return this.steering.resume(message);
  }

  @HandleCommand(contract.cancelPayoutBatch)
  cancel(_: contract.ActOnPayoutBatchCommand, message: Acting): Promise<Reply<PayoutBatch>> {
    return this.steering.cancel(message);
  }

  @HandleCommand(contract.getPayoutBatch)
  async get({ merchantId, mode, batchId }: contract.PayoutBatchOfMerchant): Promise<Reply<PayoutBatch>> {
    const batch = await this.records.batches.find(merchantId, mode, batchId);
    return batch === undefined
      ? contract.refuse('payout_batch_not_found')
      : contract.accept(await this.records.views.of(batch));
  }

  @HandleCommand(contract.listPayoutBatches)
  async list(command: contract.ListPayoutBatchesCommand): Promise<Reply<contract.PayoutBatchesListed>> {
    const { merchantId, mode, startingAfter } = command;
    if (startingAfter !== undefined && (await this.records.batches.find(merchantId, mode, startingAfter)) === undefined)
      return contract.refuse('cursor_invalid', { param: 'startingAfter' });
    const found = await this.records.views.all(await this.records.batches.list(command));
    const batches = fitting(found.slice(0, command.limit));
    return contract.accept({ batches, hasMore: batches.length < found.length });
  }

  @HandleCommand(contract.listPayoutBatchRows)
  async listRows(command: contract.ListPayoutBatchRowsCommand): Promise<Reply<contract.PayoutBatchRowsListed>> {
    const { merchantId, mode, batchId, limit, order } = command;
    if ((await this.records.batches.find(merchantId, mode, batchId)) === undefined)
      return contract.refuse('payout_batch_not_found');
    const found = (await this.records.rows.list(command)).map((row) => this.records.views.row(batchId, row));
    const rows = fitting(found.slice(0, limit));
    return contract.accept({ rows, hasMore: order !== 'largest' && rows.length < found.length });
  }
}
