/** Throws a TypeError for an option that does not exist: misspelt, it would have no effect and nobody would notice. */
export function refuseUnknown(of: string, [name]: readonly string[]): void {
  if (name !== undefined) throw new TypeError(`${of} has no option ${name}`);
}
