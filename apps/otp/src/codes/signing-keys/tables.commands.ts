import { Controller } from '@nestjs/common';
import type { Reply, TablePage } from '@paygate/contracts';
import { readOtpTable, ReadTable } from '@paygate/contracts';
import { HandleCommand, TableOwner } from '@paygate/messaging';

@Controller()
export class TablesCommands {
  constructor(private readonly tables: TableOwner) {}

  @HandleCommand(readOtpTable)
  read(command: ReadTable): Promise<Reply<TablePage>> {
    return this.tables.read(command);
  }
}
