const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The UUIDv4 of a text in its one form, as its digits have any case (RFC 9562); undefined for any other text. */
export function uuidV4Of(text: string): string | undefined {
  return UUID_V4.test(text) ? text.toLowerCase() : undefined;
}
