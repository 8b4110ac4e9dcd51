import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ChallengesRepository } from './challenges.repository.js';
import { PeriodicWork } from './periodic-work.js';
import { MessageSender } from './sending/message-sender.js';
import { SigningKeys } from './signing/signing-keys.js';

const SWEEP_MS = 1_000;
/** Well below the lead of a new signing key, so that every instance has it when its time comes. */
const KEY_REFRESH_MS = 15_000;
const FORGET_MS = 60_000;

/** What this service does on its own. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly work: PeriodicWork,
    private readonly signingKeys: SigningKeys,
    private readonly sender: MessageSender,
    private readonly challenges: ChallengesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.work.every(KEY_REFRESH_MS, 'signing-keys', () => this.signingKeys.refresh());
    this.work.every(SWEEP_MS, 'message-sweep', () => this.sender.sweep());
    this.work.every(FORGET_MS, 'retention', () => this.challenges.forget());
  }
}
