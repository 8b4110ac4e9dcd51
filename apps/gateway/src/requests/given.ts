type Named<Fields, Name extends keyof Fields> = null extends Fields[Name]
  ? never
  : undefined extends Fields[Name]
    ? never
    : Name;

/** Fields without null: those that may have no value may be absent. */
export type Given<Fields extends object> = { [Name in keyof Fields as Named<Fields, Name>]: Fields[Name] } & {
  [Name in keyof Fields as Exclude<Name, Named<Fields, Name>>]?: NonNullable<Fields[Name]>;
};

/** The fields that have a value. A request may send null for an absent field; a command leaves the field out. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value !== null && value !== undefined) kept[name] = value;
  return kept as Given<Fields>;
}
