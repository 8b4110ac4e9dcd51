import type { Operation } from '@paygate/contracts';
import { operationList } from '@paygate/contracts';

/** The path of an operation as the router writes it: `/gateway/:id`. */
export function routeOf(operation: Pick<Operation, 'path'>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The methods of one operation at a path. */
export interface Route {
  readonly methods: readonly string[];
  readonly key: Operation['key'];
}

const routes = operationList.map((operation) => ({
  path: operation.path,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
  key: operation.key,
}));

const operationsByMethod = new Map(
  [...Map.groupBy(operationList, ({ method }) => method as string)].map(([method, list]) => [
    method,
    new Map(list.map((operation) => [routeOf(operation), operation])),
  ]),
);

/** The operation of a route; undefined for an unknown path, and for a route that is no operation. */
export function operationOf(method: string, route: string | undefined): Operation | undefined {
  return route === undefined ? undefined : operationsByMethod.get(method === 'HEAD' ? 'GET' : method)?.get(route);
}

/** The routes of a path; none for a path that does not exist. A path without parameters comes before one with them, as in OpenAPI. */
export function routesOfPath(url: string): readonly Route[] {
  const [path = ''] = url.split('?', 1);
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const exact = matching.filter((route) => route.path === path);
  return exact.length > 0 ? exact : matching;
}

/** The methods that a path allows. */
export function methodsOf(url: string): readonly string[] {
  return [...new Set(routesOfPath(url).flatMap(({ methods }) => methods))];
}
