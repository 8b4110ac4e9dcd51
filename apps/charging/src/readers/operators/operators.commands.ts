import { Controller } from '@nestjs/common';
import type { OperatorsRead, ReadOperatorsCommand, Reply } from '@paygate/contracts';
import { accept, readOperators } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ReadOperators } from './read-operators.js';

/** The operators of mobile money, for merchants and payers. */
@Controller()
export class OperatorsCommands {
  constructor(private readonly operators: ReadOperators) {}

  @HandleCommand(readOperators)
  async read({ mode }: ReadOperatorsCommand): Promise<Reply<OperatorsRead>> {
    return accept(await this.operators.read(mode));
  }
}
