import type {
  AskedWalletWithdrawal,
  PaygateError,
  PaygateWallet,
  SignInRequest,
  Wallet,
  WalletTopUp,
  WalletTransaction,
  WalletWithdrawal,
} from '@paygate/browser/wallet';

/**
 * `signed_out`: `signIn` comes first. `ready`: money can be added or withdrawn. `filling`: the operator asks the user's phone, or its outcome is
 * awaited. `awaiting_otp`: the fee is known, and the user types the code. `paying_out`: the withdrawal is under way. `working`: a step is under way.
 */
export type WalletStatus = 'signed_out' | 'working' | 'ready' | 'filling' | 'awaiting_otp' | 'paying_out';

export interface WalletState {
  readonly status: WalletStatus;
  /** The wallet as it was read last. */
  readonly wallet: Wallet | null;
  /** The movements that were read, newest first. */
  readonly transactions: readonly WalletTransaction[];
  /** True when `more` reads older ones. */
  readonly hasMore: boolean;
  /** The top-up that was begun last. */
  readonly topUp: WalletTopUp | null;
  /** The withdrawal that was asked for last, with its fee. */
  readonly withdrawal: AskedWalletWithdrawal | WalletWithdrawal | null;
  /** The reason for which the last step failed. */
  readonly error: PaygateError | null;
}

/** The steps of a wallet. A step that does not fit the status does nothing; a failure appears in the state. */
export interface WalletSteps {
  readonly signIn: (params: SignInRequest) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Reads the wallet and its newest movements again, also for a user whom `use` of the client has signed in. */
  readonly refresh: () => Promise<void>;
  /** Reads older movements. */
  readonly more: () => Promise<void>;
  /** In `ready`: has the operator ask the user's own number for the money. */
  readonly fill: (amount: string) => Promise<void>;
  /** In `ready`: sends a code, and shows the fee. */
  readonly withdraw: (amount: string) => Promise<void>;
  /** In `awaiting_otp`: moves the money. */
  readonly submitOtp: (otp: string) => Promise<void>;
  /** In `awaiting_otp`: gives the withdrawal up. No money has moved. */
  readonly cancel: () => void;
}

export interface WalletStore {
  readonly state: () => WalletState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly steps: WalletSteps;
}

const SIGNED_OUT: WalletState = {
  ...{ status: 'signed_out', wallet: null, transactions: [], hasMore: false },
  ...{ topUp: null, withdrawal: null, error: null },
};
const POLL_MS = 2_000;
const SLOWEST_POLL_MS = 15_000;

type Work = (client: PaygateWallet) => Promise<Partial<WalletState>>;

/** Keeps the state, and reads what is under way while somebody listens. */
class WalletMachine {
  current = SIGNED_OUT;
  /** Replaced when the user goes, so that a call that is still under way leaves nothing behind. */
  user = {};
  readonly #listeners = new Set<() => void>();
  readonly #client: PaygateWallet | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polls = 0;

  constructor(client: PaygateWallet | null) {
    this.#client = client;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#schedule();
    return () => {
      this.#listeners.delete(listener);
      this.#schedule();
    };
  }

  show(next: Partial<WalletState>): void {
    this.current = { ...this.current, ...next };
    this.#listeners.forEach((listener) => {
      listener();
    });
    this.#schedule();
  }

  /** Takes a step in a status that it fits. After a failure the user goes on where the step began. */
  async run(fits: WalletStatus, work: Work): Promise<void> {
    const [before, asked, client] = [this.current.status, this.user, this.#client];
    if (!client || before !== fits) return;
    this.#polls = 0;
    this.show({ status: 'working', error: null });
    await this.#attempt(before, asked, () => work(client));
  }

  async #attempt(before: WalletStatus, asked: object, work: () => Promise<Partial<WalletState>>): Promise<void> {
    try {
      const next = await work();
      if (asked === this.user) this.show(next);
    } catch (error) {
      if (asked !== this.user) return;
      const refusal = error as PaygateError;
      // a token that has ended leads to the sign-in
      this.show(
        refusal.code.startsWith('token_') ? { ...SIGNED_OUT, error: refusal } : { error: refusal, status: before },
      );
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size && /^(filling|paying_out)$/.test(this.current.status))
      this.#timer = setTimeout(() => void this.#follow(), Math.min(POLL_MS + 500 * this.#polls++, SLOWEST_POLL_MS));
  }

  /** Reads what is under way, and the wallet once that has ended. */
  async #follow(): Promise<void> {
    const { status } = this.current;
    await this.#attempt(status, this.user, async () => {
      const { topUp, withdrawal } = this.current;
      if (!this.#client) return {};
      const found =
        status === 'filling'
          ? { topUp: topUp && (await this.#client.retrieveTopUp(topUp.id)) }
          : { withdrawal: withdrawal && (await this.#client.retrieveWithdrawal(withdrawal.id)) };
      const moved = found.topUp ?? found.withdrawal;
      return moved?.status === 'PENDING' ? found : { ...found, ...(await read(this.#client)) };
    });
  }
}

async function read(client: PaygateWallet): Promise<Partial<WalletState>> {
  const [wallet, page] = await Promise.all([client.retrieve(), client.listTransactions()]);
  return { wallet, transactions: page.data, hasMore: page.hasMore, status: 'ready' };
}

/** The state of one wallet, which components subscribe to. Without a client, as on a server, it stays `signed_out`. */
export function createWalletStore(client: PaygateWallet | null): WalletStore {
  const machine = new WalletMachine(client);
  return {
    state: () => machine.current,
    subscribe: (listener) => machine.subscribe(listener),
    steps: createSteps(client, machine),
  };
}

function createSteps(client: PaygateWallet | null, machine: WalletMachine): WalletSteps {
  return {
    signIn: (params) =>
      machine.run('signed_out', async (by) => {
        await by.signIn(params);
        return read(by);
      }),
    async signOut() {
      machine.user = {};
      machine.show(SIGNED_OUT);
      await client?.signOut().catch((error: unknown) => {
        machine.show({ error: error as PaygateError });
      });
    },
    async refresh() {
      const { status } = machine.current;
      if (/^(signed_out|ready)$/.test(status)) await machine.run(status, read);
    },
    more: () => machine.run('ready', (by) => readMore(by, machine.current)),
    fill: (amount) => machine.run('ready', async (by) => ({ topUp: await by.topUp({ amount }), status: 'filling' })),
    withdraw: (amount) =>
      machine.run('ready', async (by) => ({ withdrawal: await by.withdraw({ amount }), status: 'awaiting_otp' })),
    submitOtp: (otp) =>
      machine.run('awaiting_otp', async (by) => {
        const id = machine.current.withdrawal?.id ?? '';
        return { withdrawal: await by.confirmWithdrawal(id, { otp }), status: 'paying_out' };
      }),
    cancel() {
      if (machine.current.status === 'awaiting_otp') machine.show({ status: 'ready', withdrawal: null, error: null });
    },
  };
}

async function readMore(client: PaygateWallet, { transactions, hasMore }: WalletState): Promise<Partial<WalletState>> {
  const last = transactions[transactions.length - 1];
  if (!hasMore || !last) return { status: 'ready' };
  const page = await client.listTransactions({ startingAfter: last.id });
  return { status: 'ready', transactions: [...transactions, ...page.data], hasMore: page.hasMore };
}
