import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import { Rails } from '../../rails/connectors/rails.js';

/** Finds how money is paid out. */
@Injectable()
export class PayoutWays {
  constructor(private readonly rails: Rails) {}

  /** Undefined where the rail pays nothing out, or is not offered here. */
  of(rail: MobileOperator, mode: Mode): RailPayouts | undefined {
    const connector = this.rails.of(rail, mode);
    return connector?.isConfigured() === true ? connector.payouts : undefined;
  }

  /** The rails by which money can be paid out now. */
  offered(mode: Mode): MobileOperator[] {
    return mobileOperators.filter((rail) => this.of(rail, mode) !== undefined);
  }
}
