const PARAMETER = /;\s*(?:([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s";]*)\s*)?/gy;
const UTF8 = /^"?utf-?8"?$/i;

/**
 * True for the content type of JSON in UTF-8, however a client spells it: an empty parameter and those that JSON does not know mean
 * nothing, `utf8` is `utf-8`. Another charset, or a text that is no list of parameters, is false.
 */
export function isJsonInUtf8(contentType: string): boolean {
  const given = contentType.trim();
  const type = /^application\/json\s*/i.exec(given)?.[0];
  if (type === undefined) return false;
  PARAMETER.lastIndex = type.length;
  while (PARAMETER.lastIndex < given.length) {
    const parameter = PARAMETER.exec(given);
    if (parameter === null) return false;
    const [, name = '', value = ''] = parameter;
    if (name.toLowerCase() === 'charset' && !UTF8.test(value)) return false;
  }
  return true;
}
