import { DASHBOARD_COOKIE, headers } from '../vocabulary/headers.js';
import type { Operation } from '../kernel/operation.js';
import type { JsonSchema } from '../schema/json-schema.js';

/** The credentials of the API, as OpenAPI names them. */
export const securitySchemes = {
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: headers.apiKey,
    description: '`pk_test_…` or `pk_live_…`. A secret key is accepted in its place, from servers only.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: '`sk_test_…` or `sk_live_…`: as Bearer token, in x-api-key, or in both.',
  },
  dashboardSession: {
    type: 'http',
    scheme: 'bearer',
    description: '`dsh_…`: the session of a member at the dashboard. Pages of other origins cannot use it.',
  },
  dashboardCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: DASHBOARD_COOKIE,
    description:
      'The same session as a cookie, for pages of this origin. A request must have `Sec-Fetch-Site: same-origin` or this origin as its `Origin`; a request that changes anything must have this `Origin`.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: headers.sessionToken,
    description: '`sess_…`, from the creation of the payment intent.',
  },
  otpToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a verified one-time password. It authorizes one charge.',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The token of a signed-in user. For a one-time password, it must be the token of the user of the code, obtained at this merchant.',
  },
  otpTokenBeside: {
    type: 'apiKey',
    in: 'header',
    name: headers.otpToken,
    description:
      'The token of a verified one-time password: alone, or beside a user token in the Authorization header.',
  },
} as const;

/** `security` of an operation, which is empty when anybody may call it. */
export function credentialOf(operation: Operation): JsonSchema {
  if (operation.key === 'none' || operation.key === 'anonymous') return { security: [] };
  const { scope, furtherScope } = operation;
  return {
    security: securityOf(operation),
    ...(scope === null ? {} : { 'x-scope': scope }),
    ...(furtherScope === undefined ? {} : { 'x-further-scope': furtherScope }),
  };
}

function securityOf(operation: Operation): readonly JsonSchema[] {
  const session = operation.headers.find((header) => header.name === headers.sessionToken);
  const dashboard = [{ dashboardSession: [] }, { dashboardCookie: [] }];
  if (operation.key === 'session') return dashboard;
  if (operation.key === 'secret')
    return [
      { secretKey: [] },
      { publishableKey: [], secretKey: [] },
      ...(operation.takesSession === true ? dashboard : []),
    ];
  if (operation.takesSession === true) return [{ publishableKey: [] }, { secretKey: [] }, ...dashboard];
  if (operation.headers.some((header) => header.name === headers.otpToken))
    return [
      { publishableKey: [], otpToken: [] },
      { publishableKey: [], otpTokenBeside: [] },
      { publishableKey: [], userToken: [], otpTokenBeside: [] },
    ];
  if (operation.headers.some((header) => header.name === headers.authorization && header.required))
    return [{ publishableKey: [], userToken: [] }];
  if (session?.required === true) return [{ publishableKey: [], sessionToken: [] }];
  const user = operation.headers.some((header) => header.name === headers.authorization);
  const alone = [{ publishableKey: [] }, ...(session ? [{ publishableKey: [], sessionToken: [] }] : [])];
  return [...alone, ...(user ? alone.map((credentials) => ({ ...credentials, userToken: [] })) : [])];
}

/** Credentials stand under `security`. */
export const credentialHeaders: readonly string[] = [headers.authorization, headers.sessionToken, headers.otpToken];
