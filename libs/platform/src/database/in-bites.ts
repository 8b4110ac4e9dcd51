/** In one turn; what is left is done in the next one. */
const BITES = 100;

/**
 * Does work in bites, each a short transaction of its own, so that nobody waits for it: until one was not full, and in no
 * more than a hundred. `take` gives how much it did of `most`.
 */
export async function inBites(most: number, take: (most: number) => Promise<number>): Promise<void> {
  for (let bite = 0; bite < BITES; bite += 1) if ((await take(most)) < most) return;
}
