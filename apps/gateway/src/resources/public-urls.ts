import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';

/** Where logos are, below the public address of the gateway. */
export const LOGOS_PATH = '/logos';

/** Addresses under which customers reach this gateway. Null while its public address is not configured. */
@Injectable()
export class PublicUrls {
  constructor(private readonly config: GatewayConfig) {}

  logo(logoId: string | null): string | null {
    const { PUBLIC_URL } = this.config;
    return PUBLIC_URL === undefined || logoId === null ? null : `${PUBLIC_URL}${LOGOS_PATH}/${logoId}`;
  }
}
