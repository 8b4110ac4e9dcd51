import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;

type Parser = (text: string) => unknown;
const parserOf = pg.types.getTypeParser.bind(pg.types) as (oid: number, format?: string) => Parser;
const parseTextArray = parserOf(INT8_ARRAY) as (text: string) => (string | null)[];

const exactParsers = new Map<number, Parser>([
  [INT8, BigInt],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item)))],
]);

/**
 * The parsers of column types: int8 as bigint, so that no amount is rounded, and pg's own for all others (timestamptz as Date). They
 * apply to our connections only; pg's process-wide parsers are unchanged.
 */
export const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    (format === 'binary' ? undefined : exactParsers.get(oid)) ?? parserOf(oid, format),
};
