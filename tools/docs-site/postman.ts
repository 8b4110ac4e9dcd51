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
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: DAYS.map(settingOf) } }],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map(requestOf),
    })),
  };
}

/** The days from now of the times in bodies, which a script sets before each request. */
const DAYS = [-1, 0, 30, 365];

function settingOf(days: number): string {
  const time = `new Date(Date.now() + ${String(days)} * 86400000).toISOString()`;
  return `pm.variables.set('days${days < 0 ? '' : '+'}${String(days)}', ${time});`;
}

function timed(text: string): string {
  return text.replaceAll(/\$\{([+-]\d+)d\}/g, '{{days$1}}');
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
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: timed(JSON.stringify(body, null, 2)) } }),
    },
  };
}
