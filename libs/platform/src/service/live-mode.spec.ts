import { beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { loadConfig } from '../config/load-config.js';
import { ProcessConfig } from '../config/service-config.js';
import { Logger } from '../telemetry/logger.js';
import { reportLiveMode } from './live-mode.js';

class SenderConfig extends ProcessConfig {
  override liveModeParts(): Readonly<Record<string, boolean>> {
    return { sms: true, email: false };
  }
}

class WithoutSendersConfig extends ProcessConfig {
  override liveModeParts(): Readonly<Record<string, boolean>> {
    return { sms: false, email: false };
  }
}

let lines: Record<string, unknown>[];
let registry: Registry;
beforeEach(() => {
  lines = [];
  registry = new Registry();
});
const report = (type: typeof ProcessConfig, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const logger = new Logger({ service: 'otp', instance: 'otp-1', sink });
  reportLiveMode(loadConfig(type, { HEALTH_PORT: '0', ...env }), logger, registry);
  return registry.metrics();
};

describe('live mode', () => {
  it('is reported part by part, and what it lacks is in the log', async () => {
    const metrics = await report(SenderConfig);
    expect(metrics).toContain('paygate_live_mode_configured{part="sms"} 1\n');
    expect(metrics).toContain('paygate_live_mode_configured{part="email"} 0\n');
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', name: 'email' })]);
  });

  it.each([
    ['in test mode', WithoutSendersConfig, { TEST_MODE: 'true' }],
    ['of a service without such parts', ProcessConfig, {}],
  ])('is not reported %s', async (_, type, env) => {
    expect((await report(type, env)).trim()).toBe('');
    expect(lines).toEqual([]);
  });

  it('keeps a service with TEST_MODE from starting', () => {
    const load = (env: Readonly<Record<string, string>>) => loadConfig(SenderConfig, { HEALTH_PORT: '0', ...env });
    expect(() => load({ TEST_MODE: 'true' })).toThrow('TEST_MODE is refused beside a part of live mode');
    expect(load({ TEST_MODE: 'false' }).TEST_MODE).toBe(false);
  });
});
