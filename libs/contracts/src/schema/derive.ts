// eslint-disable-next-line @nx/enforce-module-boundaries -- the only way to read what @Type has recorded
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import type { PayloadClass } from './schema.js';

/**
 * Gives the class `target` the fields of `source`, with their constraints: each under the name that `nameOf` returns, or not at all
 * where it returns undefined.
 */
export function deriveFields(
  source: PayloadClass<object>,
  target: PayloadClass<object>,
  nameOf: (field: string) => string | undefined,
): void {
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(source, '', false, false)) {
    const propertyName = nameOf(metadata.propertyName);
    if (propertyName === undefined) continue;
    const prototype = Object.getPrototypeOf(metadata) as object;
    storage.addValidationMetadata(
      Object.assign(Object.create(prototype) as typeof metadata, metadata, { target, propertyName }),
    );
    const type = defaultMetadataStorage.findTypeMetadata(source, metadata.propertyName);
    if (type !== undefined) defaultMetadataStorage.addTypeMetadata({ ...type, target, propertyName });
  }
}
