import { IsIn } from 'class-validator';
import { eventViewOf } from '../kernel/shapes/event-view.js';
import { Note } from '../schema/declarations.js';
import { IsNested } from '../schema/fields.js';
import type { OperatorEventType } from '../vocabulary/merchant-events.js';
import { operatorEventTypes } from '../vocabulary/merchant-events.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { OperatorState } from './operator-bodies.js';
import { OperatorOutcomes, operatorStates } from './operator-bodies.js';

/** An operator whose payments have changed, with the outcomes from which that follows. */
export class ChangedOperatorView {
  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'The state of its payments.', example: 'degraded' })
  @IsIn(operatorStates)
  state!: OperatorState;

  @Note({ description: 'The outcomes of the last 5 minutes. They decide the state where there are at least 20.' })
  @IsNested(() => OperatorOutcomes)
  last5Minutes!: OperatorOutcomes;

  @Note({ description: 'The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few.' })
  @IsNested(() => OperatorOutcomes)
  last60Minutes!: OperatorOutcomes;
}

/** `data` of an event about an operator. */
export class OperatorEventData {
  @IsNested(() => ChangedOperatorView)
  operator!: ChangedOperatorView;
}

/** An event about an operator of the mode, which is the same for all merchants but for its id. */
export class OperatorEventView extends eventViewOf(operatorEventTypes, () => OperatorEventData, {
  id: 'evt_01k8zvk3n5p7q9r1s3t5v7w9x1',
  type: 'operator.degraded',
  created: '2026-11-28T09:00:00.000Z',
}) {}

const LAST_HOUR = { succeeded: 190, declined: 22, failed: 11, stuck: 3, medianSeconds: 21 };
const changes = {
  'operator.degraded': {
    state: 'degraded',
    last5Minutes: { succeeded: 17, declined: 4, failed: 5, stuck: 2, medianSeconds: 48 },
    last60Minutes: LAST_HOUR,
  },
  'operator.recovered': {
    state: 'operational',
    last5Minutes: { succeeded: 41, declined: 6, failed: 0, stuck: 0, medianSeconds: 16 },
    last60Minutes: LAST_HOUR,
  },
} as const satisfies Readonly<Record<OperatorEventType, Omit<ChangedOperatorView, 'operator'>>>;

/** An event of one type as a merchant receives it. */
export function operatorEventExample(type: OperatorEventType): OperatorEventView {
  return {
    id: 'evt_01k8zvk3n5p7q9r1s3t5v7w9x1',
    ...{ type, created: '2026-11-28T09:00:00.000Z', apiVersion: '2026-11-20', mode: 'test', sequence: null },
    data: { operator: { operator: 'mtn_momo', ...changes[type] } },
  };
}
