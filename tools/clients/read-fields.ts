import ts from 'typescript';

const API_TYPES = 'libs/api-types/src/index.ts';
const CLIENTS = [
  'libs/sdk-node/src/index.ts',
  ...['sdk-browser', 'sdk-react'].flatMap((name) => [`libs/${name}/src/index.ts`, `libs/${name}/src/wallet.ts`]),
];

/** A field of the API document that a client reads: where its declaration begins in the types. */
export interface ReadField {
  readonly name: string;
  readonly start: number;
}

/** The clients as one program, with the types of the API as they are or as a change of the document would make them. */
export class ClientSources {
  private readonly options: ts.CompilerOptions;
  private readonly original = ts.sys.readFile(API_TYPES) ?? '';
  private program: ts.Program;

  constructor() {
    const { config } = ts.readConfigFile('tsconfig.browser.json', (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const parsed = ts.parseJsonConfigFileContent({ ...config, files: CLIENTS }, ts.sys, process.cwd());
    this.options = parsed.options;
    this.program = this.programWith(this.original);
  }

  /** Every field that a client reads, in the order of the document. */
  readFields(): readonly ReadField[] {
    const checker = this.program.getTypeChecker();
    const found = new Map<number, ReadField>();
    const visit = (node: ts.Node): void => {
      const symbol = readSymbol(checker, node);
      for (const declaration of symbol?.declarations ?? [])
        if (declaration.getSourceFile().fileName.endsWith(API_TYPES) && ts.isPropertySignature(declaration))
          found.set(declaration.name.getStart(), {
            name: declaration.name.getText(),
            start: declaration.name.getStart(),
          });
      ts.forEachChild(node, visit);
    };
    for (const source of this.sources()) visit(source);
    return [...found.values()].sort((left, right) => left.start - right.start);
  }

  /** The errors of the clients as they are, or when the document gives a field another name. */
  errors(field?: ReadField): readonly string[] {
    const { start, name } = field ?? { start: 0, name: '' };
    const end = this.original.slice(start + name.length);
    const program = this.programWith(field === undefined ? end : `${this.original.slice(0, start)}renamed${end}`);
    return this.sources(program)
      .flatMap((source) => program.getSemanticDiagnostics(source))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }

  /** The clients' own files. */
  private sources(program = this.program): readonly ts.SourceFile[] {
    return program.getSourceFiles().filter(({ fileName }) => /\/libs\/sdk-\w+\/src\//.test(fileName));
  }

  private programWith(types: string): ts.Program {
    const host = ts.createCompilerHost(this.options);
    const read = host.getSourceFile.bind(host);
    const earlier = this.program as ts.Program | undefined;
    host.getSourceFile = (name, target) => {
      if (name.endsWith(API_TYPES)) return ts.createSourceFile(name, types, target, true);
      return earlier?.getSourceFile(name) ?? read(name, target);
    };
    this.program = ts.createProgram({
      rootNames: CLIENTS,
      options: this.options,
      host,
      ...(earlier && { oldProgram: earlier }),
    });
    return this.program;
  }
}

/** The property that an expression or a destructuring reads. */
function readSymbol(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  if (ts.isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name);
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  const name = node.propertyName ?? node.name;
  return ts.isIdentifier(name) ? checker.getTypeAtLocation(node.parent).getProperty(name.text) : undefined;
}
