import type { Operation } from '@paygate/contracts';
import { operationList } from '@paygate/contracts';

/** The path of an operation as the router writes it: `/gateway/:id`. */
export function routeOf(operation: Pick<Operation, 'path'>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const routes = [...Map.groupBy(operationList, (operation) => operation.path)].map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}));

/** The methods that a path takes: what `Allow` says. Empty for a path that does not exist. */
export function methodsOf(url: string): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
}
