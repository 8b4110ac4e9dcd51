import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { IsNullable, Note } from '../../schema/declarations.js';
import { IsId, IsMode, IsNested, IsTimestamp } from '../../schema/fields.js';
import type { PayloadClass } from '../../schema/schema.js';
import type { Mode } from '../../vocabulary/modes.js';

interface EventView<Type extends string, Data> {
  id: string;
  type: Type;
  created: string;
  apiVersion: string;
  mode: Mode;
  sequence: number | null;
  data: Data;
}

/** An event that is not about an intent, as a merchant receives it: of one of `types`, with `data`, and the example's id, type and time. */
export function eventViewOf<Type extends string, Data extends object>(
  types: readonly Type[],
  data: () => PayloadClass<Data>,
  example: { readonly id: string; readonly type: Type; readonly created: string },
): PayloadClass<EventView<Type, Data>> {
  class EventOfAccount implements EventView<Type, Data> {
    @Note({
      description: 'The id of the event, the same for each retry: recognise duplicates by it.',
      example: example.id,
    })
    @IsId('event')
    id!: string;

    @Note({ example: example.type })
    @IsIn(types)
    type!: Type;

    @Note({ example: example.created })
    @IsTimestamp()
    created!: string;

    @Note({ example: '2026-11-20' })
    @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
    apiVersion!: string;

    @Note({ example: 'test' })
    @IsMode()
    mode!: Mode;

    @Note({ description: 'Null: the event is not about an intent.', example: null })
    @IsNullable()
    @IsInt()
    @Min(1)
    sequence!: number | null;

    @IsNested(data)
    data!: Data;
  }
  return EventOfAccount;
}
