import { Controller } from '@nestjs/common';
import type { AskPhoneCommand, PhoneAsked, Reply } from '@paygate/contracts';
import { askPhone } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { AskPhone } from './ask-phone.js';

/** Asks of phones to pay. */
@Controller()
export class AsksCommands {
  constructor(private readonly askPhone: AskPhone) {}

  @HandleCommand(askPhone)
  ask(_: AskPhoneCommand, message: Received<AskPhoneCommand>): Promise<Reply<PhoneAsked>> {
    return this.askPhone.ask(message);
  }
}
