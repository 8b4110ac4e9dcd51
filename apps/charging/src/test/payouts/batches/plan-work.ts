import type { Queryable, Statement } from '@paygate/platform';

/** The work of statements, as their plans state it when they are done. */
export interface PlanWork {
  statements: number;
  /** Blocks of tables and indexes that were read, triggers left out. */
  blocks: number;
  /** Rows and entries of indexes that nodes have read, kept or discarded. */
  tuples: number;
  /** Tables that were read from end to end. */
  readonly scanned: string[];
}

/** A node of a plan, as EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) states it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export function noWork(): PlanWork {
  return { statements: 0, blocks: 0, tuples: 0, scanned: [] };
}

/** Adds up the work of the statements that a transaction makes from now on. Each is done, undone and done again. */
export function explained(tx: Queryable, work: PlanWork): void {
  const query = tx.query.bind(tx);
  const plain = (text: string): Promise<unknown> => query({ text });
  Object.assign(tx, {
    query: async (statement: Statement) => {
      work.statements += 1;
      await plain('SAVEPOINT explained');
      const [answer] = await query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>({
        text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`,
        ...(statement.values && { values: statement.values }),
      });
      await plain('ROLLBACK TO SAVEPOINT explained');
      const plan = answer?.['QUERY PLAN'][0]?.Plan;
      if (plan === undefined) throw new Error(`no plan of ${statement.text}`);
      work.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      add(plan, work);
      return query(statement);
    },
  });
}

function add(node: PlanNode, work: PlanWork): void {
  const discarded = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  work.tuples += (node['Actual Rows'] + discarded) * node['Actual Loops'];
  if (node['Node Type'] === 'Seq Scan') work.scanned.push(node['Relation Name'] ?? '');
  for (const child of node.Plans ?? []) add(child, work);
}
