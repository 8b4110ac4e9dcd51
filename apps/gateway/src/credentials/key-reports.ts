import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { ApiKeyRow } from '@paygate/contracts';
import { KEY_USES_MAX, reportKeyInBrowser, reportKeyUse } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Clock, Logger, newId, JobScheduler } from '@paygate/platform';

const REPORT_INTERVAL_SECONDS = 60;
const ORIGIN_MAX_CHARACTERS = 200;

/**
 * Tells auth what is seen of keys, each key once a minute at most. Only genuine keys are told of, so that what is kept here
 * has as many entries as the key table at most.
 */
@Injectable()
export class KeyReports implements OnApplicationBootstrap {
  private uses = new Map<string, number>();
  private readonly inBrowser = new Map<string, number>();

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

  /** A key was used now. */
  used({ apiKeyId }: Pick<ApiKeyRow, 'apiKeyId'>): void {
    this.uses.set(apiKeyId, this.clock.epochMs());
  }

  /** A secret key came from a browser, whose page said this of its origin. */
  seenInBrowser({ apiKeyId, merchantId }: ApiKeyRow, origin: string | undefined): void {
    const now = this.clock.epochMs();
    const lastMs = this.inBrowser.get(apiKeyId) ?? -Infinity;
    if (now - lastMs < REPORT_INTERVAL_SECONDS * 1_000) return;
    this.inBrowser.set(apiKeyId, now);
    this.logger.warn('a secret key was used in a browser', { apiKeyId, merchantId });
    void this.reportInBrowser(apiKeyId, origin);
  }

  /** Tells of the uses since the last report. What auth does not take is told with the next one. */
  async reportUses(): Promise<void> {
    this.forgetOldSights();
    const uses = [...this.uses].map(([apiKeyId, ms]) => ({ apiKeyId, usedAt: new Date(ms).toISOString() }));
    this.uses = new Map();
    for (let from = 0; from < uses.length; from += KEY_USES_MAX) {
      const batch = uses.slice(from, from + KEY_USES_MAX);
      const reply = await this.bus.send(reportKeyUse, { uses: batch }, { requestId: newId('request') });
      if (!reply.ok) this.keep(batch);
    }
  }

  /** What was seen long ago holds nothing back any more. */
  private forgetOldSights(): void {
    const before = this.clock.epochMs() - REPORT_INTERVAL_SECONDS * 1_000;
    for (const [apiKeyId, seenMs] of this.inBrowser) if (seenMs < before) this.inBrowser.delete(apiKeyId);
  }

  private keep(batch: readonly { readonly apiKeyId: string; readonly usedAt: string }[]): void {
    for (const { apiKeyId, usedAt } of batch) if (!this.uses.has(apiKeyId)) this.uses.set(apiKeyId, Date.parse(usedAt));
  }

  private async reportInBrowser(apiKeyId: string, origin: string | undefined): Promise<void> {
    const page = origin === undefined ? {} : { origin: origin.slice(0, ORIGIN_MAX_CHARACTERS) };
    const reply = await this.bus.send(reportKeyInBrowser, { apiKeyId, ...page }, { requestId: newId('request') });
    if (!reply.ok) this.inBrowser.delete(apiKeyId);
  }
}
