import {
  defineCommand,
  defineEvent,
  defineTable,
  eventStreams,
  readAuthTable,
  readOtpTable,
  tableStreams,
} from '@paygate/contracts';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

/** Commands, events and tables of the specs, on the streams of real services. */

export class Deposit {
  @IsString() @Length(1, 64) account!: string;
  @IsInt() @Min(1) @Max(1_000_000) amount!: number;
  @IsOptional() @IsString() @Length(1, 200_000) note?: string;
}
export class Deposited {
  @IsString() @Length(1, 64) account!: string;
  @IsInt() balance!: number;
}
export const deposit = defineCommand({
  name: 'toy-deposit',
  owner: 'intents',
  callers: ['gateway', 'otp', 'charging'],
  request: Deposit,
  answer: Deposited,
  key: (request) => request.account,
  refusals: ['intent_not_found'],
});

export class Moved {
  @IsString() @Length(1, 64) account!: string;
  @IsInt() amount!: number;
  @IsInt() @Min(0) number!: number;
}
export const moved = defineEvent({
  type: 'toy.moved',
  stream: eventStreams.intents,
  payload: Moved,
  key: (payload) => payload.account,
});
export const movedBack = defineEvent({
  type: 'toy.moved-back',
  stream: eventStreams.intents,
  payload: Moved,
  key: (payload) => payload.account,
});

export class Rate {
  @IsString() @Length(1, 64) name!: string;
  @IsInt() @Min(1) version!: number;
  @IsInt() value!: number;
}
const rates = { type: 'toy.rate', row: Rate, key: (row: Rate) => row.name };
export const rateTable = defineTable({ ...rates, stream: tableStreams.apiKeys, snapshot: readAuthTable });
/** A table whose reader is the owner of the commands above. */
export const rateOfDepositsTable = defineTable({ ...rates, stream: tableStreams.otpTokenKeys, snapshot: readOtpTable });
