import { randomBytes } from 'node:crypto';
import { isRecord, readJson, writeJson } from '../files.ts';

/** Created once per stack and kept, so that a later start can decrypt its data and sign in to its engines. Bytes, base64url. */
const SECRET_BYTES = {
  postgresAdminPassword: 24,
  redisPassword: 24,
  inboxToken: 32,
} as const;

export type SecretName = keyof typeof SECRET_BYTES;

export class Secrets {
  readonly #file: string;
  readonly #values: Record<string, string>;

  constructor(file: string) {
    this.#file = file;
    this.#values = readSecrets(file);
  }

  get(name: SecretName): string {
    return this.#keep(name, SECRET_BYTES[name]);
  }

  /** A symmetric key of 32 bytes for one purpose, base64. */
  key(purpose: string): string {
    return Buffer.from(this.#keep(`key.${purpose}`, 32), 'base64url').toString('base64');
  }

  databasePassword(service: string): string {
    return this.#keep(`databasePassword.${service}`, 24);
  }

  /** The password of a process at an engine that knows each of them. */
  enginePassword(engine: 'kafka' | 'redis', name: string): string {
    return this.#keep(`${engine}Password.${name}`, 24);
  }

  #keep(name: string, bytes: number): string {
    const known = this.#values[name];
    if (known !== undefined) return known;
    const made = randomBytes(bytes).toString('base64url');
    this.#values[name] = made;
    writeJson(this.#file, this.#values);
    return made;
  }
}

function readSecrets(file: string): Record<string, string> {
  const stored = readJson(file);
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
