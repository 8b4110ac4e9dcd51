import type {
  AskedWalletWithdrawal,
  ConfirmWalletWithdrawalCommand,
  CreateWalletWithdrawalCommand,
  Mode,
  OtpCaller,
  Reply,
  WalletWithdrawal,
} from '@paygate/contracts';
import { confirmWalletWithdrawal, createWalletWithdrawal, getWalletWithdrawal } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import type { MobileMoney } from '../mobile-money.js';

const CODE = '042917';
const CALLER: OtpCaller = { credential: 'publishable', apiKeyId: newId('apiKey'), signedIn: true };

type Asked = Partial<CreateWalletWithdrawalCommand> & { readonly key?: string };
type Confirmed = Partial<ConfirmWalletWithdrawalCommand> & { readonly code?: string };

/** Users who withdraw. The code that they get is always the same. */
export class WithdrawalsUnderTest {
  constructor(
    private readonly gateway: CommandBus,
    private readonly money: MobileMoney,
  ) {}

  ask(userId: string, given: Asked = {}): Promise<Reply<AskedWalletWithdrawal>> {
    return this.gateway.send(createWalletWithdrawal, this.asking(userId, given), options());
  }

  asking(userId: string, { key = newId('request'), ...given }: Asked = {}): CreateWalletWithdrawalCommand {
    const idempotency = { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(given.amount ?? '1000') };
    const ids = {
      ...{ withdrawalId: newId('withdrawal'), userId, merchantId: newId('merchant'), caller: CALLER },
      idempotency,
    };
    return { ...ids, mode: 'test', currency: 'XAF', amount: '1000', ...given };
  }

  confirm(userId: string, withdrawalId: string, given: Confirmed = {}): Promise<Reply<WalletWithdrawal>> {
    return this.gateway.send(confirmWalletWithdrawal, this.confirming(userId, withdrawalId, given), options());
  }

  confirming(userId: string, withdrawalId: string, given: Confirmed = {}): ConfirmWalletWithdrawalCommand {
    const { code = CODE, ...more } = given;
    const otp = this.money.sealedCode(code);
    return { userId, mode: 'test', withdrawalId, caller: CALLER, otp, ...more };
  }

  read(userId: string, withdrawalId: string, mode: Mode = 'test'): Promise<Reply<WalletWithdrawal>> {
    return this.gateway.send(getWalletWithdrawal, { userId, mode, withdrawalId }, options());
  }

  /** Asks, and confirms with the right code. */
  async withdraw(userId: string, given: Asked = {}): Promise<string> {
    const { id } = accepted(await this.ask(userId, given));
    accepted(await this.confirm(userId, id, given.mode === undefined ? {} : { mode: given.mode }));
    return id;
  }

  ended(userId: string, withdrawalId: string): Promise<WalletWithdrawal> {
    return eventually(
      async () => {
        const now = accepted(await this.read(userId, withdrawalId));
        return now.status === 'COMPLETED' || now.status === 'FAILED' ? now : undefined;
      },
      { timeoutMs: 120_000 },
    );
  }
}

const options = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });

export function accepted<Answer extends object>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}
