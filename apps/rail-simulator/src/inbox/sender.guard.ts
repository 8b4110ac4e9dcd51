import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable, UnauthorizedException } from '@nestjs/common';
import { equalsConstantTime, sha256Base64url } from '@paygate/platform';
import { RailSimulatorConfig } from '../config.js';

/** Allows senders with the bearer token. */
@Injectable()
export class SenderGuard implements CanActivate {
  readonly #expected: string;

  constructor(config: RailSimulatorConfig) {
    this.#expected = sha256Base64url(`Bearer ${config.INBOX_TOKEN.reveal()}`);
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    const given = sha256Base64url(headers.authorization ?? '');
    if (!equalsConstantTime(given, this.#expected)) throw new UnauthorizedException();
    return true;
  }
}
