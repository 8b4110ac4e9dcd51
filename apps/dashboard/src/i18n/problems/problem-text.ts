export const amounts = ['min', 'max', 'usedAmount', 'refundable', 'available', 'pending', 'owed', 'missing'] as const;
export const counts = ['limit', 'used', 'intentsLeft'] as const;
export const moments = ['usableAt', 'renewsAt'] as const;
export const figureNames = [
  ...amounts,
  ...counts,
  ...moments,
  'bytesLeft',
  'retryAfter',
  'currentStatus',
  'scope',
] as const;

/** The figures of a refusal that its text may name, as the page writes them. What was not sent is undefined. */
export type Figures = Readonly<Partial<Record<FigureName, string>>>;
export type FigureName = (typeof figureNames)[number];

/** A text, or one that names figures; it is called with those that were sent. */
export type ProblemText = string | ((figures: Figures) => string);

/** A rule by the API's sentence for it, and its text, which is called with the figures of the sentence. */
export type RuleText = readonly [rule: RegExp, text: string | ((...figures: string[]) => string)];
