import { Injectable } from '@nestjs/common';

/** A service that keeps its askers waiting: a sign-in with the password `silence` always, everything once it has begun. */
@Injectable()
export class Silence {
  readonly #over = Promise.withResolvers<undefined>();
  readonly over = this.#over.promise;
  #begun = false;

  begin(): void {
    this.#begun = true;
  }

  end(): void {
    this.#over.resolve(undefined);
  }

  /** Resolves at once, or when the silence that has begun is over. */
  async broken(): Promise<void> {
    if (this.#begun) await this.over;
  }
}
