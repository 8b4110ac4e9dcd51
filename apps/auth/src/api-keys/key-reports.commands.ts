import { Controller } from '@nestjs/common';
import type { KeyInBrowserReported, KeyUseReported, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ReportKeys } from './report-keys.js';

/** What gateways see of API keys. */
@Controller()
export class KeyReportsCommands {
  constructor(private readonly reports: ReportKeys) {}

  @HandleCommand(contract.reportKeyUse)
  reportKeyUse(request: contract.ReportKeyUse): Promise<Reply<KeyUseReported>> {
    return this.reports.used(request);
  }

  @HandleCommand(contract.reportKeyInBrowser)
  reportKeyInBrowser(
    request: contract.ReportKeyInBrowser,
    message: Received<contract.ReportKeyInBrowser>,
  ): Promise<Reply<KeyInBrowserReported>> {
    return this.reports.seenInBrowser(request, message);
  }
}
