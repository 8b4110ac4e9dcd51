/** What grows with time, and can let go of what nothing asks for any more. */
export interface Forgetful {
  deleteExpired(): Promise<unknown>;
}

/** Forgets what time has made useless, so that tables stay as small as the recent past. */
export class ForgetExpired {
  constructor(private readonly tables: readonly Forgetful[]) {}

  async execute(): Promise<void> {
    for (const table of this.tables) await table.deleteExpired();
  }
}
