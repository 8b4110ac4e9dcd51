import { randomBytes, randomUUID } from 'node:crypto';
import type {
  AccountCodePurpose,
  CheckPhoneCodeCommand,
  CodeTerms,
  Mode,
  PhoneCodeChecked,
  Reply,
  SendPhoneCodeCommand,
} from '@paygate/contracts';
import { checkPhoneCode, sendPhoneCode } from '@paygate/contracts';
import { idOfUuid } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { PhoneCodesCommands } from '../../../codes/phone-codes/phone-codes.commands.js';
import { accepted, World } from '../../world.js';

export const newClaim = (purpose: AccountCodePurpose): string =>
  idOfUuid(purpose === 'registration' ? 'registration' : 'passwordReset', randomUUID());
export const newPhone = (): string => `+2376${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`;
export const otpInvalid = { ok: false, code: 'otp_invalid' };

export type Wish = Partial<Omit<SendPhoneCodeCommand, 'phoneNumber'>> & { readonly phoneNumber: string };
export type Guess = Partial<Omit<CheckPhoneCodeCommand, 'otp'>> & { readonly claimId: string; readonly otp: string };

/** otp, and auth, which requests codes for phones and checks of them. */
export class PhoneCodesUnderTest {
  private constructor(
    readonly world: World,
    private readonly auth: CommandClient,
  ) {}

  static async start(mode: Mode = 'test'): Promise<PhoneCodesUnderTest> {
    const world = await World.start({}, mode);
    return new PhoneCodesUnderTest(world, await world.as('auth'));
  }

  stop(): Promise<void> {
    return this.world.stop();
  }

  send(wish: Wish): Promise<Reply<CodeTerms>> {
    return this.auth.ask(sendPhoneCode, this.sending(wish));
  }

  /** Requests a code after the wait for it. */
  async sendLater(wish: Wish): Promise<Reply<CodeTerms>> {
    await this.endWaits();
    return this.send(wish);
  }

  check(guess: Guess): Promise<Reply<PhoneCodeChecked>> {
    return this.auth.ask(checkPhoneCode, this.checking(guess));
  }

  /** A claim whose code is known. */
  async sentCode(purpose: AccountCodePurpose = 'registration', phoneNumber = newPhone()) {
    const claimId = newClaim(purpose);
    accepted(await this.send({ phoneNumber, claimId, purpose }));
    return { claimId, purpose, phoneNumber, otp: await this.world.code(phoneNumber) };
  }

  /** Lets every phone have its next code now. */
  async endWaits(): Promise<void> {
    await this.world.rows('UPDATE otp_challenge SET resend_at = clock_timestamp()');
  }

  /** The handlers, for calls without the bus, which would deliver those of one claim one after the other. */
  get commands(): PhoneCodesCommands {
    return this.world.otp.get(PhoneCodesCommands);
  }

  /** The command for a code for a phone. */
  sending({ phoneNumber, purpose = 'registration', ...more }: Wish): SendPhoneCodeCommand {
    return {
      claimId: newClaim(purpose),
      purpose,
      merchantId: this.world.merchantId,
      mode: this.world.mode,
      merchantName: 'Boutique',
      caller: this.world.caller(),
      message: 'code',
      ...more,
      phoneNumber: this.world.gateway.seal('otp', phoneNumber, 'phone-code.phone'),
    };
  }

  /** The command for a guess at such a code. */
  checking({ otp, ...more }: Guess): CheckPhoneCodeCommand {
    return {
      purpose: 'registration',
      merchantId: this.world.merchantId,
      mode: this.world.mode,
      caller: this.world.caller(),
      ...more,
      otp: this.world.gateway.seal('otp', otp, 'phone-code.otp'),
    };
  }
}
