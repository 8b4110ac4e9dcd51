/** Batches of one run; the rest is left to the next run. */
const MAX_BATCHES = 100;

/**
 * Repeats `work` until a batch was not full, at most a hundred times. Each batch is a short transaction of its own, so that it
 * blocks nobody for long. `work` is given the size of a batch and returns how many items it processed.
 */
export async function inBatches(batchSize: number, work: (batchSize: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) if ((await work(batchSize)) < batchSize) return;
}
