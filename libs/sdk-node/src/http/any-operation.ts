import type { Operations } from '@paygate/api-types';
import type { Page } from './list-promise.js';

/** A method of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The operation of a method and a path; never when these types do not know it. */
type OperationAt<M extends string, P extends string> = {
  [Id in keyof Operations]: Operations[Id] extends { method: M; path: P } ? Operations[Id] : never;
}[keyof Operations];

type QueryAt<M extends string, P extends string> = [OperationAt<M, P>] extends [never]
  ? object
  : OperationAt<M, P>['query'];
type BodyAt<M extends string, P extends string> = [OperationAt<M, P>] extends [never]
  ? object
  : OperationAt<M, P>['body'];

/** What an operation answers; unknown when these types do not know it. */
export type AnswerAt<M extends string, P extends string> = [OperationAt<M, P>] extends [never]
  ? unknown
  : OperationAt<M, P>['answer'];

/** The objects of the list that an operation answers. */
export type ItemAt<M extends string, P extends string> = AnswerAt<M, P> extends Page<infer Item> ? Item : unknown;

/** A request of any operation, also of one that this client has no method for. */
export interface AnyRequest<M extends Method, P extends string> {
  readonly method: M;
  /** `/payouts/{id}` with `ids`, as the API document writes it. */
  readonly path: P;
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: QueryAt<M, P>;
  readonly body?: BodyAt<M, P>;
  readonly sessionToken?: string;
}

/** Throws a TypeError for a path that leads elsewhere, or has a query of its own. */
export function checkPath(path: string): void {
  if (!/^(\/(?!\.{1,2}(\/|$))[\w.{}-]+)+$/.test(path))
    throw new TypeError('path is a path of the API such as /payouts/{id}, without a query');
}
