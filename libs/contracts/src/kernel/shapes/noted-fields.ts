import { IsOptional } from 'class-validator';
import { IsNullable, Note } from '../../schema/declarations.js';
import { applyDecorators } from '../../schema/decorators.js';
import { IsCurrency, IsMode, IsMoment, IsTimestamp } from '../../schema/fields.js';

/** The mode of what a view shows. */
export const NotedMode = (): PropertyDecorator => applyDecorators(Note({ example: 'test' }), IsMode());

/** The currency of what a view shows. */
export const NotedCurrency = (): PropertyDecorator => applyDecorators(Note({ example: 'XAF' }), IsCurrency());

/** The time at which what a view shows was created. */
export const NotedCreation = (): PropertyDecorator =>
  applyDecorators(Note({ example: '2026-11-20T10:00:00.000Z' }), IsTimestamp());

/** A time that is null until something has happened. */
export const NotedTimeOrNull = (): PropertyDecorator =>
  applyDecorators(Note({ example: null }), IsNullable(), IsTimestamp());

/** The beginning of the span of a list, by the time of creation. */
export const CreatedFrom = (): PropertyDecorator =>
  createdAt('Created at this time or later.', '2026-11-20T00:00:00.000Z');

/** The end of that span, which is not part of it. */
export const CreatedTo = (example: string): PropertyDecorator => createdAt('Created before this time.', example);

function createdAt(description: string, example: string): PropertyDecorator {
  return applyDecorators(Note({ description, example }), IsOptional(), IsMoment());
}
