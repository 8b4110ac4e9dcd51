import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { ApiKeyRow } from '@paygate/contracts';
import { KEY_USES_MAX, reportKeyInBrowser, reportKeyUse } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Clock, Logger, newId, JobScheduler } from '@paygate/platform';

const REPORT_INTERVAL_SECONDS = 60;
const ORIGIN_MAX_CHARACTERS = 200;

/**
 * Reports to auth when keys were last used and which secret keys were sent by browsers, each key once a minute at most. Only
 * genuine keys are reported, so the key table bounds the size of the maps.
 */
@Injectable()
export class KeyUseReports implements OnApplicationBootstrap {
  /** Uses that auth has not recorded, as milliseconds since 1970. */
  private readonly uses = new Map<string, number>();
  /** Keys that were reported as sent by a browser since the last report of uses. */
  private readonly inBrowser = new Set<string>();

  constructor(
    private readonly bus: CommandBus,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({
      name: 'key-uses',
      everySeconds: REPORT_INTERVAL_SECONDS,
      work: () => this.reportUses(),
    });
  }

  used({ apiKeyId }: Pick<ApiKeyRow, 'apiKeyId'>): void {
    this.uses.set(apiKeyId, this.clock.epochMs());
  }

  /** `origin` is what the browser sent: possibly nothing, and no proof. */
  seenInBrowser({ apiKeyId, merchantId }: ApiKeyRow, origin: string | undefined): void {
    if (this.inBrowser.has(apiKeyId)) return;
    this.inBrowser.add(apiKeyId);
    this.logger.warn('a secret key was used in a browser', { apiKeyId, merchantId });
    void this.reportInBrowser(apiKeyId, origin);
  }

  /** A use that auth did not record is reported again with the next ones. */
  async reportUses(): Promise<void> {
    this.inBrowser.clear();
    const pending = [...this.uses];
    for (let from = 0; from < pending.length; from += KEY_USES_MAX) {
      const batch = pending.slice(from, from + KEY_USES_MAX);
      const uses = batch.map(([apiKeyId, ms]) => ({ apiKeyId, usedAt: new Date(ms).toISOString() }));
      const reply = await this.bus.send(reportKeyUse, { uses }, { requestId: newId('request') });
      if (!reply.ok) continue;
      for (const [apiKeyId, ms] of batch) if (this.uses.get(apiKeyId) === ms) this.uses.delete(apiKeyId);
    }
  }

  private async reportInBrowser(apiKeyId: string, origin: string | undefined): Promise<void> {
    const page = origin === undefined ? {} : { origin: origin.slice(0, ORIGIN_MAX_CHARACTERS) };
    const reply = await this.bus.send(reportKeyInBrowser, { apiKeyId, ...page }, { requestId: newId('request') });
    if (!reply.ok) this.inBrowser.delete(apiKeyId);
  }
}
