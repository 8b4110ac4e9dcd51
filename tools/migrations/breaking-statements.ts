/**
 * While a new version is rolled out, the version before works on the new schema. So a migration may add to tables that exist, and
 * may not change what the version before reads and writes. A later release, of which the version before no longer uses a column,
 * removes it: `-- unused: <since which release and why>` before the statement says so. `-- wider: <why>` says of a constraint that the
 * version before cannot break it: it allows all that the one that it replaces allowed.
 *
 * Payments go on meanwhile, so an index of a table that exists is built without blocking writes, by `buildIndex`.
 * `-- small: <why>` before a blocking statement says that the table is small in every installation.
 */

/** A statement of a migration that breaks the version before, or holds it up. */
export interface BreakingStatement {
  readonly statement: string;
  readonly reason: string;
}

/** The state of a comment while a text is read. */
const EXCUSED = '@excused@';
const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(?<table>\w+)"?`;

/** Statements about a table that the same migration creates are harmless. */
interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
}

const breaking: readonly Rule[] = [
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
  [
    `CREATE UNIQUE INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(?:\\w+ )?ON ${NAME}`,
    'adds a constraint that rows of the version before may break',
  ],
].map(ruleOf);
const blocking: readonly Rule[] = [
  [
    `CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\\b)(?:IF NOT EXISTS )?(?:\\w+ )?ON (?!ONLY\\b)${NAME}`,
    'holds back writes of a table until the index is built',
  ],
].map(ruleOf);

/** The statements of one migration that break the version before. */
export function breakingStatements(sql: string): readonly BreakingStatement[] {
  return found(sql, breaking);
}

/** The statements of one migration that hold back writes as long as a table is large. */
export function blockingStatements(sql: string): readonly BreakingStatement[] {
  return found(sql, blocking);
}

function ruleOf([pattern = '', reason = '']: readonly string[]): Rule {
  return { pattern: new RegExp(`^${pattern}`, 'is'), reason };
}

function found(sql: string, rules: readonly Rule[]): readonly BreakingStatement[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap(
      ({ text }) => new RegExp(`^CREATE (?:UNLOGGED )?TABLE ${NAME}`, 'i').exec(text)?.groups?.['table'] ?? [],
    ),
  );
  return statements
    .filter(({ isExcused }) => !isExcused)
    .flatMap(({ text }) =>
      rules.flatMap(({ pattern, reason }) => {
        const match = pattern.exec(text);
        return match === null || created.has(match.groups?.['table'] ?? '') ? [] : [{ statement: text, reason }];
      }),
    );
}

interface Statement {
  readonly text: string;
  readonly isExcused: boolean;
}

/** Splits at semicolons outside of quotes and bodies of functions; a statement is one line, without comments. */
function statementsOf(sql: string): readonly Statement[] {
  const bodies = /\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'/gs;
  return sql
    .replaceAll(/--\s*(?:unused|wider|small): \S.*$/gm, EXCUSED)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(bodies, "''")
    .split(';')
    .map((text) => ({
      isExcused: text.includes(EXCUSED),
      text: text.replaceAll(EXCUSED, '').replaceAll(/\s+/g, ' ').trim(),
    }))
    .filter(({ text }) => text !== '');
}
