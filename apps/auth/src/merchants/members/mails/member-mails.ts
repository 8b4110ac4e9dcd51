import { Injectable } from '@nestjs/common';
import type {
  ActedDestination,
  Language,
  MemberMailTaken,
  MemberRole,
  Mode,
  NoticeFacts,
  NoticeKind,
  OwnerNotice,
  ProtectiveSetting,
  Reply,
} from '@paygate/contracts';
import { accept, refuse, sendMemberMail } from '@paygate/contracts';
import type { Received, SendOptions } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import type { OpaqueTokenKind } from '@paygate/platform';
import { Sealer, uuidV7 } from '@paygate/platform';
import type { Merchant } from '../../merchant/merchant.js';
import type { TokenMail } from './member-mail-caps.js';
import { MemberMailCaps } from './member-mail-caps.js';
import { OpaqueTokenMint } from './opaque-token-mint.js';

/** A mail with a token. */
export interface WantedMail {
  readonly mail: TokenMail;
  readonly email: string;
  /** The account or IP address that the mail is counted for, besides its own address. */
  readonly source: string;
  readonly merchantName?: string;
  readonly language: Language | undefined;
}

/** The name of an account in its mails. One that the installation's team has not seen has none: mails with our sender carry no text of an untrusted client. */
export function nameInMails({
  name,
  liveActive,
}: Pick<Merchant, 'name' | 'liveActive'>): Pick<WantedMail, 'merchantName'> {
  return liveActive ? { merchantName: name } : {};
}

/** A mail about an account to one of its members. */
export interface WantedNotice {
  /** The same in each try: otp sends a notice once. */
  readonly mailId: string;
  readonly mail: OwnerNotice | NoticeKind;
  readonly mode: Mode;
  readonly email: string;
  readonly account: Pick<Merchant, 'name' | 'liveActive'>;
  readonly destination?: ActedDestination;
  readonly loosened?: readonly ProtectiveSetting[];
  readonly role?: MemberRole;
  readonly further?: number;
  readonly facts?: NoticeFacts;
  readonly isLastOfDay?: boolean;
  /** The token that stops these mails; absent where nothing does. */
  readonly token?: string;
}

/** A mailed token, as it is stored. */
export interface MailedToken {
  readonly hash: string;
  readonly validHours: number;
}

const VALID_HOURS: Readonly<Record<TokenMail, number>> = {
  ...{ invitation: 72, password_reset: 1, account_confirmation: 24, none: 1 },
};
/** The time for which otp tries to send a notice. */
const NOTICE_HOURS = 72;
const TOKEN_KINDS = {
  ...{ invitation: 'invitation', password_reset: 'passwordReset', account_confirmation: 'accountClaim' },
  none: 'passwordReset',
} as const satisfies Readonly<Record<TokenMail, OpaqueTokenKind>>;

/** Has otp mail tokens and notices. Only otp and the recipient learn the text of a token. */
@Injectable()
export class MemberMails {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly mint: OpaqueTokenMint,
    private readonly caps: MemberMailCaps,
  ) {}

  /** Has a new token mailed; it becomes valid when its hash is stored. The mail `none` takes the same steps without a mail. */
  async send({ mail, email, source, ...more }: WantedMail, message: Received<unknown>): Promise<Reply<MailedToken>> {
    const retryAfter = await this.caps.waitSeconds({ mail, source, email });
    if (retryAfter !== undefined) return refuse('rate_limited', { fields: { retryAfter } });
    const { text, hash } = this.mint.mint(TOKEN_KINDS[mail]);
    const { merchantName, language } = more;
    const command = {
      ...{ mailId: uuidV7(), mail, validHours: VALID_HOURS[mail] },
      email: this.sealer.seal('otp', email, 'member-mail.email'),
      token: this.sealer.seal('otp', text, 'member-mail.token'),
      ...(merchantName === undefined ? {} : { merchantName }),
      ...(language === undefined ? {} : { language }),
    };
    const sent = await this.bus.send(sendMemberMail, command, nested(message));
    return sent.ok ? accept({ hash, validHours: VALID_HOURS[mail] }) : sent;
  }

  /** Has a notice mailed, which nothing counts: it follows an act. */
  notify(
    { email, account, loosened, token, ...facts }: WantedNotice,
    options: SendOptions,
  ): Promise<Reply<MemberMailTaken>> {
    const command = {
      ...{ ...facts, validHours: NOTICE_HOURS },
      ...{ email: this.sealer.seal('otp', email, 'member-mail.email'), ...nameInMails(account) },
      ...(loosened === undefined ? {} : { loosened: [...loosened] }),
      ...(token === undefined ? {} : { token: this.sealer.seal('otp', token, 'member-mail.token') }),
    };
    return this.bus.send(sendMemberMail, command, options);
  }
}
