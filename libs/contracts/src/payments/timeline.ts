import { IsBoolean, IsIn } from 'class-validator';
import { TIMELINE_MAX_ENTRIES, TimelineEntry } from './timeline-commands.js';
import { Note } from '../schema/declarations.js';
import { IsId, IsListOf, IsSubsetOf } from '../schema/fields.js';

/** The parts of a timeline, each of which one service knows. */
export const timelineParts = ['payment', 'codes', 'charge', 'events'] as const;
export type TimelinePartName = (typeof timelineParts)[number];

/** The course of a payment. */
export class TimelineView {
  @Note({ example: 'timeline' })
  @IsIn(['timeline'])
  object!: 'timeline';

  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({ description: 'Oldest first.' })
  @IsListOf(() => TimelineEntry, TIMELINE_MAX_ENTRIES * timelineParts.length)
  data!: TimelineEntry[];

  @Note({
    description: `True when a part of the timeline has more than ${TIMELINE_MAX_ENTRIES} entries: \`data\` has the newest of them.`,
    example: false,
  })
  @IsBoolean()
  isCut!: boolean;

  @Note({
    description: 'The parts of the timeline that could not be read now. Their entries are not in `data`: ask again.',
    example: [],
  })
  @IsSubsetOf(timelineParts)
  missing!: TimelinePartName[];
}
