import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsMoment, IsTimestamp } from '../schema/fields.js';
import type { WebhookRecoveryStatus } from '../vocabulary/webhooks.js';
import { webhookRecoveryStatuses } from '../vocabulary/webhooks.js';

export class RecoverRequest {
  @Note({ description: 'Events created at this time or later.', example: '2026-11-20T00:00:00.000Z' })
  @IsMoment()
  from!: string;

  @Note({ description: 'Events created before this time; now when absent.', example: '2026-11-21T00:00:00.000Z' })
  @IsOptional()
  @IsMoment()
  to?: string | null;

  @Note({ description: 'Only counts the events that would be sent. False when absent.', example: false })
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean | null;

  @Note({
    description: 'Sends events that the endpoint has accepted, too. False when absent.',
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  includeDelivered?: boolean | null;
}

/** Events of a range of time that are sent to an endpoint again. */
export class RecoveryView {
  @Note({ example: 'rec_01k8zqc4m7f2xv9t5c6hdn4e8w' })
  @IsId('webhookRecovery')
  id!: string;

  @Note({ example: 'recovery' })
  @IsIn(['recovery'])
  object!: 'recovery';

  @Note({ example: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja' })
  @IsId('webhookEndpoint')
  endpointId!: string;

  @Note({ description: '`canceled`: the endpoint was deleted.', example: 'running' })
  @IsIn(webhookRecoveryStatuses)
  status!: WebhookRecoveryStatus;

  @Note({ example: '2026-11-20T00:00:00.000Z' })
  @IsTimestamp()
  from!: string;

  @Note({ example: '2026-11-21T00:00:00.000Z' })
  @IsTimestamp()
  to!: string;

  @Note({ example: false })
  @IsBoolean()
  dryRun!: boolean;

  @Note({ example: false })
  @IsBoolean()
  includeDelivered!: boolean;

  @Note({ description: 'The number of events of the range that were examined so far.', example: 1_200 })
  @IsIntBetween(0, 2_147_483_647)
  examined!: number;

  @Note({
    description: 'The number of these events that were made due, or that would be made due without `dryRun`.',
    example: 300,
  })
  @IsIntBetween(0, 2_147_483_647)
  queued!: number;

  @Note({
    description: 'The number of events that cannot be sent, because their bodies are no longer kept.',
    example: 0,
  })
  @IsIntBetween(0, 2_147_483_647)
  expired!: number;

  @Note({ description: 'The time of the last event that was examined.', example: '2026-11-20T13:45:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  examinedUntil!: string | null;

  @Note({ example: '2026-11-21T08:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @NotedTimeOrNull()
  completedAt!: string | null;
}
