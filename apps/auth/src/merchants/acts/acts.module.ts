import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ActsEvents } from './acts.events.js';

/** Acts in other services that the account is to know of. */
@Module({ imports: [AuditModule, MembersModule, ApiKeysModule], controllers: [ActsEvents] })
export class ActsModule {}
