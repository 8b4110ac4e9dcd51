import { Controller } from '@nestjs/common';
import type { Reply, TableCompared } from '@paygate/contracts';
import { compareAuthTable, CompareTable } from '@paygate/contracts';
import { HandleCommand, TableOwner } from '@paygate/messaging';

@Controller()
export class TablesCommands {
  constructor(private readonly tables: TableOwner) {}

  @HandleCommand(compareAuthTable)
  compare(command: CompareTable): Promise<Reply<TableCompared>> {
    return this.tables.compare(command);
  }
}
