import { Injectable } from '@nestjs/common';
import { ChallengesRepository } from '../challenges.repository.js';
import { SourcesRepository } from '../sources.repository.js';

/** Forgets what nothing asks for any more, in bounded bites. */
@Injectable()
export class Forget {
  constructor(
    private readonly challenges: ChallengesRepository,
    private readonly sources: SourcesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.challenges.forget();
    await this.sources.forget();
  }
}
