import { momentOf, PHONE_PATTERN } from '@paygate/contracts';

/** A line of a statement: money that a rail has moved, or has refused to move. */
export interface StatementLine {
  /** The rail's own name of the movement. */
  readonly operatorId: string;
  /** The name under which the rail was asked; null where the rail gives none. */
  readonly reference: string | null;
  readonly movedAt: Date;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly kind: StatementKind;
  readonly status: StatementStatus;
  /** The other party's number in E.164; null where the statement has none. */
  readonly phone: string | null;
}

export const statementKinds = ['collection', 'refund', 'payout'] as const;
export type StatementKind = (typeof statementKinds)[number];
export const statementStatuses = ['succeeded', 'failed', 'reversed'] as const;
export type StatementStatus = (typeof statementStatuses)[number];

/** The first line of a statement, field by field. */
export const STATEMENT_HEADER = ['operator_id', 'reference', 'time', 'amount', 'currency', 'kind', 'status'] as const;
/** One that may follow them, empty where a line has none. */
const PHONE = 'phone';

const NAME = /^[\x21-\x7e]{1,64}$/;
const AMOUNT = /^[1-9]\d{0,11}$/;
const CURRENCY = /^[A-Z]{3}$/;

/** A line as a value, or the reason why it cannot be read: a text without the content of the line. */
export function statementLineOf(text: string, width: number = STATEMENT_HEADER.length): StatementLine | string {
  const fields = fieldsOf(text);
  if (typeof fields === 'string') return fields;
  if (fields.length !== width) return `${fields.length} fields, not ${width}`;
  const [operatorId = '', reference = '', time = '', amount = '', currency = '', kind = '', status = '', phone = ''] =
    fields;
  const movedAt = momentOf(time);
  const [knownKind, knownStatus] = [
    statementKinds.find((known) => known === kind),
    statementStatuses.find((known) => known === status),
  ];
  if (!NAME.test(operatorId)) return 'operator_id is not 1 to 64 visible characters';
  if (reference !== '' && !NAME.test(reference)) return 'reference is not up to 64 visible characters';
  if (movedAt === undefined) return 'time is not such as 2026-01-31T09:00:00Z';
  if (!AMOUNT.test(amount)) return 'amount is not a whole number above zero';
  if (!CURRENCY.test(currency)) return 'currency is not a code of three letters';
  if (knownKind === undefined) return `kind is not ${statementKinds.join(', ')}`;
  if (knownStatus === undefined) return `status is not ${statementStatuses.join(', ')}`;
  if (phone !== '' && !PHONE_PATTERN.test(phone)) return 'phone is not such as +237670000001';
  return {
    ...{ operatorId, reference: reference === '' ? null : reference, movedAt, amount: BigInt(amount), currency },
    ...{ kind: knownKind, status: knownStatus, phone: phone === '' ? null : phone },
  };
}

/** The number of fields of a header of a statement; the fault of a text that is none. */
export function headerWidth(text: string): number | string {
  const fields = fieldsOf(text);
  if (typeof fields === 'string') return fields;
  const widths = [STATEMENT_HEADER.length, STATEMENT_HEADER.length + 1];
  const names = [...STATEMENT_HEADER, PHONE].slice(0, fields.length);
  if (widths.includes(fields.length) && names.join() === fields.join()) return fields.length;
  const separator = otherSeparators.find(([character]) => widths.includes(text.split(character).length));
  return separator === undefined ? 'it has other fields' : `its fields are separated by ${separator[1]}, not by commas`;
}

/** The separators of spreadsheets that write no comma. */
const otherSeparators = [
  [';', 'semicolons'],
  ['|', 'bars'],
] as const;

/** The fields of RFC 4180, except that a record is one line: a quoted field ends on the line where it begins. */
function fieldsOf(text: string): readonly string[] | string {
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    const field = text[at] === '"' ? quotedFrom(text, at) : plainFrom(text, at);
    if (typeof field === 'string') return field;
    fields.push(field.value);
    at = field.end;
    if (at >= text.length) return fields;
    if (text[at] !== ',') return 'text after a quoted field';
  }
}

interface Field {
  readonly value: string;
  /** The position of the comma after it, or the end of the line. */
  readonly end: number;
}

function plainFrom(text: string, at: number): Field | string {
  const comma = text.indexOf(',', at);
  const end = comma === -1 ? text.length : comma;
  const value = text.slice(at, end);
  return value.includes('"') ? 'a quote inside a field without quotes' : { value, end };
}

function quotedFrom(text: string, at: number): Field | string {
  let value = '';
  for (let from = at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return 'a quoted field that does not end';
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}
