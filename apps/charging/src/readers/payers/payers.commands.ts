import { Controller } from '@nestjs/common';
import type { PayerPhone, ReadPayerPhoneCommand, Reply } from '@paygate/contracts';
import { readPayerPhone } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ReadPayers } from './read-payers.js';

@Controller()
export class PayersCommands {
  constructor(private readonly payers: ReadPayers) {}

  @HandleCommand(readPayerPhone)
  read(_: ReadPayerPhoneCommand, message: Received<ReadPayerPhoneCommand>): Promise<Reply<PayerPhone>> {
    return this.payers.read(message);
  }
}
