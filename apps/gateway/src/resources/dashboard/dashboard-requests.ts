import { Injectable } from '@nestjs/common';
import type { Language, MemberInfo, MemberView, Sealed, SealedIdempotency } from '@paygate/contracts';
import { idPattern } from '@paygate/contracts';
import type { OpaqueTokenKind } from '@paygate/platform';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../../edge/accept-language.js';
import { OpaqueTokens } from '../../credentials/tokens/opaque-tokens.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { sealedIdempotencyOf } from '../../edge/idempotency.js';
import { given } from '../../json/given.js';

const MEMBER_ID = idPattern('member');

/** A request about one member. */
export type OneMember = FastifyRequest<{ Params: { id: string } }>;

/** What requests of people at the dashboard have in common. Their secrets leave here sealed for auth. */
@Injectable()
export class DashboardRequests {
  constructor(
    private readonly sealer: Sealer,
    private readonly tokens: OpaqueTokens,
    private readonly proxies: Proxies,
  ) {}

  seal(text: string, context: string): Sealed {
    return this.sealer.seal('auth', text, context);
  }

  open(sealed: Sealed, context: string): string {
    return this.sealer.open(sealed, context);
  }

  /** The IP address of who asks. */
  addressOf({ raw }: FastifyRequest): Sealed {
    return this.seal(this.proxies.clientOf(raw), 'dashboard.address');
  }

  /** The language in which an e-mail is written. */
  languageOf(request: FastifyRequest): { readonly language?: Language } {
    return given({ language: acceptedLanguage(request.headers['accept-language']) });
  }

  /** The request's idempotency key, for what it asks: its body, unless its path says it. */
  idempotencyOf(request: FastifyRequest, ...asked: readonly unknown[]): { readonly idempotency?: SealedIdempotency } {
    const seal = (bodyHash: string) => this.seal(bodyHash, 'account.body-hash');
    return given({ idempotency: sealedIdempotencyOf(request, seal, asked.length === 0 ? undefined : asked) });
  }

  /** What auth knows the token of an e-mail by. Throws `mail_token_invalid`. */
  mailTokenHash(kind: OpaqueTokenKind, token: string): string {
    const hash = this.tokens.hashOf(kind, token);
    if (hash === undefined) throw new PaygateError('mail_token_invalid');
    return hash;
  }

  /** A member as its account is told of it. */
  viewOf({ memberId: id, email, name, role, status, createdAt, joinedAt }: MemberInfo): MemberView {
    return {
      ...{ id, object: 'member', email: this.open(email, 'member.email') },
      ...{ name: name === null ? null : this.open(name, 'member.name'), role, status, createdAt, joinedAt },
    };
  }
}

/** What is no id is the id of no member. */
export function memberIdOf({ params }: OneMember): string {
  if (!MEMBER_ID.test(params.id)) throw new PaygateError('member_not_found');
  return params.id;
}
