import { useSyncExternalStore } from 'react';
import type { PaygateWallet } from '@paygate/browser/wallet';
import type { WalletState, WalletSteps, WalletStore } from './wallet-store.js';
import { createWalletStore } from './wallet-store.js';

export type UseWallet = WalletState & WalletSteps;

const stores = new WeakMap<PaygateWallet, WalletStore>();
const withoutClient = createWalletStore(null);

/** The wallet of the user of a client: its state, and the steps that lead on. Give it null on a server. */
export function useWallet(client: PaygateWallet | null): UseWallet {
  const { subscribe, state, steps } = storeOf(client);
  return { ...useSyncExternalStore(subscribe, state, withoutClient.state), ...steps };
}

/** One for a client, however often components mount. */
function storeOf(client: PaygateWallet | null): WalletStore {
  if (!client) return withoutClient;
  const store = stores.get(client) ?? createWalletStore(client);
  stores.set(client, store);
  return store;
}
