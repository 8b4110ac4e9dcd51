import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const SHARED = 'libs/platform/src/config/service-config.ts';

const COMPUTED = 'computed';

/** A variable as its configuration class declares it. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** The default as it is written in the environment; undefined when there is none. */
  readonly preset: string | undefined;
  /** The bounds of `IsIntBetween`, or of `Min` and `Max`. */
  readonly range: string | undefined;
}

interface Declared {
  readonly base: string | undefined;
  readonly variables: readonly Variable[];
}

/** Every app that has a configuration. */
export const configuredApps: readonly string[] = readdirSync('apps').filter((app) => existsSync(sourceOf(app)));

/** The variables of an app: its own first, then shared ones. */
export function variablesOf(app: string): readonly Variable[] {
  const classes = new Map([...classesIn(SHARED), ...classesIn(sourceOf(app))]);
  const own = [...classesIn(sourceOf(app))][0]?.[0];
  const found = new Map<string, Variable>();
  for (let name = own; name !== undefined; name = classes.get(name)?.base)
    for (const variable of classes.get(name)?.variables ?? [])
      if (!found.has(variable.name)) found.set(variable.name, variable);
  return [...found.values()];
}

/** The page of one app's image. */
export function configurationPage(app: string): string {
  const rows = variablesOf(app).map(
    (variable) => `| \`${variable.name}\` | ${presetOf(variable)} | ${meaningOf(variable)} |`,
  );
  return `# Configuration of ${app}

Each variable may be given in a file instead, whose path \`<name>_FILE\` holds, or in a file of its name in the folder that
\`CONFIGURATION_FOLDER\` names: so are secrets in containers. The process ends with exit code 78 and one message that names every fault.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function presetOf({ required, preset, secret }: Variable): string {
  if (required) return secret ? '**required**, secret' : '**required**';
  if (secret) return 'none, secret';
  if (preset === COMPUTED) return preset;
  return preset === undefined || preset === '' ? 'none' : `\`${preset}\``;
}

function meaningOf({ meaning, range }: Variable): string {
  return [meaning, range].filter((text) => text !== undefined && text !== '').join(' ');
}

function sourceOf(app: string): string {
  return `apps/${app}/src/config.ts`;
}

function classesIn(path: string): ReadonlyMap<string, Declared> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  return new Map(
    source.statements.filter(ts.isClassDeclaration).map((declaration) => [
      declaration.name?.text ?? '',
      {
        base: declaration.heritageClauses?.[0]?.types[0]?.expression.getText(),
        variables: declaration.members.filter(ts.isPropertyDeclaration).map(variableOf),
      },
    ]),
  );
}

function variableOf(property: ts.PropertyDeclaration): Variable {
  const { initializer, exclamationToken, type } = property;
  return {
    name: property.name.getText(),
    meaning: docOf(property),
    secret: /^(Reloading)?Secret$/.test(type?.getText() ?? '') && !isCertificates(property),
    required: exclamationToken !== undefined,
    preset: initializer === undefined ? undefined : presetIn(initializer),
    range: rangeOf(property),
  };
}

/** Values that everybody may read, although it comes from a file that is read again. */
function isCertificates(property: ts.PropertyDeclaration): boolean {
  return (ts.getDecorators(property) ?? []).some(({ expression }) => expression.getText() === 'IsCertificates()');
}

function docOf(property: ts.PropertyDeclaration): string {
  const comments = ts.getJSDocCommentsAndTags(property).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '';
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function presetIn(initializer: ts.Expression): string {
  if (ts.isStringLiteral(initializer)) return initializer.text;
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.map(presetIn).join(',');
  const text = initializer.getText();
  return /^(true|false|[0-9._]+)$/.test(text) ? text.replaceAll('_', '') : COMPUTED;
}

function rangeOf(property: ts.PropertyDeclaration): string | undefined {
  const calls = (ts.getDecorators(property) ?? []).map(({ expression }) => expression).filter(ts.isCallExpression);
  const bounds = calls.filter((call) => ['IsIntBetween', 'Min', 'Max'].includes(call.expression.getText()));
  const [min, max] = bounds.flatMap((call) => call.arguments.map((bound) => bound.getText()));
  const readable = (text: string): string =>
    /^[0-9_]+$/.test(text) ? text.replaceAll('_', '') : valueOf(property, text);
  return min === undefined || max === undefined ? undefined : `From ${readable(min)} to ${readable(max)}.`;
}

/** The value of a named bound, from the constant in the same file. */
function valueOf(property: ts.PropertyDeclaration, name: string): string {
  const [, value = name] = new RegExp(`^const ${name} = ([0-9_]+);$`, 'm').exec(property.getSourceFile().text) ?? [];
  return value.replaceAll('_', '');
}
