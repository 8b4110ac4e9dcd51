import { Injectable } from '@nestjs/common';
import type { MerchantVersionPinned } from '@paygate/contracts';
import { Database } from '@paygate/platform';

const PINS_IN_MEMORY = 10_000;

/** The API versions that merchants are pinned to. */
@Injectable()
export class MerchantVersionsRepository {
  readonly #pins = new Map<string, string>();

  constructor(private readonly database: Database) {}

  /** Stores pins. A merchant has one for ever, so a repeated pin changes nothing. */
  async store(pins: readonly MerchantVersionPinned[]): Promise<void> {
    await this.database.execute({
      name: 'merchant-versions-store',
      text: `INSERT INTO merchant_version (merchant_id, api_version)
        SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
      values: [pins.map(({ merchantId }) => merchantId), pins.map(({ apiVersion }) => apiVersion)],
    });
  }

  /**
   * By merchant; a merchant without a pin is missing. Pins are kept in memory, since they never change; the absence of one is not,
   * since it ends.
   */
  async ofMerchants(merchantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.#pins.size > PINS_IN_MEMORY) this.#pins.clear();
    const unknown = merchantIds.filter((merchantId) => !this.#pins.has(merchantId));
    if (unknown.length > 0) await this.#read(unknown);
    return this.#pins;
  }

  async #read(merchantIds: readonly string[]): Promise<void> {
    const rows = await this.database.query<MerchantVersionPinned>({
      name: 'merchant-versions-of',
      text: `SELECT merchant_id AS "merchantId", api_version AS "apiVersion" FROM merchant_version
        WHERE merchant_id = ANY($1)`,
      values: [merchantIds],
    });
    for (const { merchantId, apiVersion } of rows) this.#pins.set(merchantId, apiVersion);
  }
}
