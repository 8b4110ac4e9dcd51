import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

export interface IssuedToken {
  readonly token: string;
  /** Seconds until it expires, by the operators' clock. */
  readonly expires_in: number;
}

/** The access that a token gives: one product of an operator. */
export type Product = 'momo_collection' | 'momo_disbursement' | 'orange_money';

const TOKEN_SECONDS = 3_600;

/** Bearer tokens, which expire by the operators' clock. */
@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async issue(product: Product, token: string): Promise<IssuedToken> {
    const text = `INSERT INTO token (token, product, expires_at) VALUES ($1, $2, rail_now() + make_interval(secs => $3))`;
    await this.database.execute({ name: 'issue', text, values: [token, product, TOKEN_SECONDS] });
    return { token, expires_in: TOKEN_SECONDS };
  }

  /** The newest token of a product that still works. */
  async current(product: Product): Promise<IssuedToken | undefined> {
    const text = `
      SELECT token, ceil(extract(epoch FROM expires_at - rail_now()))::integer AS expires_in FROM token
      WHERE product = $1 AND expires_at > (SELECT rail_now()) AND revoked_at IS NULL ORDER BY expires_at DESC LIMIT 1`;
    const [token] = await this.database.query<IssuedToken>({ name: 'current_token', text, values: [product] });
    return token;
  }

  async isValid(product: Product, token: string): Promise<boolean> {
    const text = `
      SELECT FROM token WHERE token = $1 AND product = $2 AND expires_at > (SELECT rail_now()) AND revoked_at IS NULL`;
    return (await this.database.query({ name: 'valid_token', text, values: [token, product] })).length === 1;
  }

  async revoke(token: string): Promise<void> {
    const text = `UPDATE token SET revoked_at = rail_now() WHERE token = $1 AND revoked_at IS NULL`;
    await this.database.execute({ name: 'revoke', text, values: [token] });
  }
}
