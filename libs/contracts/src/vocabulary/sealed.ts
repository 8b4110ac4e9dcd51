declare const sealedContent: unique symbol;

/**
 * A secret on the wire: AES-256-GCM under the key that its sender and its addressee share, printed as
 * `<name of the key>.<key id>.<base64url>`. Nobody else opens it, so no topic holds a code, password, token, key, phone number or
 * e-mail address in the clear.
 */
export type Sealed<Content extends string = string> = string & { readonly [sealedContent]: Content };

/** The printed form of a sealed value. */
export const SEALED_PATTERN = /^[a-z]+(?:-[a-z]+)?\.[a-zA-Z0-9-]{1,32}\.[A-Za-z0-9_-]{38,8192}$/;
