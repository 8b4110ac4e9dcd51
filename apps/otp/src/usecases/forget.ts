import { Injectable } from '@nestjs/common';
import { SourceUsesRepository } from '@paygate/platform';
import { ChallengesRepository } from '../challenges.repository.js';
import type { OtpAction } from '../domain/otp-action.js';
import { KeptAnswers } from '../kept-answers.js';
import { PhoneCodesRepository } from '../phone-codes.repository.js';

/** Forgets what nothing asks for any more, in bounded bites. */
@Injectable()
export class Forget {
  constructor(
    private readonly challenges: ChallengesRepository,
    private readonly answers: KeptAnswers,
    private readonly sources: SourceUsesRepository<OtpAction>,
    private readonly phoneCodes: PhoneCodesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.challenges.forget();
    await this.answers.forget();
    await this.sources.deleteExpired();
    await this.phoneCodes.forget();
  }
}
