import { Controller, Module } from '@nestjs/common';
import type {
  ChargePrepared,
  ChargeRequested,
  CheckWithdrawalCodeCommand,
  CodeTerms,
  GetMerchantProfileCommand,
  GetUserContactCommand,
  MerchantProfile,
  MobileOperator,
  Mode,
  PhoneCodeChecked,
  PrepareChargeCommand,
  Reply,
  RequestWithdrawalCodeCommand,
  Sealed,
  UserContact,
} from '@paygate/contracts';
import {
  accept,
  checkWithdrawalCode,
  findPhoneIndexes,
  getMerchantProfile,
  getUserContact,
  prepareCharge,
  refuse,
  requestWithdrawalCode,
} from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { PATIENCE_MS, startApp, startRailSimulator } from '@paygate/testing';
import type { ChargingUnderTest, Neighbour } from './charging-under-test.js';
import { request } from './charging-under-test.js';

const phones = new Map<string, string>();
/** The code that is right for every withdrawal, as it was sealed, and the codes that were asked for. */
const RIGHT_CODE = '042917';
const rightCodes = new Set<Sealed>();
const withdrawalCodes = new Map<string, RequestWithdrawalCodeCommand>();

/** The merchants who are not active. */
export const suspended = new Set<string>();

export function merchantProfileOf(merchantId: string, active: boolean): MerchantProfile {
  return {
    ...{ merchantId, name: 'Shop', active, liveActive: false, logoId: null, languages: ['fr'] },
    ...{ customerSignIn: 'wallet', otherPhones: false, guestPayments: true },
    supportContact: { email: null, phone: null, url: null },
    createdAt: '2026-11-20T10:00:00.000Z',
  };
}

@Controller()
class AuthStandIn {
  constructor(private readonly sealer: Sealer) {}

  @HandleCommand(getUserContact)
  contact({ userId }: GetUserContactCommand): Promise<Reply<UserContact>> {
    const phone = phones.get(userId);
    const sealed = phone && this.sealer.seal('charging', phone, 'user-contact.phone');
    return Promise.resolve(accept({ userId, ...(sealed && { phoneNumber: sealed }) }));
  }

  @HandleCommand(getMerchantProfile)
  profile({ merchantId }: GetMerchantProfileCommand): Promise<Reply<MerchantProfile>> {
    return Promise.resolve(accept(merchantProfileOf(merchantId, !suspended.has(merchantId))));
  }

  @HandleCommand(requestWithdrawalCode)
  sendCode(command: RequestWithdrawalCodeCommand): Promise<Reply<CodeTerms>> {
    withdrawalCodes.set(command.withdrawalId, command);
    const at = new Date().toISOString();
    const terms = { codeLength: 6, expiresAt: at, resendAvailableAt: at, sendsRemaining: 4 };
    return Promise.resolve(accept({ destination: '********01', ...terms }));
  }

  @HandleCommand(checkWithdrawalCode)
  checkCode({ withdrawalId, merchantId, otp }: CheckWithdrawalCodeCommand): Promise<Reply<PhoneCodeChecked>> {
    const isRight = withdrawalCodes.get(withdrawalId)?.merchantId === merchantId && rightCodes.has(otp);
    return Promise.resolve(isRight ? accept({ claimId: withdrawalId }) : refuse('otp_invalid'));
  }
}
@Module({
  imports: [PlatformModule.forService('auth', ServiceConfig), MessagingModule.forService()],
  controllers: [AuthStandIn],
})
class AuthStandInModule {}

const PREFIXES: Readonly<Record<MobileOperator, string>> = { mtn_momo: '+2376777', orange_money: '+2376977' };

/** Time passes 20 times as fast for charging, whose workers hold an operation for three seconds. */
export const FAST = { RAIL_TIME_COMPRESSION: '20', RAIL_CALL_SECONDS: '2', RAIL_LEASE_SECONDS: '3' } as const;

/** Customers who pay by mobile money at a rail simulator of the suite's own. */
export class MobileMoney {
  #payers = 0;

  private constructor(
    readonly simulator: RailSimulator,
    private readonly auth: RunningApp,
    private readonly intents: Neighbour,
    private readonly operator: CommandBus,
  ) {}

  static async start(simulator: RailSimulator, world: ChargingUnderTest): Promise<MobileMoney> {
    const [auth, intents, operator] = await Promise.all([
      startApp({ name: 'auth', module: AuthStandInModule, config: ServiceConfig, env: world.env }),
      world.startNeighbour('intents'),
      world.startOperator(),
    ]);
    return new MobileMoney(simulator, auth, intents, operator);
  }

  static simulator(): Promise<RailSimulator> {
    return startRailSimulator();
  }

  stop(): Promise<void> {
    return this.auth.stop();
  }

  /** A new user with this phone. */
  payerWith(phone: string): string {
    const userId = newId('user');
    phones.set(userId, phone);
    return userId;
  }

  /** A code as the gateway passes it on: sealed for otp, and nobody else opens it. */
  sealedCode(code: string): Sealed {
    const sealed = this.auth.get(Sealer).seal('otp', code, 'phone-code.otp');
    if (code === RIGHT_CODE) rightCodes.add(sealed);
    return sealed;
  }

  /** The code that was asked for. */
  codeOf(withdrawalId: string): RequestWithdrawalCodeCommand | undefined {
    return withdrawalCodes.get(withdrawalId);
  }

  prepare({
    phoneNumber,
    provedPhone,
    ...given
  }: Partial<Omit<PrepareChargeCommand, 'phoneNumber' | 'provedPhone'>> & {
    readonly phoneNumber?: string;
    readonly provedPhone?: string;
  }): Promise<Reply<ChargePrepared>> {
    const seal = (phone: string) => this.auth.get(Sealer).seal('charging', phone, 'begin-charge.phone');
    const phones = {
      ...(phoneNumber && { phoneNumber: seal(phoneNumber) }),
      ...(provedPhone && { provedPhone: seal(provedPhone) }),
    };
    const ids = { chargeId: newId('charge'), intentId: newId('intent') };
    const command = { ...ids, mode: 'test', currency: 'XAF', otherPhones: false, ...given } as const;
    return this.operator.send(
      prepareCharge,
      { ...command, ...phones },
      { requestId: newId('request'), timeoutMs: PATIENCE_MS },
    );
  }

  /** The indexes by which payments of a phone are found. */
  async indexes(phone: string, mode: Mode = 'test'): Promise<readonly string[]> {
    const phoneNumber = this.auth.get(Sealer).seal('charging', phone, 'search-intents.phone');
    const origin = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
    const reply = await this.operator.send(findPhoneIndexes, { phoneNumber, mode }, origin);
    if (!reply.ok) throw new Error(reply.code);
    return reply.data.indexes;
  }

  /** A charge that is prepared, and not yet requested. The number ends in `digits`; each charge has a payer of its own. */
  async prepared(rail: MobileOperator, digits: string, given: Partial<ChargeRequested> = {}): Promise<ChargeRequested> {
    this.#payers += 1;
    const userId = this.payerWith(`${PREFIXES[rail]}${String(this.#payers).padStart(3, '0')}${digits}`);
    const charge = request({ userId, method: 'mobile_money', amount: '700', ...given });
    const { chargeId, intentId, mode, currency } = charge;
    const reply = await this.prepare({ chargeId, intentId, userId, mode, currency });
    if (!reply.ok) throw new Error(`refused with ${reply.code}`);
    return charge;
  }

  async pay(rail: MobileOperator, digits: string, given: Partial<ChargeRequested> = {}): Promise<ChargeRequested> {
    const charge = await this.prepared(rail, digits, given);
    await this.intents.request(charge);
    return charge;
  }
}

/** The sums that left the accounts of the payers of a rail: the operator's own statement. */
export async function debitedBy(simulator: RailSimulator, rail: MobileOperator): Promise<bigint> {
  const [row] = await simulator.database.query<{ sum: string }>(
    'SELECT coalesce(-sum(amount), 0)::text AS sum FROM movement WHERE rail = $1',
    [rail],
  );
  return BigInt(row?.sum ?? 0);
}
