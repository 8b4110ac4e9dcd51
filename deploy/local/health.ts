const HEALTH_TIMEOUT_MS = 2000;

/** Whether a service says that it is ready; an error when it says nothing. */
export async function answers(healthUrl: string): Promise<boolean> {
  const response = await fetch(healthUrl, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  await response.arrayBuffer();
  return response.ok;
}
