/** The fields that have a value. A request may send null for an absent field; a command leaves the field out. */
export function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value !== null && value !== undefined) kept[name] = value;
  return kept as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
