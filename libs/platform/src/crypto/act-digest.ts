import { sha256Base64url } from './hmac.js';

/** Names one command with all that it says: two commands that differ in an amount or an id have two names. */
export function actDigest(command: string, payload: object): string {
  return sha256Base64url(`${command}\n${JSON.stringify(payload)}`);
}
