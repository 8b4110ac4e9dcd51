/**
 * The path of a template with its ids, which are letters, digits, `_` and `-`: anything else, such as `..`, would lead to another
 * path.
 */
export function pathOf(template: string, ids: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const id: unknown = ids[name];
    if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) throw new TypeError(`${name} is not an id`);
    return id;
  });
}

type QueryValue = string | number | readonly string[] | Readonly<Record<string, string>> | undefined;

/** The query as the API reads it: lists by repetition, objects by `name[key]`. */
export function queryOf(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, QueryValue][]) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const text of value as readonly string[]) parameters.append(name, text);
    else if (typeof value === 'object')
      for (const [key, text] of Object.entries(value)) parameters.append(`${name}[${key}]`, text);
    else parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
