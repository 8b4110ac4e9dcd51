// eslint-disable-next-line @nx/enforce-module-boundaries -- the only way to read what @Type has recorded
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import type { PayloadClass } from './schema.js';

/**
 * A class with the fields of `source` and their constraints, each under the name that `nameOf` returns, or not at all where it returns
 * undefined; and with the fields of `base`.
 */
export function derivedFrom(
  source: PayloadClass<object>,
  nameOf: (field: string) => string | undefined,
  base: PayloadClass<object> = Object,
): PayloadClass<object> {
  class Derived extends base {}
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(source, '', false, false)) {
    const propertyName = nameOf(metadata.propertyName);
    if (propertyName === undefined) continue;
    const place = { target: Derived, propertyName };
    const prototype = Object.getPrototypeOf(metadata) as object;
    storage.addValidationMetadata(Object.assign(Object.create(prototype) as typeof metadata, metadata, place));
    const type = defaultMetadataStorage.findTypeMetadata(source, metadata.propertyName);
    if (type !== undefined) defaultMetadataStorage.addTypeMetadata({ ...type, ...place });
  }
  return Derived;
}
