import { IsOptional } from 'class-validator';
import { fieldsOf, infoOf } from '../../kernel/derived.js';
import { derivedFrom } from '../../schema/derive.js';
import { IsId, IsSealed } from '../../schema/fields.js';
import type { PayloadClass } from '../../schema/schema.js';
import type { Sealed } from '../../vocabulary/sealed.js';
import { PayoutBatchView } from './batch-bodies.js';
import { PayoutBatchRowInput, PayoutBatchRowView } from './batch-row-bodies.js';

/** A batch between services. */
export class PayoutBatch extends infoOf(PayoutBatchView, 'batchId') {
  @IsId('merchant') merchantId!: string;
}

const without = <Row extends object, Name extends keyof Row & string>(row: PayloadClass<Row>, names: readonly Name[]) =>
  derivedFrom(row, (field) => (names.some((name) => name === field) ? undefined : field)) as PayloadClass<
    Omit<Row, Name>
  >;

/** A row as it is given, between services: number and name are sealed for charging. */
export class GivenBatchRow extends without(fieldsOf(PayoutBatchRowInput), ['phoneNumber', 'name']) {
  @IsSealed() phoneNumber!: Sealed;
  @IsOptional() @IsSealed() name?: Sealed;
}

/** A row between services: its name is sealed for the gateway, and absent where it has none. */
export class PayoutBatchRow extends without(PayoutBatchRowView, ['name', 'object']) {
  @IsOptional() @IsSealed() name?: Sealed;
}
