/** The number of occurrences, by reason. */
export type Counts = Readonly<Record<string, number>>;

/** The answers of a load's requests besides success, since its start. */
export interface Answers {
  /** Requests that were repeated: without an answer, or with one that asks for it. `<status> <code>`, or the error of the connection. */
  readonly failed: Counts;
  /** Final answers that were no success: `<what was asked> <status> <code>`. */
  readonly refused: Counts;
}

/** A promise that a step found broken. */
export interface Finding {
  readonly text: string;
  /** True when a machine that is too slow breaks it as well. */
  readonly isOfTime: boolean;
}

/** The share of the processors that were busy, above which a time shows nothing about the stack. */
export const SATURATED = 0.9;
/** Refusals after which a load that has completed nothing never will. */
const HOPELESS = 20;

/** While an engine is away: an answer with a code, after which the client repeats its request. */
const AWAY = /^(50[34] [a-z_]+|409 idempotency_key_in_use)$/;
/** A customer whose code a fault delays asks for another one, which replaces it, and may then type the first. */
const REPLACED_CODE = /^(guest-)?verify 401 otp_invalid$/;
/** Answers that a busy machine gives too. */
const LATE = /^50[34] [a-z_]+$/;

/** The answers that were added since before. */
export function gained(before: Answers, after: Answers): Answers {
  return { failed: difference(before.failed, after.failed), refused: difference(before.refused, after.refused) };
}

/** The findings of a planned change, during which no request may fail. */
export function brokenByChange({ failed, refused }: Answers): readonly Finding[] {
  return [...findings(failed, () => false), ...findings(refused, () => false)];
}

/** The findings of a fault: no request may be refused, whatever else happens to it. */
export function brokenByFault({ refused }: Answers): readonly Finding[] {
  return findings(refused, (why) => REPLACED_CODE.test(why));
}

/** The findings of an engine that is down: every request is answered, if only with 503 or 504, and none is refused. */
export function brokenByOutage(answers: Answers): readonly Finding[] {
  return [...findings(answers.failed, (why) => AWAY.test(why)), ...brokenByFault(answers)];
}

/** The reason for which the load will complete nothing, or undefined. */
export function hopelessness(completed: number, { refused }: Answers): string | undefined {
  const refusals = Object.values(refused).reduce((sum, times) => sum + times, 0);
  return completed > 0 || refusals < HOPELESS ? undefined : `no payment is completed: ${printed(refused)}`;
}

/** The findings that break a promise, and those that a machine that was too busy left undecided. */
export function judged(
  found: readonly Finding[],
  busy: number,
): { readonly broken: readonly string[]; readonly notShown: readonly string[] } {
  const isOpen = ({ isOfTime }: Finding): boolean => isOfTime && busy > SATURATED;
  return {
    broken: found.filter((finding) => !isOpen(finding)).map(({ text }) => text),
    notShown: found.filter(isOpen).map(({ text }) => `${text} (${Math.round(busy * 100)} % of the CPU was busy)`),
  };
}

export function printed(counts: Counts): string {
  return Object.entries(counts)
    .map(([why, times]) => `${times} × ${why}`)
    .join(', ');
}

function findings(counts: Counts, isAllowed: (why: string) => boolean): readonly Finding[] {
  return Object.entries(counts).flatMap(([why, times]) =>
    isAllowed(why) ? [] : [{ text: `${times} × ${why}`, isOfTime: LATE.test(why) }],
  );
}

function difference(before: Counts, after: Counts): Counts {
  const more = Object.entries(after).map(([why, times]) => [why, times - (before[why] ?? 0)] as const);
  return Object.fromEntries(more.filter(([, times]) => times > 0));
}
