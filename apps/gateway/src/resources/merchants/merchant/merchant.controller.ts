import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import type { MerchantProfile, MerchantView, UpdateMerchantProfileCommand } from '@paygate/contracts';
import {
  getMerchantProfile,
  operations,
  proveOwner,
  UNLIMITED_REFUNDS,
  updateMerchantProfile,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../credentials/caller.js';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { PublicUrls } from '../../public-urls.js';
import { DashboardRequests } from '../dashboard/dashboard-requests.js';

const reads = new RequestReader(operations.getMerchant);
const updates = new RequestReader(operations.updateMerchant);

type Actor = Pick<UpdateMerchantProfileCommand, 'merchantId' | 'mode' | 'actorKeyId' | 'actorMemberId'>;

/** The merchant account over HTTP: that of the key or dashboard session that asks. */
@Controller()
export class MerchantController {
  constructor(
    private readonly bus: CommandBus,
    private readonly urls: PublicUrls,
    private readonly requests: DashboardRequests,
  ) {}

  @Get(routeOf(operations.getMerchant))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId } = actorOf(request);
    reads.read(request);
    const { data } = accepted(await this.bus.send(getMerchantProfile, { merchantId }, { requestId: request.id }));
    sendJson(reply, operations.getMerchant.success, JSON.stringify(this.viewOf(data)));
  }

  @Patch(routeOf(operations.updateMerchant))
  async update(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const actor = actorOf(request);
    const { name, logo, supportContact, languages, settings, code } = updates.read(request).fields;
    const contact = supportContact === null || supportContact === undefined ? undefined : given(supportContact);
    const { customerSignIn, otherPhones, guestPayments, phoneAsks, smsReceipts, cashierRefundsPerDay } = settings ?? {};
    const refundsPerDay = settings?.refundsPerDay && { ...UNLIMITED_REFUNDS, ...given(settings.refundsPerDay) };
    const command = {
      ...actor,
      ...(await this.#provenOwner(request, code)),
      ...given({ name, logo, supportContact: contact, languages }),
      ...given({ customerSignIn, otherPhones, guestPayments, phoneAsks, smsReceipts }),
      ...given({ cashierRefundsPerDay, refundsPerDay }),
    };
    const { data } = accepted(await this.bus.send(updateMerchantProfile, command, { requestId: request.id }));
    sendJson(reply, operations.updateMerchant.success, JSON.stringify(this.viewOf(data)));
  }

  /** The owner whose code was right, of a session that shows one. An API key has no second factor: auth refuses what needs one. */
  async #provenOwner(
    request: FastifyRequest,
    code: string | null | undefined,
  ): Promise<Pick<UpdateMerchantProfileCommand, 'provenOwnerId'>> {
    if (request.dashboard === null || code === null || code === undefined) return {};
    const { merchantId, mode } = actingOf(request);
    const { sessionId } = request.dashboard.session;
    const command = { merchantId, mode, sessionId, code: this.requests.seal(code, 'dashboard.code') };
    const { data } = accepted(await this.bus.send(proveOwner, command, { requestId: request.id }));
    return { provenOwnerId: data.memberId };
  }

  private viewOf(profile: MerchantProfile): MerchantView {
    const { merchantId: id, name, liveActive, logoId, languages, createdAt } = profile;
    const { customerSignIn, otherPhones, guestPayments, smsReceipts = false, cashierRefundsPerDay = 0 } = profile;
    const { phoneAsks = false, refundsPerDay = UNLIMITED_REFUNDS } = profile;
    const limits = { cashierRefundsPerDay, refundsPerDay };
    const { email, phone, url } = profile.supportContact;
    return {
      ...{ id, object: 'merchant', name, liveActive, logoUrl: this.urls.logo(logoId) },
      ...{ supportContact: { email, phone, url }, languages, createdAt },
      settings: { customerSignIn, otherPhones, guestPayments, phoneAsks, smsReceipts, ...limits },
    };
  }
}

/** The merchant, and the key or member that acts. */
function actorOf(request: FastifyRequest): Actor {
  if (request.dashboard !== null) {
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    return { merchantId, mode, actorMemberId };
  }
  const { merchantId, mode, apiKeyId: actorKeyId } = callerOf(request);
  return { merchantId, mode, actorKeyId };
}
