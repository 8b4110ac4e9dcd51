const HEALTH_TIMEOUT_MS = 2000;

/** True when a service reports that it is ready and lacks nothing. Rejects when it does not answer. */
export async function isHealthy(healthUrl: string): Promise<boolean> {
  const response = await fetch(healthUrl, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  return !(await response.text()).includes('"notReady"') && response.ok;
}
