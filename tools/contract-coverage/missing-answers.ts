import type { ErrorCode, Operation } from '@paygate/contracts';
import { errorCatalogue, errorsOf, isErrorCode } from '@paygate/contracts';

/** An answer that a spec received over HTTP. */
export interface SeenAnswer {
  /** Id of the operation; null when the request matched none. */
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
}

/** An answer that no spec needs to receive. */
export interface Exemption {
  /** `signIn 500`, `* 500` for every operation, or a code of the catalogue. */
  readonly answer: string;
  readonly reason: string;
}

export interface Verdict {
  /** Answers that are documented, not exempt, and received by no spec. */
  readonly missing: readonly string[];
  /** Exemptions of answers that are no longer documented, or that specs receive. */
  readonly stale: readonly string[];
  /** Problems that specs received from operations that do not document their codes. */
  readonly undocumented: readonly string[];
}

/** Compares every documented status and error code of every operation with the answers that specs received, both ways. */
export function missingAnswers(
  operations: readonly Operation[],
  seen: readonly SeenAnswer[],
  exemptions: readonly Exemption[],
): Verdict {
  const documented = new Set([
    ...operations.flatMap((operation) => statusesOf(operation).map((status) => `${operation.id} ${status}`)),
    ...Object.keys(errorCatalogue),
  ]);
  const received = new Set(seen.flatMap(({ operation, status, code }) => [`${operation ?? ''} ${status}`, code ?? '']));
  const unreceived = [...documented].filter((answer) => !received.has(answer));
  const isExempt = (answer: string): boolean =>
    exemptions.some((each) => each.answer === answer || each.answer === answer.replace(/^\w+ /, '* '));
  return {
    missing: unreceived.filter((answer) => !isExempt(answer)),
    stale: exemptions
      .map(({ answer }) => answer)
      .filter((answer) => !unreceived.some((each) => each === answer || each.replace(/^\w+ /, '* ') === answer)),
    undocumented: undocumented(operations, seen),
  };
}

function undocumented(operations: readonly Operation[], seen: readonly SeenAnswer[]): readonly string[] {
  const codesOf = new Map(operations.map((operation) => [operation.id, new Set<string>(errorsOf(operation))]));
  const foreign = seen.filter(
    ({ operation, code }) => operation !== null && code !== null && codesOf.get(operation)?.has(code) === false,
  );
  return [...new Set(foreign.map(({ operation, code }) => `${operation ?? ''} ${code ?? ''}`))];
}

function statusesOf(operation: Operation): readonly number[] {
  const errors: readonly ErrorCode[] = errorsOf(operation).filter(isErrorCode);
  return [...new Set([operation.success, ...errors.map((code) => errorCatalogue[code].status)])];
}
