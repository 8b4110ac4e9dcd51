import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type {
  MerchantProfile,
  ProtectiveSettings,
  Refusal,
  Reply,
  UpdateMerchantProfileCommand as Request,
} from '@paygate/contracts';
import { accept, loosenedBy, refuse, UNLIMITED_REFUNDS, weakensMoney } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { AccountActs } from '../members/mails/account-acts.js';
import { readLogo } from './logo.js';
import { MerchantChangeRights } from './merchant-change-rights.js';
import type { ProfileChange } from './merchant-profile-changes.js';
import { MerchantProfileChanges } from './merchant-profile-changes.js';

/** The parts of a profile that a merchant changes. */
type Changeable = Pick<
  MerchantProfile,
  | 'name'
  | 'logoId'
  | 'supportContact'
  | 'languages'
  | 'customerSignIn'
  | 'otherPhones'
  | 'guestPayments'
  | 'phoneAsks'
  | 'smsReceipts'
  | 'cashierRefundsPerDay'
  | 'refundsPerDay'
>;

/** Changes what customers see of a merchant, and its own settings. Repeated, it changes nothing more. */
@Injectable()
export class UpdateMerchantProfile {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rights: MerchantChangeRights,
    private readonly profiles: MerchantProfileChanges,
    private readonly acts: AccountActs,
  ) {}

  update(request: Request, { id: causationId, requestId }: Received<Request>): Promise<Reply<MerchantProfile>> {
    const { merchantId } = request;
    return this.unitOfWork.run(
      async (tx) => {
        const locked = await this.profiles.lock(tx, merchantId);
        if (locked?.merchant.active !== true) return refuse('merchant_inactive');
        const { merchant, profile } = locked;
        const change = (await this.rights.lack(tx, request)) ?? changeOf(profile, request);
        if ('code' in change) return change;
        const detail = differences(profile, change.wanted);
        if (Object.keys(detail).length === 0) return accept(profile);
        const loosened = loosenedBy(protectionOf(profile), detail);
        const isBound = profile.liveActive && weakensMoney(loosened);
        const refusal = isBound ? await this.rights.lackOfProof(tx, request) : undefined;
        if (refusal !== undefined) return refusal;
        await this.profiles.write(tx, merchant, change);
        // the profile belongs to both modes, and so does the chain
        const entry = { merchantId, mode: 'live', action: 'merchant.changed', subject: merchantId } as const;
        const actor = request.actorMemberId ?? request.actorKeyId ?? merchantId;
        await this.acts.record(tx, { ...entry, actor, requestId, detail }, { loosened });
        return accept(change.wanted);
      },
      { requestId, causationId },
    );
  }
}

/** The change that a request wants, or why it is refused. */
function changeOf(profile: MerchantProfile, request: Request): ProfileChange | Refusal {
  const { name = profile.name, languages = profile.languages } = request;
  const { customerSignIn = profile.customerSignIn, otherPhones = profile.otherPhones } = request;
  const { guestPayments = profile.guestPayments, smsReceipts = profile.smsReceipts ?? false } = request;
  const { phoneAsks = profile.phoneAsks ?? false } = request;
  const { cashierRefundsPerDay = profile.cashierRefundsPerDay ?? 0 } = request;
  const { count, amount, balancePercent } = request.refundsPerDay ?? profile.refundsPerDay ?? UNLIMITED_REFUNDS;
  const refundsPerDay = { count, amount, balancePercent };
  if (profile.liveActive && request.mode === 'test')
    return refuse('mode_mismatch', { detail: 'The account is active in live mode: change it with a live credential.' });
  if (profile.liveActive && name !== profile.name) return refuse('merchant_name_locked', { param: 'name' });
  if (new Set(languages).size < languages.length)
    return refuse('parameter_invalid', { param: 'languages', detail: 'languages must name each language once.' });
  const logo = request.logo === undefined || request.logo === '' ? undefined : readLogo(request.logo);
  if (typeof logo === 'string') return refuse('parameter_invalid', { param: 'logo', detail: `logo ${logo}.` });
  const { email = null, phone = null, url = null } = request.supportContact ?? profile.supportContact;
  const logoId = request.logo === undefined ? profile.logoId : (logo?.id ?? null);
  const limits = { cashierRefundsPerDay, refundsPerDay };
  const settings = { customerSignIn, otherPhones, guestPayments, phoneAsks, smsReceipts, ...limits };
  const parts = { name, languages, logoId, supportContact: { email, phone, url } };
  return { wanted: Object.assign({}, profile, settings, parts), logo };
}

function protectionOf(profile: MerchantProfile): ProtectiveSettings {
  const { customerSignIn, otherPhones, guestPayments, supportContact } = profile;
  const { phoneAsks = false, cashierRefundsPerDay = 0, refundsPerDay = UNLIMITED_REFUNDS } = profile;
  const permissions = { otherPhones, guestPayments, phoneAsks };
  return { customerSignIn, ...permissions, cashierRefundsPerDay, refundsPerDay, supportContact };
}

function differences(before: Changeable, after: Changeable): Partial<Changeable> {
  const { name, logoId, supportContact, languages, customerSignIn, otherPhones, guestPayments, smsReceipts } = after;
  const { phoneAsks, cashierRefundsPerDay, refundsPerDay } = after;
  const limits = { cashierRefundsPerDay, refundsPerDay };
  const settings = { customerSignIn, otherPhones, guestPayments, phoneAsks, smsReceipts, ...limits };
  const changeable = { name, logoId, supportContact, languages, ...settings };
  return Object.fromEntries(
    Object.entries(changeable).filter(([key, value]) => !isDeepStrictEqual(before[key as keyof Changeable], value)),
  );
}
