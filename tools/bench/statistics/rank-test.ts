/**
 * Mann and Whitney's rank test, two-sided: how likely two samples of one distribution are to differ in rank as much as these.
 * By the normal approximation with corrections for ties and continuity: good from some twenty values each on. NaN without
 * values.
 */
export function rankTestP(a: readonly number[], b: readonly number[]): number {
  const total = a.length + b.length;
  const { rankSum, ties } = rankSumOf(a, b);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const variance = ((a.length * b.length) / 12) * (total + 1 - ties / (total * (total - 1)));
  const distance = Math.max(0, Math.abs(u - (a.length * b.length) / 2) - 0.5);
  return variance === 0 ? 1 : Math.min(1, 2 * upperTail(distance / Math.sqrt(variance)));
}

/** The sum of the ranks of `a` among all values, equal ones sharing their mean; and of all groups of equals t³ − t. */
function rankSumOf(a: readonly number[], b: readonly number[]): { readonly rankSum: number; readonly ties: number } {
  const all = [...a.map((value) => ({ value, ofA: 1 })), ...b.map((value) => ({ value, ofA: 0 }))];
  const groups = Map.groupBy(
    all.sort((x, y) => x.value - y.value),
    ({ value }) => value,
  );
  let [before, rankSum, ties] = [0, 0, 0];
  for (const group of groups.values()) {
    const size = group.length;
    const rank = before + (size + 1) / 2;
    rankSum += rank * group.filter(({ ofA }) => ofA === 1).length;
    ties += size ** 3 - size;
    before += size;
  }
  return { rankSum, ties };
}

/** The tail of the standard normal distribution beyond z ≥ 0, by Abramowitz and Stegun 26.2.17: right to 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, c) => (sum + c) * t,
    0,
  );
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
