import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import pg from 'pg';

/** Each line that begins a record: process, database, then the message. */
const PREFIX = '%p %d ';
const RECORD = /^(\d+) (\w+) \w+: {2}duration: [\d.]+ ms {2}(execute|statement)(?: ([^:]+))?: (.*)$/;
const UNNAMED = '<unnamed>';
const BEGIN = /^(BEGIN|START TRANSACTION)\b/i;
const END = /^(COMMIT|ROLLBACK)\b/i;
const SHOWN_CHARACTERS = 60;

/** Counts of one statement of one service. */
export interface StatementCount {
  readonly database: string;
  /** Its name, or the beginning of its text when it has none. */
  readonly statement: string;
  /** Exchanges with the server: a prepared statement is one, and so is BEGIN or COMMIT. */
  readonly roundTrips: number;
  /** Transactions that ended with it: COMMIT, or the statement itself outside of a transaction block. */
  readonly commits: number;
}

/** The statements that a PostgreSQL server has executed, from its log. The server logs each one until {@link close}. */
export class StatementLog {
  readonly #inTransaction = new Set<string>();

  private constructor(
    private readonly admin: pg.Client,
    private readonly file: number,
    private offset: number,
  ) {}

  /** `url` is an administrator's address, `path` the file with the server's standard error. */
  static async open(url: string, path: string): Promise<StatementLog> {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`ALTER SYSTEM SET log_line_prefix = '${PREFIX}'`);
    await admin.query('ALTER SYSTEM SET log_parameter_max_length = 0');
    await admin.query('ALTER SYSTEM SET log_min_duration_statement = 0');
    await admin.query('SELECT pg_reload_conf()');
    const file = openSync(path, 'r');
    return new StatementLog(admin, file, fstatSync(file).size);
  }

  async close(): Promise<void> {
    await this.admin.query('ALTER SYSTEM RESET log_min_duration_statement');
    await this.admin.query('ALTER SYSTEM RESET log_parameter_max_length');
    await this.admin.query('ALTER SYSTEM RESET log_line_prefix');
    await this.admin.query('SELECT pg_reload_conf()');
    await this.admin.end();
    closeSync(this.file);
  }

  /** The statements since the last call, by database and statement. */
  read(): readonly StatementCount[] {
    const counts = new Map<string, StatementCount>();
    for (const line of this.#newLines()) {
      const [, process = '', database = '', , name = UNNAMED, text = ''] = RECORD.exec(line) ?? [];
      if (database === '' || database === 'postgres') continue;
      const statement = name === UNNAMED ? text.trim().slice(0, SHOWN_CHARACTERS) : name;
      const key = `${database} ${statement}`;
      const known = counts.get(key) ?? { database, statement, roundTrips: 0, commits: 0 };
      const commits = known.commits + (this.#endsTransaction(process, text) ? 1 : 0);
      counts.set(key, { ...known, commits, roundTrips: known.roundTrips + 1 });
    }
    return [...counts.values()];
  }

  #endsTransaction(process: string, text: string): boolean {
    if (BEGIN.test(text)) {
      this.#inTransaction.add(process);
      return false;
    }
    if (END.test(text)) return this.#inTransaction.delete(process);
    return !this.#inTransaction.has(process);
  }

  /** Complete lines. A statement's further lines begin with a tab and match no record. */
  #newLines(): readonly string[] {
    const { size } = fstatSync(this.file);
    if (size < this.offset) throw new Error('the log was rotated: fewer statements fit into it');
    const bytes = Buffer.alloc(size - this.offset);
    readSync(this.file, bytes, 0, bytes.length, this.offset);
    const end = bytes.lastIndexOf('\n') + 1;
    this.offset += end;
    return bytes.toString('utf8', 0, end).split('\n');
  }
}
