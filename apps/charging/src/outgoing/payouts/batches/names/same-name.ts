/** The parts of a name, without accents, case and signs. */
function partsOf(name: string): readonly string[] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
}

/**
 * True when two names can be of one person: each part of the shorter one is another part of the longer one, or its first letter. Operators
 * write names in any order, leave some out, and shorten others.
 */
export function isSameName(one: string, other: string): boolean {
  const [short, long] = [partsOf(one), partsOf(other)].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return false;
  const left = [...long];
  const take = (isIt: (part: string) => boolean): boolean => {
    const at = left.findIndex(isIt);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const others = short.filter((part) => !take((whole) => whole === part));
  return (
    others.length < short.length &&
    others.every((part) => take((whole) => isInitial(part, whole) || isInitial(whole, part)))
  );
}

function isInitial(initial: string, whole: string): boolean {
  return initial.length === 1 && whole.startsWith(initial);
}
