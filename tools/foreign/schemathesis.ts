import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import tls from 'node:tls';
import type { Stack } from '@paygate/testing';
import { repositoryRoot } from '../stack/own-stack.js';

/** The files with the credentials of its two runs: those of a merchant's server and its pages, and those of a member at the dashboard. */
export async function configurations({ gateway, merchant }: Stack): Promise<Readonly<Record<string, string>>> {
  const checks = readFileSync(join(process.cwd(), 'tools/foreign/schemathesis/checks.toml'), 'utf8');
  const ca = readFileSync(resolve(repositoryRoot, gateway.ca), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
  const bearer = { authorization: `Bearer ${merchant.secretKey}` };
  const intent = await post(`${gateway.url}/gateway`, { amount: '5000', currency: 'XAF' }, bearer);
  const { email, password } = merchant.owner;
  const session = await post(`${gateway.url}/dashboard/sessions`, { email, password });
  return {
    'server.toml': `
[auth.openapi.publishableKey]
api_key = "${merchant.publishableKey}"
[auth.openapi.secretKey]
bearer = "${merchant.secretKey}"
[auth.openapi.sessionToken]
api_key = "${String(intent['sessionToken'])}"
[[operations]]
include-path-regex = "^/gateway/"
parameters = { "path.id" = "${String(intent['id'])}" }
${checks}`,
    'dashboard.toml': `
headers = { x-merchant-id = "${merchant.id}", x-mode = "test" }
[auth.openapi.dashboardSession]
bearer = "${String(session['token'])}"
${checks}`,
  };
}

async function post(url: string, body: object, headers = {}): Promise<Record<string, unknown>> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(url, { ...init, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
