import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { ProcessConfig } from '../config/service-config.js';
import type { Logger } from '../telemetry/logger.js';

/** Reports each part of live mode as a metric, and in the log those that have no variables. Test mode needs none of them. */
export function reportLiveMode(config: ProcessConfig, logger: Logger, registry: Registry): void {
  const parts = Object.entries(config.liveModeParts());
  if (config.TEST_MODE || parts.length === 0) return;
  const configured = new Gauge({
    name: 'paygate_live_mode_configured',
    help: 'Whether a rail or a sender of messages has the variables that live mode needs.',
    labelNames: ['part'],
    registers: [registry],
  });
  for (const [part, isConfigured] of parts) {
    configured.set({ part }, Number(isConfigured));
    if (!isConfigured) logger.warn('live mode does not offer this part: its variables are absent', { name: part });
  }
}
