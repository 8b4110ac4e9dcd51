/** The fields that have a value: in a request null says the same as nothing, in a command only nothing does. */
export function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value !== null && value !== undefined) kept[name] = value;
  return kept as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
