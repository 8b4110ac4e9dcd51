import { Injectable } from '@nestjs/common';
import type { Mode, Sealed } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { SecretSealer } from './secret-sealer.js';

const SECRET_COLUMN = 'webhook_secret.sealed_secret';
/** Endpoints that a merchant may have in a mode, disabled ones included. */
const ENDPOINTS_MAX = 16;

export type EndpointState = 'enabled' | 'paused' | 'disabled' | 'deleted';

/** An endpoint that a merchant has registered. */
export interface Endpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: EndpointState;
}

interface EndpointRow {
  endpoint_id: string;
  merchant_id: string;
  mode: Mode;
  url: string;
  events: string[];
  state: EndpointState;
}

interface FirstSecretRow {
  sealed_secret: Sealed;
  merchant_id: string;
  mode: Mode;
}

const COLUMNS = 'endpoint_id, merchant_id, mode, url, events, state';

@Injectable()
export class EndpointsRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: SecretSealer,
  ) {}

  /**
   * Registers an endpoint with its first secret, unless its id exists. Registrations of one merchant wait for one another, so that
   * the count is right.
   * @returns the secret stored under this id and the endpoint's owner; undefined when the merchant has too many endpoints
   */
  async register(
    endpoint: Omit<Endpoint, 'state'>,
    secret: string,
  ): Promise<{ secret: string; merchantId: string; mode: Mode } | undefined> {
    const { endpointId, merchantId, mode } = endpoint;
    const sealedSecret = this.sealer.seal(secret, SECRET_COLUMN, endpointId);
    const row = await this.database.transaction(async (tx) => {
      await tx.execute({
        name: 'endpoint-register-lock',
        text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        values: [`webhook_endpoint ${mode} ${merchantId}`],
      });
      await tx.execute({
        name: 'endpoint-register',
        text: `WITH made AS (
            INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
            SELECT $1, $2, $3, $4, $5
            WHERE (SELECT count(*) FROM webhook_endpoint WHERE merchant_id = $2 AND mode = $3 AND state <> 'deleted') < $7
            ON CONFLICT (endpoint_id) DO NOTHING RETURNING endpoint_id)
          INSERT INTO webhook_secret (endpoint_id, slot, sealed_secret) SELECT endpoint_id, 1, $6 FROM made`,
        values: [endpointId, merchantId, mode, endpoint.url, endpoint.events, sealedSecret, ENDPOINTS_MAX],
      });
      return this.firstSecret(tx, endpointId);
    });
    if (row === undefined) return undefined;
    return {
      secret: this.sealer.open(row.sealed_secret, SECRET_COLUMN, endpointId),
      merchantId: row.merchant_id,
      mode: row.mode,
    };
  }

  /** One endpoint with its live secrets, oldest first. */
  async withSecrets(endpointId: string): Promise<{ endpoint: Endpoint; secrets: readonly string[] } | undefined> {
    const [row] = await this.database.query<EndpointRow & { secrets: Sealed[] }>({
      name: 'endpoint-with-secrets',
      text: `SELECT ${COLUMNS}, ARRAY(
          SELECT sealed_secret FROM webhook_secret s
          WHERE s.endpoint_id = e.endpoint_id AND (expires_at IS NULL OR expires_at > clock_timestamp())
          ORDER BY created_at) AS secrets
        FROM webhook_endpoint e WHERE endpoint_id = $1`,
      values: [endpointId],
    });
    if (row === undefined) return undefined;
    return {
      endpoint: endpointOf(row),
      secrets: row.secrets.map((sealed) => this.sealer.open(sealed, SECRET_COLUMN, endpointId)),
    };
  }

  private async firstSecret(tx: DatabaseTransaction, endpointId: string): Promise<FirstSecretRow | undefined> {
    const [row] = await tx.query<FirstSecretRow>({
      name: 'endpoint-first-secret',
      text: `SELECT s.sealed_secret, e.merchant_id, e.mode FROM webhook_endpoint e JOIN webhook_secret s USING (endpoint_id)
        WHERE e.endpoint_id = $1 ORDER BY s.created_at LIMIT 1`,
      values: [endpointId],
    });
    return row;
  }
}

function endpointOf(row: EndpointRow): Endpoint {
  return {
    endpointId: row.endpoint_id,
    merchantId: row.merchant_id,
    mode: row.mode,
    url: row.url,
    events: row.events,
    state: row.state,
  };
}
