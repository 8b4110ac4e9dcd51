const startedAt = performance.now();

export function say(text: string): void {
  process.stdout.write(`${seconds(performance.now() - startedAt).padStart(7)}  ${text}\n`);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Says when a step has ended and how long it took, and, while it takes long, that it is still going on. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const still = setInterval(() => {
    say(`… ${what} (${seconds(performance.now() - began)} so far)`);
  }, 5000);
  try {
    const result = await work();
    say(`✓ ${what} (${seconds(performance.now() - began)})`);
    return result;
  } finally {
    clearInterval(still);
  }
}
