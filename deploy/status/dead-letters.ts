/**
 * The reasons for which the installation's team has to look at dead letters, from the answer of `dead-letters count`: an object of services and numbers. A count that
 * failed is a reason too.
 */
export async function deadLetterConcerns(count: Promise<string>): Promise<readonly string[]> {
  try {
    const counts = JSON.parse(await count) as Readonly<Record<string, number>>;
    return Object.entries(counts).flatMap(([service, letters]) =>
      letters === 0 ? [] : [`${service} has ${letters} dead letters that were not replayed`],
    );
  } catch (error) {
    return [`the dead letters were not counted: ${String(error).split('\n')[0] ?? ''}`];
  }
}
