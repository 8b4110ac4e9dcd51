/** The parts of the XML reader that the workbook needs; the package has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  interface Hooks {
    error: (error: Error) => void;
    openTag: (name: string, attributes: () => Readonly<Record<string, string>> | boolean, decode: Decode) => void;
    closeTag: (name: string) => void;
    text: (text: string, decode: Decode) => void;
    cdata: (text: string) => void;
  }
  export class Parser {
    on<Name extends keyof Hooks>(name: Name, hook: Hooks[Name]): this;
    parse(xml: string): void;
  }
}
