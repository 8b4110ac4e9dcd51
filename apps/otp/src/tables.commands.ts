import { Controller } from '@nestjs/common';
import type { Reply, TableCompared } from '@paygate/contracts';
import { compareOtpTable, CompareTable } from '@paygate/contracts';
import { HandleCommand, TableOwner } from '@paygate/messaging';

@Controller()
export class TablesCommands {
  constructor(private readonly tables: TableOwner) {}

  @HandleCommand(compareOtpTable)
  compare(command: CompareTable): Promise<Reply<TableCompared>> {
    return this.tables.compare(command);
  }
}
