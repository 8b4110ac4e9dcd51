import { Injectable } from '@nestjs/common';
import { SourceUsesRepository } from '@paygate/platform';
import { DeniedTokensRepository } from '../denied-tokens.repository.js';
import { KnownNetworksRepository } from '../known-networks.repository.js';
import { KeptAnswers } from '../kept-answers.js';
import { SignInAttemptsRepository } from '../sign-in-attempts.repository.js';

/** A number that nobody tries for a day starts afresh. */
const ATTEMPTS_KEPT_SECONDS = 86_400;

/** Forgets what time has made useless, so that tables stay as small as the recent past. */
@Injectable()
export class ForgetExpired {
  constructor(
    private readonly attempts: SignInAttemptsRepository,
    private readonly denied: DeniedTokensRepository,
    private readonly networks: KnownNetworksRepository,
    private readonly sources: SourceUsesRepository<'sign-in'>,
    private readonly answers: KeptAnswers,
  ) {}

  async execute(): Promise<void> {
    await this.attempts.forget(ATTEMPTS_KEPT_SECONDS);
    await this.denied.forget();
    await this.networks.forget();
    await this.sources.forget();
    await this.answers.forget();
  }
}
