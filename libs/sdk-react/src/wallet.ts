export { PaygateError, PaygateWallet } from '@paygate/browser/wallet';
export type {
  AskedWalletWithdrawal,
  PaygateBrowserOptions,
  SignInRequest,
  Wallet,
  WalletTopUp,
  WalletTransaction,
  WalletWithdrawal,
} from '@paygate/browser/wallet';
export { useWallet, type UseWallet } from './use-wallet.js';
export type { WalletState, WalletStatus, WalletSteps } from './wallet-store.js';
