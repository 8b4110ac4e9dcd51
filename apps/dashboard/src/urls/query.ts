/** The parameters of a URL as text, several of one name as a list: `amountFrom=100` and `status=FAILED&status=EXPIRED`. */
export function parseSearch(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** The query of parameters that are text, numbers, or lists of these; empty when none has a value. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (typeof one === 'string' || typeof one === 'number') query.append(name, String(one));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
