import type {
  ActedDestination,
  MemberMail,
  MemberRole,
  Mode,
  NoticeFacts,
  ProtectiveSetting,
} from '@paygate/contracts';

/** The text of an e-mail to a member. */
export interface MemberMailFacts {
  readonly mail: MemberMail;
  /** In a notice that members choose, the one that stops such mails; empty in other notices. */
  readonly token: string;
  /** The account, in an invitation or a notice; empty when it is not named. */
  readonly merchantName: string;
  /** The mode that a notice is about. */
  readonly about?: Mode;
  /** The destination of payouts that a notice is about. */
  readonly destination?: ActedDestination | undefined;
  /** The facts of a notice that the member has chosen. */
  readonly facts?: NoticeFacts | undefined;
  /** True in the last notice of its kind in a day. */
  readonly isLastOfDay?: boolean | undefined;
  /** The settings that a notice is about. */
  readonly loosened?: readonly ProtectiveSetting[] | undefined;
  /** The role that a notice is about. */
  readonly role?: MemberRole | undefined;
  /** The acts of an hour that a notice to owners is about, beyond those of the day that have a notice each. */
  readonly further?: number | undefined;
  readonly validHours: number;
  /** The address of the dashboard, to which the mail leads; undefined where it has none. */
  readonly dashboardUrl?: string | undefined;
}

/** An e-mail in plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** The address to which a mail provider posts to stop such mails. */
  readonly stopUrl?: string;
}
