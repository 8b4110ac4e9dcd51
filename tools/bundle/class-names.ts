/** A class that is begun at the end of a line, by its own name or by that of the variable that it is for. */
const BEGUN = /^.*\b(?:class (\w+)|(?:var|let|const) (\w+) = class)(?: extends .+)? \{$/gm;

/** Every name that classes of a program have. */
export function classNames(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\bclass (\w+)/g)].map(([, name = '']) => name));
}

/**
 * A bundle whose classes have the names of their sources, also those that had to be called otherwise there, since another has
 * the name: logs and errors tell them. Lines keep their numbers, and their columns up to the end.
 */
export function withOwnNames(bundle: string, sourceNames: ReadonlySet<string>): string {
  return bundle.replace(BEGUN, (line, own: string | undefined, variable: string | undefined) => {
    const name = own ?? variable ?? '';
    const original = name.replace(/\d+$/, '');
    if (sourceNames.has(name) || !sourceNames.has(original)) return line;
    return `${line} static { Object.defineProperty(this, 'name', { value: '${original}', configurable: true }); }`;
  });
}
