/**
 * While a new version is rolled out, the version before works on the new schema. So a migration may add to tables that exist, and
 * may not change what the version before reads and writes. A later release, of which the version before no longer uses a column,
 * removes it: `-- unused: <since which release and why>` before the statement says so. `-- wider: <why>` says of a constraint that the
 * version before cannot break it: it allows all that the one that it replaces allowed.
 */

/** A statement of a migration that breaks the version before. */
export interface BreakingStatement {
  readonly statement: string;
  readonly reason: string;
}

/** The state of a comment while a text is read. */
const UNUSED = '@unused@';
const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(?<table>\w+)"?`;

/** Of these, what concerns a table that the same migration creates is harmless. */
const rules: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  [`DROP (?:TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|SEQUENCE) ${NAME}`, 'drops what the version before uses'],
  [`TRUNCATE (?:TABLE )?${NAME}`, 'deletes rows of the version before'],
  [`ALTER TABLE ${NAME} .*\\bDROP (?:COLUMN|(?!NOT NULL|DEFAULT|CONSTRAINT|EXPRESSION|IDENTITY)\\w)`, 'drops a column'],
  [`ALTER (?:TABLE|VIEW|TYPE|FUNCTION) ${NAME} .*\\bRENAME\\b`, 'renames what the version before uses'],
  [`ALTER TABLE ${NAME} .*\\bALTER (?:COLUMN )?\\w+ (?:SET DATA )?TYPE\\b`, 'changes the type of a column'],
  [`ALTER TABLE ${NAME} .*\\bSET NOT NULL\\b`, 'refuses rows of the version before, which may write NULL'],
  [
    `ALTER TABLE ${NAME} .*\\bADD (?:COLUMN )?(?!CONSTRAINT)(?:(?!,|\\bDEFAULT\\b|\\bGENERATED\\b).)*\\bNOT NULL\\b(?!(?:(?!,).)*\\b(?:DEFAULT|GENERATED)\\b)`,
    'adds a column without a default that the version before does not write',
  ],
  [
    `ALTER TABLE ${NAME} .*\\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\\b`,
    'adds a constraint that rows of the version before may break',
  ],
  [`CREATE UNIQUE INDEX (?:\\w+ )?ON ${NAME}`, 'adds a constraint that rows of the version before may break'],
].map(([pattern = '', reason = '']) => ({ pattern: new RegExp(`^${pattern}`, 'is'), reason }));

/** The statements of one migration that break the version before. */
export function breakingStatements(sql: string): readonly BreakingStatement[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap(
      ({ text }) => new RegExp(`^CREATE (?:UNLOGGED )?TABLE ${NAME}`, 'i').exec(text)?.groups?.['table'] ?? [],
    ),
  );
  return statements
    .filter(({ isDeclaredUnused }) => !isDeclaredUnused)
    .flatMap(({ text }) =>
      rules.flatMap(({ pattern, reason }) => {
        const found = pattern.exec(text);
        return found === null || created.has(found.groups?.['table'] ?? '') ? [] : [{ statement: text, reason }];
      }),
    );
}

interface Statement {
  readonly text: string;
  readonly isDeclaredUnused: boolean;
}

/** Splits at semicolons outside of quotes and bodies of functions; a statement is one line, without comments. */
function statementsOf(sql: string): readonly Statement[] {
  const bodies = /\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'/gs;
  return sql
    .replaceAll(/--\s*(?:unused|wider): \S.*$/gm, UNUSED)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(bodies, "''")
    .split(';')
    .map((text) => ({
      isDeclaredUnused: text.includes(UNUSED),
      text: text.replaceAll(UNUSED, '').replaceAll(/\s+/g, ' ').trim(),
    }))
    .filter(({ text }) => text !== '');
}
