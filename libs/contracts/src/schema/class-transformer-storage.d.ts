/** The storage of `@Type` has no public export; this is the module that class-transformer's own decorators write to. */
declare module 'class-transformer/cjs/storage.js' {
  interface TypeMetadata {
    readonly target: abstract new () => object;
    readonly propertyName: string;
    readonly typeFunction: () => unknown;
    readonly options?: { readonly discriminator?: unknown };
  }
  export const defaultMetadataStorage: {
    addTypeMetadata(metadata: TypeMetadata): void;
    findTypeMetadata(target: abstract new () => object, property: string): TypeMetadata | undefined;
  };
}
