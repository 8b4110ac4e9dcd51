import { inspect } from 'node:util';

const PRINTED = '[secret]';

/** A secret of the configuration. Only {@link Secret.reveal} returns it: printed in any other way it is `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret. Call it only where the secret is used. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return PRINTED;
  }

  toJSON(): string {
    return PRINTED;
  }

  [inspect.custom](): string {
    return PRINTED;
  }
}
