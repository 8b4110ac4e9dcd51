import { inspect } from 'node:util';

const PRINTED = '[secret]';

/** A secret of the configuration. It shows itself only through {@link Secret.reveal}: printed in any way it is `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself. Call it where it is used, never before. */
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
