import { createHash } from 'node:crypto';
import type { MobileOperator } from '@paygate/contracts';

/** The booking of a line, as a row of rail_operation has it. */
export interface BookedOperation {
  readonly operationId: string;
  readonly reference: string;
  readonly railToken: string | null;
  readonly kind: 'collect' | 'refund';
  readonly state: 'succeeded' | 'declined' | 'pending' | 'in_doubt';
  readonly amount: number;
  readonly suspended: number | null;
  readonly submittedAt: string;
  /** Null while it is open. */
  readonly endedAt: string | null;
}

/** Lines by day, operations, and what a comparison of the middle day must say of each that does not match. */
export interface StatementModel {
  readonly operations: readonly BookedOperation[];
  readonly before: readonly string[];
  readonly lines: readonly string[];
  readonly after: readonly string[];
  /** By the number of the line, or the id of the operation that has none. */
  readonly expected: ReadonlyMap<string, string>;
  readonly matched: number;
}

/** The last one is in winter time nowhere: Africa/Douala has none. */
export const [BEFORE, DAY, AFTER] = ['2025-03-09', '2025-03-10', '2025-03-11'] as const;
export const HEADER = 'operator_id,reference,time,amount,currency,kind,status';

const AMOUNT = 700;
const sound = [
  ...['plain', 'plain', 'plain', 'refund', 'cash_in', 'failed', 'suspended', 'late_report'],
  ...['after_midnight', 'before_midnight', 'settled_late'],
] as const;
export const errors = [
  ...['unknown', 'unnamed', 'open', 'in_doubt', 'missing_there', 'amount', 'currency', 'kind', 'declined_here'],
  ...['failed_there', 'duplicate', 'duplicate_of_before', 'unreadable', 'other_day'],
] as const;
type Shape = (typeof sound)[number] | (typeof errors)[number];

/** The name of each error in the report: its difference, or else its result. */
export const reported: Readonly<Record<(typeof errors)[number], string>> = {
  ...{ unknown: 'missing_here', unnamed: 'missing_here', open: 'missing_here', in_doubt: 'missing_here' },
  ...{ missing_there: 'missing_there', amount: 'amount', currency: 'currency', kind: 'kind', declined_here: 'status' },
  ...{ failed_there: 'status', duplicate: 'duplicate', duplicate_of_before: 'duplicate', unreadable: 'unreadable' },
  other_day: 'unreadable',
};

/** About `rows` payments of a rail, of which one in `errorsEvery` has an error, every kind equally often. The same for the same seed. */
export function statementModel(rail: MobileOperator, rows: number, errorsEvery: number, seed: number): StatementModel {
  const random = randomFrom(seed);
  const builder = new Builder(rail, random);
  for (let row = 0; row < rows; row += 1) {
    const turn = Math.floor(row / errorsEvery);
    const shape: Shape =
      row % errorsEvery === 0
        ? (errors[turn % errors.length] ?? 'unknown')
        : (sound[Math.floor(random() * sound.length)] ?? 'plain');
    builder.add(shape);
  }
  return builder.build(random);
}

interface Written {
  readonly text: string;
  /** The error that the report must give for the line; absent when it matches. */
  readonly error?: string;
  /** The line that comes before it in the file. */
  readonly first?: string;
}

class Builder {
  readonly #operations: BookedOperation[] = [];
  readonly #before: string[] = [];
  readonly #after: string[] = [];
  readonly #lines: Written[] = [];
  readonly #absent: string[] = [];
  #count = 0;

  constructor(
    private readonly rail: MobileOperator,
    private readonly random: () => number,
  ) {}

  add(shape: Shape): void {
    this.#count += 1;
    const reference = uuidOf(`${this.rail} ${this.#count}`);
    const railToken = this.rail === 'orange_money' ? `MP${reference.replaceAll('-', '').toUpperCase()}` : null;
    const operation: BookedOperation = {
      ...{ operationId: `op_${this.rail}_${this.#count}`, reference, railToken, kind: 'collect', state: 'succeeded' },
      ...{ amount: AMOUNT + (this.#count % 1_000), suspended: null },
      ...{ submittedAt: `${DAY}T11:59:30+01:00`, endedAt: `${DAY}T12:00:00+01:00` },
    };
    this.#addAs(shape, operation);
  }

  #addAs(shape: Shape, operation: BookedOperation): void {
    const book = (more: Partial<BookedOperation> = {}): void => {
      this.#operations.push({ ...operation, ...more });
    };
    const line = (
      more: Partial<Record<'reference' | 'time' | 'amount' | 'currency' | 'kind' | 'status', string>> = {},
    ) => {
      const { railToken, reference, amount } = operation;
      const minute = String(Math.floor(this.random() * 60)).padStart(2, '0');
      const fields = {
        ...{ reference: railToken ?? reference, time: `${DAY}T12:${minute}:00+01:00`, amount: String(amount) },
        ...{ currency: 'XAF', kind: 'collection', status: 'succeeded', ...more },
      };
      const { time, currency, kind, status } = fields;
      return [3_000_000_000 + this.#count, fields.reference, time, fields.amount, currency, kind, status].join();
    };
    const write = (text: string, error?: string, first?: string): void => {
      this.#lines.push({ text, ...(error !== undefined && { error }), ...(first !== undefined && { first }) });
    };
    const open = { endedAt: null } as const;
    switch (shape) {
      case 'plain':
        book();
        {
          write(line());
          return;
        }
      case 'refund':
      case 'cash_in':
        book({ kind: 'refund' });
        {
          write(line({ kind: shape === 'refund' ? 'refund' : 'payout' }));
          return;
        }
      case 'failed':
        book({ state: 'declined' });
        {
          write(line({ status: 'failed' }));
          return;
        }
      case 'suspended':
        book({ state: this.random() < 0.5 ? 'declined' : 'succeeded', suspended: operation.amount + 100 });
        {
          write(line({ amount: String(operation.amount + 100) }));
          return;
        }
      case 'late_report':
        book({ submittedAt: `${DAY}T11:00:00+01:00`, endedAt: `${AFTER}T02:00:00+01:00` });
        {
          write(line());
          return;
        }
      case 'after_midnight':
        book({ submittedAt: `${DAY}T23:59:10+01:00`, endedAt: `${DAY}T23:59:59.5+01:00` });
        this.#after.push(line({ time: `${AFTER}T00:00:01+01:00` }));
        return;
      case 'before_midnight':
        book({ submittedAt: `${DAY}T00:00:01+01:00`, endedAt: `${DAY}T00:00:02+01:00` });
        this.#before.push(line({ time: `${BEFORE}T23:59:59+01:00` }));
        return;
      case 'settled_late':
        book({ submittedAt: `${BEFORE}T20:00:00+01:00`, endedAt: `${DAY}T08:00:00+01:00` });
        this.#before.push(line({ time: `${BEFORE}T20:00:05+01:00` }));
        return;
      case 'unknown': {
        write(line(), reported[shape]);
        return;
      }
      case 'unnamed': {
        write(line({ reference: '' }), reported[shape]);
        return;
      }
      case 'open':
      case 'in_doubt':
        book({ state: shape === 'open' ? 'pending' : 'in_doubt', ...open });
        {
          write(line(), reported[shape]);
          return;
        }
      case 'missing_there':
        book();
        this.#absent.push(operation.operationId);
        return;
      case 'amount':
        book();
        {
          write(line({ amount: String(operation.amount + (this.random() < 0.5 ? 1 : -1)) }), reported[shape]);
          return;
        }
      case 'currency':
        book();
        {
          write(line({ currency: 'XOF' }), reported[shape]);
          return;
        }
      case 'kind':
        book(this.random() < 0.5 ? { kind: 'refund' } : {});
        {
          write(line({ kind: this.#operations.at(-1)?.kind === 'refund' ? 'collection' : 'payout' }), reported[shape]);
          return;
        }
      case 'declined_here':
        book({ state: 'declined' });
        {
          write(line(), reported[shape]);
          return;
        }
      case 'failed_there':
        book();
        {
          write(line({ status: 'failed' }), reported[shape]);
          return;
        }
      case 'duplicate':
        book();
        {
          write(line({ time: `${DAY}T12:00:01+01:00` }), reported[shape], line());
          return;
        }
      case 'duplicate_of_before':
        book({ submittedAt: `${BEFORE}T12:00:00+01:00`, endedAt: `${BEFORE}T12:00:05+01:00` });
        this.#before.push(line({ time: `${BEFORE}T12:00:04+01:00` }));
        {
          write(line(), reported[shape]);
          return;
        }
      case 'unreadable':
        book();
        this.#absent.push(operation.operationId);
        {
          write(line({ amount: '7.00' }), reported[shape]);
          return;
        }
      case 'other_day': {
        write(line({ time: '2025-02-10T12:00:00+01:00' }), reported[shape]);
        return;
      }
    }
  }

  build(random: () => number): StatementModel {
    const shuffled = this.#lines
      .map((line) => ({ line, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .flatMap(({ line }) => [...(line.first === undefined ? [] : [{ text: line.first }]), line] as readonly Written[]);
    const wrong = shuffled.flatMap(({ error }, index) =>
      error === undefined ? [] : [[String(index + 2), error] as const],
    );
    return {
      ...{ operations: this.#operations, before: this.#before, after: this.#after },
      lines: shuffled.map(({ text }) => text),
      expected: new Map([...wrong, ...this.#absent.map((id) => [id, 'missing_there'] as const)]),
      matched: shuffled.length - wrong.length,
    };
  }
}

function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** mulberry32: numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
