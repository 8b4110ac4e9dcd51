import { IsBoolean, IsIn, Matches } from 'class-validator';
import { NotedMode } from '../kernel/shapes/noted-fields.js';
import { Note } from '../schema/declarations.js';
import { IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

/** The day of a till: what its screen shows so that a picture of it is recognised. */
export class TillDayView {
  @Note({ example: 'till_day' })
  @IsIn(['till_day'])
  object!: 'till_day';

  @NotedMode()
  mode!: Mode;

  @Note({ description: 'The day in Africa/Douala.', example: '2026-11-29' })
  @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  day!: string;

  @Note({
    description:
      'The word of the day of the account in this mode. A screen with another word is not of today, or not yours.',
    example: 'mangue',
  })
  @Matches(/^[a-z]{3,12}$/)
  word!: string;

  @Note({ description: 'True when the account asks phones: the setting `phoneAsks`.', example: true })
  @IsBoolean()
  phoneAsks!: boolean;

  @Note({ description: 'The time of the server.', example: '2026-11-29T09:00:00.000Z' })
  @IsTimestamp()
  now!: string;
}
