import { Injectable } from '@nestjs/common';
import type {
  FormerMember,
  FormerMemberView,
  Language,
  MemberInfo,
  MemberView,
  Sealed,
  SealedIdempotency,
} from '@paygate/contracts';
import type { OpaqueTokenKind } from '@paygate/platform';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { OpaqueTokens } from '../../../credentials/tokens/opaque-tokens.js';
import { acceptedLanguage } from '../../../edge/headers/accept-language.js';
import { sealedIdempotencyOf } from '../../../requests/idempotency.js';
import { Proxies } from '../../../edge/listener/proxies.js';
import { given } from '../../../requests/given.js';
import { pathIdOf } from '../../../requests/path-id.js';

export const memberIdOf = pathIdOf('member', 'member_not_found');

/** A request about one member. */
export type OneMember = FastifyRequest<{ Params: { id: string } }>;

/** Common parts of the requests of members at the dashboard. Secrets are sealed for auth. */
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

  /** The client's IP address. */
  addressOf({ raw }: FastifyRequest): Sealed {
    return this.seal(this.proxies.clientOf(raw), 'dashboard.address');
  }

  /** The language of an e-mail. */
  languageOf(request: FastifyRequest): { readonly language?: Language } {
    return given({ language: acceptedLanguage(request.headers['accept-language']) });
  }

  /** The request's idempotency key, with the digest of its content: `parts`, or else the body. */
  idempotencyOf(request: FastifyRequest, ...parts: readonly unknown[]): { readonly idempotency: SealedIdempotency } {
    const seal = (bodyHash: string) => this.seal(bodyHash, 'account.body-hash');
    return { idempotency: sealedIdempotencyOf(request, seal, parts.length === 0 ? undefined : parts) };
  }

  /** The HMAC by which auth stores the token of an e-mail. Throws `mail_token_invalid`. */
  mailTokenHash(kind: OpaqueTokenKind, token: string): string {
    const hash = this.tokens.hashOf(kind, token);
    if (hash === undefined) throw new PaygateError('mail_token_invalid');
    return hash;
  }

  /** A member as the members of its account see it. */
  viewOf({ memberId: id, email, name, role, status, createdAt, joinedAt }: MemberInfo): MemberView {
    return {
      ...{ id, object: 'member', email: this.open(email, 'member.email') },
      ...{ name: this.#nameOf(name), role, status, createdAt, joinedAt },
    };
  }

  formerViewOf({ memberId: id, name, removedAt }: FormerMember): FormerMemberView {
    return { id, object: 'former_member', name: this.#nameOf(name), removedAt };
  }

  #nameOf(name: Sealed | null): string | null {
    return name === null ? null : this.open(name, 'member.name');
  }
}
