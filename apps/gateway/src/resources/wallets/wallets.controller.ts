import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type {
  Currency,
  WalletEntry,
  WalletOfUser,
  WalletTopUp,
  WalletTopUpView,
  WalletTransactionView,
  WalletView,
} from '@paygate/contracts';
import { createWalletTopUp, getWalletTopUp, listWalletTransactions, operations, readWallet } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MerchantProfiles } from '../../credentials/merchant-profiles.js';
import { signedInUserOf } from '../../credentials/tokens/user-tokens.js';
import { accepted, markReplay } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { pathIdOf } from '../../requests/path-id.js';
import { RequestReader } from '../../requests/request-reader.js';

const DEFAULT_PAGE_TRANSACTIONS = 20;
const wallets = new RequestReader(operations.getWallet);
const lists = new RequestReader(operations.listWalletTransactions);
const topUps = new RequestReader(operations.createWalletTopUp);
const topUpReads = new RequestReader(operations.getWalletTopUp);
const topUpIdOf = pathIdOf('topUp', 'top_up_not_found');

/** The wallets of users who are signed in, over HTTP. The user token alone says whose wallet it is. */
@Controller()
export class WalletsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly merchants: MerchantProfiles,
  ) {}

  @Get(routeOf(operations.getWallet))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const wallet = walletOf(request, wallets.read(request).query.currency);
    const { data } = accepted(await this.bus.send(readWallet, wallet, { requestId: request.id }));
    const { currency, mode } = wallet;
    const view: WalletView = Object.assign({ object: 'wallet' as const, currency, mode }, data);
    void reply.send(view);
  }

  @Get(routeOf(operations.listWalletTransactions))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { limit = DEFAULT_PAGE_TRANSACTIONS, startingAfter, currency } = lists.read(request).query;
    const wallet = walletOf(request, currency);
    const command = Object.assign({ limit }, wallet, given({ startingAfter }));
    const { data } = accepted(await this.bus.send(listWalletTransactions, command, { requestId: request.id }));
    const names = await this.#namesOf(data.entries, request.id);
    const ofAll = { object: 'wallet_transaction', currency: wallet.currency, mode: wallet.mode } as const;
    const rows = data.entries.map((entry): WalletTransactionView =>
      Object.assign({ merchantName: names.get(entry.merchantId) ?? null }, ofAll, entry),
    );
    const nextCursor = data.hasMore ? (data.entries.at(-1)?.id ?? null) : null;
    void reply.send({ data: rows, hasMore: data.hasMore, nextCursor });
  }

  @Post(routeOf(operations.createWalletTopUp))
  async topUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { amount, currency, operator } = topUps.read(request).fields;
    const wallet = walletOf(request, currency ?? 'XAF');
    const idempotency = requiredIdempotencyOf(request.headers, request.body);
    const ids = { topUpId: newId('topUp'), merchantId: signedInUserOf(request).merchantId };
    const command = Object.assign(ids, wallet, { amount, idempotency }, given({ operator }));
    const outcome = accepted(await this.bus.send(createWalletTopUp, command, { requestId: request.id }));
    markReplay(reply, outcome);
    void reply.code(operations.createWalletTopUp.success).send(topUpView(outcome.data, wallet));
  }

  @Get(routeOf(operations.getWalletTopUp))
  async readTopUp(
    @Req() request: FastifyRequest<{ Params: { id: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userId, mode } = signedInUserOf(request);
    topUpReads.read(request);
    const command = { userId, mode, topUpId: topUpIdOf(request) };
    const { data } = accepted(await this.bus.send(getWalletTopUp, command, { requestId: request.id }));
    void reply.send(topUpView(data, { mode }));
  }

  /** The names of the merchants that were paid, also of those who are no longer active. */
  async #namesOf(
    entries: readonly WalletEntry[],
    requestId: string,
  ): Promise<ReadonlyMap<string | null, string | null>> {
    const ids = [...new Set(entries.map(({ merchantId }) => merchantId))].filter((id) => id !== null);
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.#nameOf(id, requestId)] as const)));
  }

  /** Null for a merchant that auth does not know: a restored database may lack the newest ones, and money has moved all the same. */
  #nameOf(merchantId: string, requestId: string): Promise<string | null> {
    return this.merchants.nameOf(merchantId, requestId).catch((error: unknown) => {
      if (error instanceof PaygateError && error.code === 'merchant_not_found') return null;
      throw error;
    });
  }
}

/** The wallet of the user of the request's token, in the mode of both its credentials. */
function walletOf(request: FastifyRequest, currency: Currency = 'XAF'): WalletOfUser {
  const { userId, mode } = signedInUserOf(request);
  return { userId, mode, currency };
}

function topUpView(topUp: WalletTopUp, { mode }: Pick<WalletOfUser, 'mode'>): WalletTopUpView {
  return Object.assign({ object: 'wallet_top_up' as const, mode }, topUp);
}
