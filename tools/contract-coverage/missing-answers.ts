import type { ErrorCode, Operation } from '@paygate/contracts';
import { errorCatalogue, errorsOf, isErrorCode } from '@paygate/contracts';

/** An answer that a spec got over HTTP. */
export interface SeenAnswer {
  /** Id of the operation; null where the request led to none. */
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
}

/** Why no spec needs to provoke an answer. */
export interface Exemption {
  /** `signIn 500`, `* 500` for every operation, or a code of the catalogue. */
  readonly answer: string;
  readonly reason: string;
}

export interface Verdict {
  /** Documented, not exempt, and provoked by no spec. */
  readonly missing: readonly string[];
  /** Exemptions of what is not documented any more, or is provoked by now. */
  readonly stale: readonly string[];
}

/** Compares what is documented, every status of every operation and every error code, with what specs have seen. */
export function missingAnswers(
  operations: readonly Operation[],
  seen: readonly SeenAnswer[],
  exemptions: readonly Exemption[],
): Verdict {
  const documented = new Set([
    ...operations.flatMap((operation) => statusesOf(operation).map((status) => `${operation.id} ${status}`)),
    ...Object.keys(errorCatalogue),
  ]);
  const provoked = new Set(seen.flatMap(({ operation, status, code }) => [`${operation ?? ''} ${status}`, code ?? '']));
  const unprovoked = [...documented].filter((answer) => !provoked.has(answer));
  const isExempt = (answer: string): boolean =>
    exemptions.some((each) => each.answer === answer || each.answer === answer.replace(/^\w+ /, '* '));
  return {
    missing: unprovoked.filter((answer) => !isExempt(answer)),
    stale: exemptions
      .map(({ answer }) => answer)
      .filter((answer) => !unprovoked.some((each) => each === answer || each.replace(/^\w+ /, '* ') === answer)),
  };
}

function statusesOf(operation: Operation): readonly number[] {
  const errors: readonly ErrorCode[] = errorsOf(operation).filter(isErrorCode);
  return [...new Set([operation.success, ...errors.map((code) => errorCatalogue[code].status)])];
}
