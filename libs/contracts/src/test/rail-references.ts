/**
 * A UUID in the forms that name it: those of RFC 9562, whose digits have any case, and the braces of registries. Each place that takes the
 * reference of a rail runs the tables.
 */
export const spellingsOf = (uuid: string): readonly string[] => [
  uuid,
  uuid.toUpperCase(),
  `${uuid.slice(0, 18).toUpperCase()}${uuid.slice(18)}`,
  `urn:uuid:${uuid}`,
  `URN:UUID:${uuid.toUpperCase()}`,
  `Urn:Uuid:${uuid}`,
  `{${uuid}}`,
  `{${uuid.toUpperCase()}}`,
];

/** Texts that are not this UUID, and of which none equals another. */
export const othersThan = (uuid: string): readonly string[] => [
  `{${uuid}`,
  `${uuid}}`,
  `(${uuid})`,
  `urn:uuid:{${uuid}}`,
  `uuid:${uuid}`,
  `urn:${uuid}`,
  `${uuid}-`,
  `${uuid}0`,
  uuid.slice(1),
  uuid.replaceAll('-', ''),
  uuid.replaceAll('-', '_'),
  `${uuid.slice(0, -1)}g`,
  `x${uuid.slice(1)}`,
];
