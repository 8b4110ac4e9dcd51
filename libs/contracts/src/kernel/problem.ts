import { IsBoolean, IsIn, IsInt, Min } from 'class-validator';
import type { ErrorCode } from '../errors/catalogue.js';
import { errorCatalogue, errorCodes } from '../errors/catalogue.js';
import type { Fault } from '../schema/checker.js';
import { MAX_FAULTS } from '../schema/checker.js';
import { MayBeAbsent, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsIntBetween, IsListOf, IsText, IsTimestamp } from '../schema/fields.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
/** The address of the docs where an installation names none of its own. */
export const DOCS_URL = 'https://docs.paygate.example';

/** A detail lists every word that a parameter may have, such as each error code. */
const DETAIL_MAX_CHARACTERS = 8_192;
const codes = errorCodes;

/** One fault of several. */
export class ProblemFault {
  @IsText(512) param!: string;
  @IsIn(codes) code!: ErrorCode;
  @IsText(DETAIL_MAX_CHARACTERS, 1) detail!: string;
}

/** Fields that some codes add. */
class ProblemFields {
  @Note({ description: 'With 429 and 503: seconds to wait before the next attempt, as in the header `Retry-After`.' })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  retryAfter?: number;

  @Note({ description: 'The smallest amount in this currency.' })
  @MayBeAbsent()
  @IsText(15, 1)
  min?: string;

  @Note({ description: 'The largest amount in this currency, or the largest sum of a day.' })
  @MayBeAbsent()
  @IsText(15, 1)
  max?: string;

  @Note({ description: 'Digits after the decimal point of the major unit (ISO 4217).' })
  @MayBeAbsent()
  @IsIntBetween(0, 4)
  currencyExponent?: number;

  @Note({ description: 'The scope that the key, or the role of the member, lacks.' })
  @MayBeAbsent()
  @IsText(64, 1)
  scope?: string;

  @Note({ description: 'The versions that may be asked for, separated by commas.' })
  @MayBeAbsent()
  @IsText(1000, 1)
  knownVersions?: string;

  @Note({ description: 'The status of the object that made the request impossible.' })
  @MayBeAbsent()
  @IsText(64, 1)
  currentStatus?: string;

  @Note({ description: 'The payment intent that has the reference.' })
  @MayBeAbsent()
  @IsText(64, 1)
  intentId?: string;

  @Note({ description: 'The amount of the payment that can still be refunded.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  refundable?: string;

  @Note({
    description:
      'The largest number in a day: of refunds of a cashier or of the account, of payouts, or of questions about owners.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  limit?: number;

  @Note({ description: 'The number of refunds that count today towards `limit`.' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  used?: number;

  @Note({ description: 'The sum of the refunds that count today towards `max`.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  usedAmount?: string;

  @Note({ description: 'The available balance in the currency of the payment.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  available?: string;

  @Note({ description: 'The pending balance; a refund may use it, too.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  pending?: string;

  @Note({ description: 'What the balance owes; nothing can be refunded or paid out before it is filled.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  owed?: string;

  @Note({ description: 'The time from which money may go to the destination; absent when it never may.' })
  @MayBeAbsent()
  @IsTimestamp()
  usableAt?: string;

  @Note({ description: 'The amount that the balance lacks.' })
  @MayBeAbsent()
  @IsAmountOrZero()
  missing?: string;

  @Note({
    description: 'The payment intents and links that the account may still create in test mode before `renewsAt`.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  intentsLeft?: number;

  @Note({ description: 'The bytes that these intents and links may have in all.' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  bytesLeft?: number;

  @Note({ description: 'The time at which the next day begins, and with it its quota or limit.' })
  @MayBeAbsent()
  @IsTimestamp()
  renewsAt?: string;

  @Note({ description: '`reauthentication_required`: with a user token the request may succeed immediately.' })
  @MayBeAbsent()
  @IsText(64, 1)
  nextStep?: string;
}

/** Every error answer: RFC 9457, flat. Some codes add fields of their own, such as `min` and `max`. */
export class Problem extends ProblemFields {
  @Note({ description: 'The address of the page that explains the code. It may be relative to the request.' })
  @IsText(200, 1)
  type!: string;

  @IsText(200, 1)
  title!: string;

  @Note({ description: 'The HTTP status.' })
  @IsIntBetween(400, 599)
  status!: number;

  @IsText(DETAIL_MAX_CHARACTERS, 1)
  detail!: string;

  @Note({ description: 'A stable code for programs.' })
  @IsIn(codes)
  code!: ErrorCode;

  @Note({ description: 'The parameter at fault.' })
  @MayBeAbsent()
  @IsText(512)
  param?: string;

  @Note({ description: 'All faults of the request at once.' })
  @MayBeAbsent()
  @IsListOf(() => ProblemFault, MAX_FAULTS)
  errors?: ProblemFault[];

  @Note({ description: 'True when the identical request with the same Idempotency-Key may succeed.' })
  @IsBoolean()
  retryable!: boolean;

  @IsText(64, 1)
  requestId!: string;
}

/** The details of an error, besides its code. */
export interface ProblemParts {
  readonly requestId: string;
  /** The address of the docs, whose page of the code is the `type`. */
  readonly docsUrl?: string;
  readonly detail?: string;
  readonly param?: string;
  readonly faults?: readonly Fault[];
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** Writes an error of the catalogue as a problem document. */
export function renderProblem(code: ErrorCode, parts: ProblemParts): string {
  const { status, title, retryable } = errorCatalogue[code];
  const own = {
    type: `${parts.docsUrl ?? DOCS_URL}/errors/${code}`,
    title,
    status,
    detail: parts.detail ?? `${title}.`,
    code,
    ...(parts.param === undefined ? {} : { param: parts.param }),
    ...(parts.faults === undefined ? {} : { errors: parts.faults }),
    retryable,
    requestId: parts.requestId,
  };
  // spread twice: first for the order of the fields, last so that a service's field cannot replace one of the contract
  return JSON.stringify({ ...own, ...parts.fields, ...own });
}
