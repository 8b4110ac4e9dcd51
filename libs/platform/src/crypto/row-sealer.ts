import type { Principal, Sealed } from '@paygate/contracts';
import { parseKeyring } from '../config/keyring.js';
import type { Secret } from '../config/secret.js';
import { Sealer } from './sealed.js';

/**
 * Seals the secrets in a service's database under keys that only this service has, so that a dump of the database does not reveal
 * them. Each value is bound to its column and row, so it cannot be moved to another. The keys have the form of SEAL_KEYS.
 */
export class RowSealer<Column extends string = string> {
  readonly #owner: Principal;
  readonly #sealer: Sealer;

  /** Uses those of `keys` that belong to `owner`: the first seals, all open. */
  constructor(owner: Principal, keys: Secret) {
    this.#owner = owner;
    this.#sealer = new Sealer(owner, parseKeyring(keys.reveal()));
  }

  /** Seals a value for its `column` and `row`. Throws SealFault when the text is too long. */
  seal(text: string, column: Column, row: string): Sealed {
    return this.#sealer.seal(this.#owner, text, `${column}:${row}`);
  }

  /** Opens a value. Throws SealFault when it was not sealed for this column and row under one of the keys. */
  open(sealed: string, column: Column, row: string): string {
    return this.#sealer.open(sealed as Sealed, `${column}:${row}`);
  }
}
