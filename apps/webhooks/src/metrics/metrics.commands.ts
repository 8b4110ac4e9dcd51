import { Controller } from '@nestjs/common';
import type { PaymentMetrics, PaymentMetricsCommand, Reply } from '@paygate/contracts';
import { getPaymentMetrics } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ReadMetrics } from './read-metrics.js';

@Controller()
export class MetricsCommands {
  constructor(private readonly metrics: ReadMetrics) {}

  @HandleCommand(getPaymentMetrics)
  read(command: PaymentMetricsCommand): Promise<Reply<PaymentMetrics>> {
    return this.metrics.read(command);
  }
}
