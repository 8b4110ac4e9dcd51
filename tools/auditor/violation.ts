/** The statement of docs/ARCHITECTURE.md that a finding violates. */
export type StatementNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A violation of an invariant. */
export interface Violation {
  readonly rule: string;
  readonly statement: StatementNumber;
  /** The id of the row that violates the rule. */
  readonly subject: string;
  /** The finding in words. Contains no secret and no personal data. */
  readonly detail: string;
}
