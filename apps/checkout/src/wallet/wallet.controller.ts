import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { WALLET_TRANSACTION_ID } from '@paygate/contracts';
import { dayAt } from '@paygate/paper';
import { isId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import { WalletApi } from '../gateway/wallet-api.js';
import { languageNamed } from '../language/negotiate.js';
import { Pages } from '../pages/pages.js';
import { STATEMENT_ROWS } from '../pages/wallet/account-pages.js';
import { redirect } from '../payment/checkout.controller.js';
import { requestedLanguage } from '../payment/payments.js';
import { stateOfTopUp } from '../pages/wallet/filling.js';
import { movementsUpTo, statementCsv } from './statement.js';
import { WalletScreens } from './wallet-screens.js';
import { newSession, withoutReset } from './wallet-sessions.js';
import type { UserVisit, WalletVisit } from './wallet-visits.js';
import { hasEnded, userVisitOf, WalletVisits } from './wallet-visits.js';

const PATH = '/checkout/wallet';

interface Asked {
  readonly lang?: string;
  readonly after?: string;
}

/** Shows the wallet of a user who is signed in, apart from any payment. */
@Controller('checkout/wallet')
export class WalletController {
  constructor(
    private readonly api: WalletApi,
    private readonly visits: WalletVisits,
    private readonly screens: WalletScreens,
    private readonly pages: Pages,
  ) {}

  @Get()
  home(@Query() asked: Asked, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.show('', asked, { request, reply });
  }

  @Get(':screen')
  screen(
    @Param('screen') screen: string,
    @Query() asked: Asked,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show(screen, asked, { request, reply });
  }

  /** The movements as a file. */
  @Get('statement')
  async statement(
    @Query('after') given: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const after = cursorIn(given);
    await this.forUser({ request, reply }, async (visit) => {
      const { language, texts } = this.screens.contextOf(visit);
      const movements = await movementsUpTo(STATEMENT_ROWS, { api: this.api, holder: visit.holder, after });
      const name = `${texts.ofWallet.fileName}-${dayAt(new Date())}.csv`;
      void reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .type('text/csv; charset=utf-8')
        .send(statementCsv(movements, language));
    });
  }

  @Get('top-ups/:id')
  topUp(@Param('id') id: string, @Query() asked: Asked, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.show(isId('topUp', id) ? `top-ups/${id}` : 'unknown', asked, { request, reply });
  }

  @Get('withdrawals/:id')
  withdrawal(
    @Param('id') id: string,
    @Query() asked: Asked,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.show(isId('withdrawal', id) ? `withdrawals/${id}` : 'unknown', asked, { request, reply });
  }

  /** The state of a top-up or a withdrawal, for the script of its page. */
  @Get(':kind/:id/state')
  async state(
    @Param() { kind, id }: { readonly kind: string; readonly id: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = userVisitOf(this.visits.of(request, reply));
    void reply.header('cache-control', 'no-store');
    if (visit === undefined) void reply.code(404).send({ state: 'UNKNOWN' });
    else if (kind === 'top-ups' && isId('topUp', id))
      void reply.send({ state: stateOfTopUp(await this.api.topUpOf(visit.holder, id)) });
    else if (kind === 'withdrawals' && isId('withdrawal', id))
      void reply.send({ state: (await this.api.withdrawalOf(visit.holder, id)).status });
    else void reply.code(404).send({ state: 'UNKNOWN' });
  }

  private async show(screen: string, { lang, after }: Asked, exchange: Exchange): Promise<void> {
    const { request, reply } = exchange;
    if (this.visits.mode === undefined || !this.screens.has(screen)) {
      this.pages.sendNotice(reply, 'notFound', requestedLanguage(request));
      return;
    }
    const visit = this.visits.of(request, reply);
    const language = languageNamed(lang);
    if (language !== undefined) {
      this.visits.keep(visit, { ...visit.session, language });
      redirect(reply, screen === '' ? PATH : `${PATH}/${screen}`);
    } else if (this.screens.isOpen(screen) && userVisitOf(visit) === undefined) this.showSignedOut(screen, visit);
    else {
      // a code for another password may have been lost: from here it is asked for again
      if (screen === '' && visit.session.reset !== undefined) this.visits.keep(visit, withoutReset(visit.session));
      await this.forUser(exchange, (user) => this.screens.show(screen, user, { after: cursorIn(after) }));
    }
  }

  private showSignedOut(screen: string, visit: WalletVisit): void {
    const { user, ...others } = screen === '' ? withoutReset(visit.session) : visit.session;
    // the browser keeps the token of its forms
    if (visit.isNew || user !== undefined || screen === '') this.visits.keep(visit, others);
    this.screens.showSignedOut(screen, visit);
  }

  /** Does something for the user who is signed in; leads to the sign-in where nobody is, or the API takes the token no more. */
  private async forUser(exchange: Exchange, work: (visit: UserVisit) => Promise<void>): Promise<void> {
    const visit = this.visits.of(exchange.request, exchange.reply);
    const user = userVisitOf(visit);
    try {
      if (user === undefined) redirect(exchange.reply, PATH);
      else await work(user);
    } catch (error) {
      if (hasEnded(error)) {
        this.visits.keep(visit, newSession({ ...visit.session, notice: 'ended' }));
        redirect(exchange.reply, PATH);
      } else if (error instanceof Refusal && error.status === 404)
        this.pages.sendNotice(exchange.reply, 'notFound', visit.payer.language);
      else throw error instanceof Refusal ? keyRefused(error) : error;
    }
  }
}

/** A refusal that is none of the user's: the installation's key is worth nothing any more, or its limit is reached. */
function keyRefused(error: Refusal): Error {
  return error.status === 429 ? error : new NoAnswer('the key of the wallet is refused', { cause: error });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The movement that an address names; undefined for any other text. */
function cursorIn(given: string | undefined): string | undefined {
  return typeof given === 'string' && WALLET_TRANSACTION_ID.test(given) ? given : undefined;
}
