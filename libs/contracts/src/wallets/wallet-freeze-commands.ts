import { ArrayMaxSize, IsArray, IsBoolean, IsIn, Matches } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { WalletOfUser } from '../payments/charging-commands.js';
import { IsNewLine, IsTimestamp } from '../schema/fields.js';
import { idPattern } from '../vocabulary/ids.js';
import type { WalletState } from './wallet-bodies.js';
import { walletStates } from './wallet-bodies.js';

/** Most characters of the reason for which a wallet is frozen or opened again. */
export const WALLET_FREEZE_REASON_MAX = 200;
/** `freeze`: the wallet can be read and receives refunds, and nothing fills it or leaves it. `unfreeze` takes that back. */
export const walletFreezeActs = ['freeze', 'unfreeze'] as const;
export type WalletFreezeAct = (typeof walletFreezeActs)[number];

export class FreezeWalletCommand extends WalletOfUser {
  @IsIn(walletFreezeActs) act!: WalletFreezeAct;
  /** For the team: the user does not read it. */
  @IsNewLine(WALLET_FREEZE_REASON_MAX) reason!: string;
}
/** The newest act on a wallet. */
export class WalletFrozen extends FreezeWalletCommand {
  /** The state of the wallet after it. */
  @IsIn(walletStates) state!: WalletState;
  /** The persons who have proven it: none in test mode. */
  @IsArray() @ArrayMaxSize(2) @Matches(idPattern('person'), { each: true }) persons!: string[];
  @IsTimestamp() recordedAt!: string;
  /** False when the wallet was as wanted before. */
  @IsBoolean() isNew!: boolean;
}
/** Freezes a wallet, or opens it again. Only `operator` commands send it. */
export const freezeWallet = defineCommand({
  name: 'freeze-wallet',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: FreezeWalletCommand,
  answer: WalletFrozen,
  key: ({ userId }) => userId,
  refusals: ['scope_missing', 'parameter_invalid'],
});
