import { IsIn } from 'class-validator';
import { NotedCreation } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsListOf, IsNewLine, IsTimestamp } from '../schema/fields.js';

/** Characters of the name of a till: it is read on the screen of a phone. */
export const TILL_NAME_MAX_CHARACTERS = 40;
/** Tills of an account that are not revoked. */
export const TILLS_LIVE_MAX = 50;
/** Tills of an account, revoked ones included: payments keep their names. */
export const TILLS_MAX = 500;

/** A new place at which an account takes payments. */
export class CreateTillRequest {
  @Note({ description: 'The place, as its cashiers call it.', example: 'Caisse 1' })
  @IsNewLine(TILL_NAME_MAX_CHARACTERS)
  name!: string;
}

/** A named place at which an account takes payments. */
export class TillView {
  @Note({ example: 'till_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('till')
  id!: string;

  @Note({ example: 'till' })
  @IsIn(['till'])
  object!: 'till';

  @Note({ example: 'Caisse 1' })
  @IsNewLine(TILL_NAME_MAX_CHARACTERS)
  name!: string;

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The time from which it takes no payments any more; null before.', example: null })
  @IsNullable()
  @IsTimestamp()
  revokedAt!: string | null;
}

/** The tills of an account: those that take payments, then those that are revoked, each newest first. */
export class TillListAnswer {
  @IsListOf(() => TillView, TILLS_MAX)
  data!: TillView[];
}
