const startedAt = performance.now();

export function print(text: string): void {
  process.stdout.write(`${seconds(performance.now() - startedAt).padStart(7)}  ${text}\n`);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Prints when a step has ended and how long it took, and every 5 s that it still runs. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const still = setInterval(() => {
    print(`… ${what} (${seconds(performance.now() - began)} so far)`);
  }, 5000);
  try {
    const result = await work();
    print(`✓ ${what} (${seconds(performance.now() - began)})`);
    return result;
  } finally {
    clearInterval(still);
  }
}
