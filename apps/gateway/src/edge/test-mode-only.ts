import type { CanActivate } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';

/** Answers what exists in test mode only like an unknown path elsewhere, before anything is counted. */
@Injectable()
export class TestModeOnly implements CanActivate {
  constructor(private readonly config: GatewayConfig) {}

  canActivate(): boolean {
    if (!this.config.TEST_MODE) throw new PaygateError('route_not_found');
    return true;
  }
}
