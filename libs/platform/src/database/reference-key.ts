/**
 * The expression of SQL by which transaction numbers of operators are compared: the letters, in capitals, and the digits of a text. People type
 * them from a message with blanks, dots and small letters. The indexes of the services have this expression: a change of it needs new ones.
 */
export const referenceKeySql = (text: string): string => `upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g'))`;
