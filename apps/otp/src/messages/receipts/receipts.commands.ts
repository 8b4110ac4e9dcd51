import { Controller } from '@nestjs/common';
import type { ReceiptAccepted, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { SendReceipt } from './send-receipt.js';

/** Receipts of completed payments. */
@Controller()
export class ReceiptsCommands {
  constructor(
    private readonly receipts: SendReceipt,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.sendReceipt)
  send(
    command: contract.SendReceiptCommand,
    message: Received<contract.SendReceiptCommand>,
  ): Promise<Reply<ReceiptAccepted>> {
    const { email, url } = command;
    const to = email === undefined ? undefined : this.sealer.open(email, 'send-receipt.email');
    const page = url === undefined ? undefined : this.sealer.open(url, 'send-receipt.url');
    return this.receipts.send(command, message, { to, url: page });
  }
}
