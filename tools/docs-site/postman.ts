import type { ApiDocument, Operation } from './api/document.ts';
import { sampleRequest } from './api/request.ts';

const VARIABLES = [
  ['PAYGATE_BASE_URL', 'https://localhost:8443'],
  ...[
    'PAYGATE_SECRET_KEY',
    'PAYGATE_PUBLISHABLE_KEY',
    'SESSION_TOKEN',
    'OTP_TOKEN',
    'USER_TOKEN',
    'DASHBOARD_SESSION',
  ].map((name) => [name, ''] as const),
] as const;

/** The operations as a collection of Postman, version 2.1. */
export function postmanCollection({ tags, operations, version }: ApiDocument): object {
  return {
    info: {
      name: 'Paygate',
      description: `API version ${version}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: VARIABLES.map(([key, value]) => ({ key, value })),
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map(requestOf),
    })),
  };
}

function requestOf(operation: Operation): object {
  const { method, path, headers, body } = sampleRequest(operation);
  const filled = (text: string): string => text.replaceAll(/\$\{(\w+)\}/g, '{{$1}}');
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      url: `{{PAYGATE_BASE_URL}}${path}`,
      header: headers.map(([key, value]) => ({ key, value: filled(value) })),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  };
}
