import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { SessionAtDashboard } from '../dashboard-entrance.js';
import { DashboardEntrance } from '../dashboard-entrance.js';

/** Says whose session a token is of. One that has ended reads like one that never was. */
@Injectable()
export class CheckDashboardSession {
  constructor(private readonly entrance: DashboardEntrance) {}

  async execute(tokenHash: string): Promise<Reply<SessionAtDashboard>> {
    const session = await this.entrance.of(tokenHash);
    return session === undefined ? refuse('token_invalid') : accept(session);
  }
}
