import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsId, IsMode, IsNested, IsTimestamp } from '../schema/fields.js';
import type { OperatorEventType } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';
import { ChangedOperatorView } from './operator-event.js';

/** The payments of an operator in a mode fail or are slow, or do no longer. */
export class OperatorChanged {
  /** The id of the change, from which the event of each merchant has an id of its own. */
  @IsId('event') eventId!: string;
  @IsMode() mode!: Mode;
  @IsNested(() => ChangedOperatorView) operator!: ChangedOperatorView;
  @IsTimestamp() occurredAt!: string;
}

const changed = (type: OperatorEventType) =>
  defineEvent({
    type,
    stream: eventStreams.chargingPayouts,
    payload: OperatorChanged,
    key: ({ mode, operator }: OperatorChanged) => `${mode}/${operator.operator}`,
  });

export const operatorDegraded = changed('operator.degraded');
export const operatorRecovered = changed('operator.recovered');
