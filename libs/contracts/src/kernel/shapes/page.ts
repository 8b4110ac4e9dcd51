import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { IsNullable, Note } from '../../schema/declarations.js';
import { applyDecorators } from '../../schema/decorators.js';
import { IsCursor, IsId, IsListOf, IsPageLimit } from '../../schema/fields.js';
import type { PayloadClass } from '../../schema/schema.js';
import type { IdKind } from '../../vocabulary/ids.js';

/** The cursors of a list: ids of this kind, or texts of this pattern. */
type Cursor = IdKind | RegExp;

interface Page<Row> {
  data: Row[];
  hasMore: boolean;
  nextCursor: string | null;
}

const OLDER = 'The page starts after this object and holds older ones: `nextCursor` of the previous page.';
const USUAL_LIMIT = 20;

/** The largest number of `objects` on a page that a query asks for; `usual` without it. */
export const PageLimit = (objects: string, most: number, usual = USUAL_LIMIT): PropertyDecorator =>
  applyDecorators(
    Note({ description: `The largest number of ${objects} on one page; ${usual} when absent.`, example: 20 }),
    IsOptional(),
    IsPageLimit(most),
  );

/** The cursor that the page of a query starts after. */
export const StartsAfter = (cursor: Cursor, description = OLDER): PropertyDecorator =>
  applyDecorators(Note({ description }), IsOptional(), IsCursor(cursor));

/** A page of a list, with at most `most` rows. `more` describes `hasMore`. */
export function pageOf<Row extends object>(
  row: () => PayloadClass<Row>,
  cursor: Cursor,
  most: number,
  more?: string,
): PayloadClass<Page<Row>> {
  class PageOfRows implements Page<Row> {
    @IsListOf(row, most)
    data!: Row[];

    @Note({ ...(more === undefined ? {} : { description: more }), example: false })
    @IsBoolean()
    hasMore!: boolean;

    @Note({ description: 'The cursor of the next page, when there is one.', example: null })
    @IsNullable()
    @(typeof cursor === 'string' ? IsId(cursor) : Matches(cursor))
    nextCursor!: string | null;
  }
  return PageOfRows;
}
