import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import type { CustomerSignIn } from '../vocabulary/customer-sign-in.js';
import { customerSignIns } from '../vocabulary/customer-sign-in.js';
import { apiVersions } from '../vocabulary/headers.js';
import { IsNullable } from '../schema/declarations.js';
import { IsId, IsNewLine, IsText, NAME_MAX_CHARACTERS } from '../schema/fields.js';

export class SetMerchantCommand {
  @IsId('merchant') merchantId!: string;
  @IsOptional() @IsNewLine(NAME_MAX_CHARACTERS) name?: string;
  /** True when its keys are accepted at all. */
  @IsOptional() @IsBoolean() active?: boolean;
  /** True when its live keys are accepted. */
  @IsOptional() @IsBoolean() liveActive?: boolean;
  /** The charges that need a user token besides the OTP token. */
  @IsOptional() @IsIn(customerSignIns) customerSignIn?: CustomerSignIn;
  /** True when customers may pay from another phone than their own. */
  @IsOptional() @IsBoolean() otherPhones?: boolean;
  /** True when customers without an account may pay by mobile money. */
  @IsOptional() @IsBoolean() guestPayments?: boolean;
}
export class MerchantSettings {
  @IsId('merchant') merchantId!: string;
  @IsBoolean() active!: boolean;
  @IsBoolean() liveActive!: boolean;
  @IsIn(customerSignIns) customerSignIn!: CustomerSignIn;
  @IsBoolean() otherPhones!: boolean;
  @IsBoolean() guestPayments!: boolean;
  /** Null until its first request. */
  @IsNullable() @IsText(32, 1) apiVersion!: string | null;
}
/** Changes the given settings of a merchant at every gateway. Repeating it changes nothing. */
export const setMerchant = defineCommand({
  name: 'set-merchant',
  owner: 'auth',
  callers: [],
  request: SetMerchantCommand,
  answer: MerchantSettings,
  refusals: ['parameter_invalid'],
});

export class PinApiVersionCommand {
  @IsId('merchant') merchantId!: string;
  @IsIn(apiVersions) apiVersion!: string;
}
/** Pins a merchant to the API version of its first request. A pinned merchant keeps its version. */
export const pinApiVersion = defineCommand({
  name: 'pin-api-version',
  owner: 'auth',
  request: PinApiVersionCommand,
  answer: MerchantSettings,
  refusals: ['parameter_invalid'],
});
