interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

const BATCH = 128;
const BATCHES_IN_FLIGHT = 2;

/** Natural batching, as the bus does it: items gather while two batches are under way. */
export function gather<Item, Answer>(
  run: (batch: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let inFlight = 0;
  let scheduled = false;

  const pump = (): void => {
    scheduled = false;
    while (inFlight < BATCHES_IN_FLIGHT && waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      inFlight += 1;
      void settle(batch, run).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (scheduled) return;
      scheduled = true;
      setImmediate(pump);
    });
}

async function settle<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  run: (batch: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
