import type { MemberRole, Mode, NoticeChannelName, NoticeFacts, NoticeKind, NoticeSum } from '@paygate/contracts';
import type { Merchant } from '../../merchant/merchant.js';

/** A notice that members choose, decided for one account: see `NoticeQueue.put`. */
export interface DecidedNotice {
  /** The id of the event that it follows, at most 64 characters. Each member gets one notice of it by each channel. */
  readonly eventId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  /** The time of what happened, now when absent. The notice counts for its day (Africa/Douala). */
  readonly at?: Date;
  readonly requestId: string;
  /** True when every owner gets a mail about it in any case: they get no second one. */
  readonly isMailedToOwners?: boolean;
  /** The sum that it is gathered into, and the notices of its hour after which it is; absent for one that goes out by itself. */
  readonly gathered?: Gathered;
  /** The one member and channel of a sum; absent for a notice to all who chose it. */
  readonly to?: { readonly memberId: string; readonly channel: string };
}

/** The part of a payment or a refund in a sum. A member gets `single` notices of an hour by themselves, and the sum of the others when its time has ended. */
export interface Gathered {
  readonly single: number;
  readonly per: 'hour' | 'evening';
  readonly sum: NoticeSum;
}

/** A decided notice to one member by one channel, due now. The member is active, has it switched on, and may read what it is about. */
export interface NoticeToMember {
  /** The same in each try, and another one for each event, member and channel: the recipient takes it once. 43 characters. */
  readonly noticeId: string;
  readonly memberId: string;
  readonly personId: string;
  readonly role: MemberRole;
  readonly email: string;
  readonly merchantId: string;
  readonly account: Pick<Merchant, 'name' | 'liveActive'>;
  readonly mode: Mode;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  /** True when the member gets no more notices of this kind by this channel today: the notice says so. */
  readonly isLastOfDay: boolean;
  readonly eventId: string;
  readonly requestId: string;
}

/** The outcome of a notice: the channel has it; cannot send any (`unsupported`); or has not taken it, and is asked again later (`failed`). */
export type NoticeOutcome = 'taken' | 'unsupported' | 'failed';

/**
 * A channel by which notices go out. A channel joins in four steps:
 *
 * 1. its name joins `noticeChannels` of the contracts, so that members choose it per kind (`GET` and `PATCH /dashboard/notices`), and the
 *    CHECK of `member.notices` (`email`, `sms` and `push` are there);
 * 2. a class here implements this interface, with its repository beside it if it has one;
 * 3. `NoticeChannels` takes the class in its constructor, and `MembersModule` provides it;
 * 4. the page of notices of the dashboard names it.
 *
 * The queue calls `send` at least once for each notice, until it is `taken` or `unsupported`, for seven days: after a kill it may be called
 * again for a notice that was taken, with the same `noticeId`. Bounds, choice, role, mode and suspension are checked before; a channel
 * decides nothing but how the facts become a message.
 */
export interface NoticeChannel {
  readonly name: NoticeChannelName;
  /** The modes of which it carries notices. */
  readonly modes: readonly Mode[];
  /** The most notices of a kind that a member gets by it in a day. */
  perDay(kind: NoticeKind): number;
  /** Never throws for a reason that is not a defect. Its time is bounded: the first pause of a notice is 15 s. */
  send(notice: NoticeToMember): Promise<NoticeOutcome>;
}
