import { Module } from '@nestjs/common';
import { RequestLogCommands } from './request-log.commands.js';
import { RequestLogRepository } from './request-log.repository.js';

/** The request log, which gateways fill and members read. */
@Module({ controllers: [RequestLogCommands], providers: [RequestLogRepository], exports: [RequestLogRepository] })
export class RequestLogModule {}
