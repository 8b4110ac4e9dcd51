import { Parser } from 'saxen';

/** The act of a reader of XML at each element. Names have no prefix. */
export interface Visitor {
  readonly open?: (name: string, attributes: Readonly<Partial<Record<string, string>>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Reads XML from its beginning to its end, and throws where it is none. */
export function visitXml(xml: string, { open, text, close }: Visitor): void {
  const parser = new Parser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, attributes, decode) => {
    open?.(localOf(name), decoded(attributes(), decode));
  });
  parser.on('text', (value, decode) => text?.(decode(value)));
  parser.on('cdata', (value) => text?.(value));
  parser.on('closeTag', (name) => close?.(localOf(name)));
  parser.parse(xml);
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(
  attributes: Readonly<Record<string, string>> | boolean,
  decode: (text: string) => string,
): Record<string, string> {
  if (typeof attributes === 'boolean') return {};
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, decode(value)]));
}
