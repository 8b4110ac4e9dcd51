import { IsIn } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import {
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsListOf,
  IsMode,
  IsSignedAmount,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import type { WalletState } from './wallet-bodies.js';
import { walletStates } from './wallet-bodies.js';

/** Most dormant wallets that are listed at once. */
export const DORMANT_WALLETS_MAX = 100;

/** The wallets of one state. The sum of their balances in minor units. */
export class WalletsOfState {
  @IsIn(walletStates) state!: WalletState;
  @IsIntBetween(0, 2_147_483_647) wallets!: number;
  @IsAmountOrZero() balance!: string;
}

/** A wallet that holds money, and that nothing has moved for long. */
export class DormantWallet {
  @IsId('user') userId!: string;
  @IsIn(walletStates) state!: WalletState;
  @IsAmountOrZero() balance!: string;
  /** The last payment, withdrawal or money that came in; the opening of one that has none. */
  @IsTimestamp() lastMovedAt!: string;
}

export class ListWalletsCommand {
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  /** A wallet is dormant when nothing has moved since. */
  @IsTimestamp() dormantSince!: string;
}
export class WalletsListed {
  @IsListOf(() => WalletsOfState, walletStates.length) states!: WalletsOfState[];
  /** The sum that wallets hold by all other accounts of the ledger: the sum of the balances, unless the ledger is not whole. */
  @IsSignedAmount() ofLedger!: string;
  /** Those with the oldest last movement first. */
  @IsListOf(() => DormantWallet, DORMANT_WALLETS_MAX) dormant!: DormantWallet[];
  /** Also those beyond the limit. */
  @IsIntBetween(0, 2_147_483_647) dormantTotal!: number;
}
/** The wallets of a mode and a currency by state, and those that are dormant. Only `operator` commands send it. */
export const listWallets = defineCommand({
  name: 'list-wallets',
  owner: 'charging',
  callers: [],
  request: ListWalletsCommand,
  answer: WalletsListed,
  key: () => 'wallets',
  unordered: true,
  refusals: ['scope_missing'],
});
