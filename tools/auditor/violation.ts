/** Which of the statements of docs/ARCHITECTURE.md, "What must stay true", a finding breaks. */
export type StatementNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Something that must never be, found in the data. */
export interface Violation {
  readonly rule: string;
  readonly statement: StatementNumber;
  /** The id of what breaks the rule. */
  readonly subject: string;
  /** What was found, for a person. No secret, no personal data. */
  readonly detail: string;
}
