/**
 * Looks at what the profile `observability` shows of a payment, from inside the networks of the stack: Prometheus scrapes every service
 * and evaluates every rule, Jaeger has one trace from the gateway to the webhook, and Grafana has the dashboards and reads its sources.
 * Exits with 1 when one of them does not show it within two minutes.
 */
import { becomesTrue } from '../local/waiting.ts';

const SHOWN_MS = 120_000;
const SERVICES = ['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks'];
/** Those through which the charge of a payment and its webhook go. */
const ON_THE_WAY = ['gateway', 'intents', 'charging', 'webhooks'];
const { DASHBOARDS = '' } = process.env;

let missing = 0;
await shows('Prometheus: every service is scraped', async () => {
  const { data } = await get<Targets>('http://prometheus:9090/api/v1/targets');
  const up = data.activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.service);
  return data.activeTargets.length === up.length && SERVICES.every((service) => up.includes(service));
});
await shows('Prometheus: every rule is evaluated', async () => {
  const { data } = await get<Rules>('http://prometheus:9090/api/v1/rules');
  const health = data.groups.flatMap(({ rules }) => rules.map((rule) => rule.health));
  return health.length > 0 && health.every((one) => one === 'ok');
});
await shows('Jaeger: one trace from the request to the webhook', async () => {
  const { data } = await get<Traces>('http://jaeger:16686/api/traces?service=gateway&limit=200');
  return data.some(({ processes }) => {
    const names = Object.values(processes).map(({ serviceName }) => serviceName);
    return ON_THE_WAY.every((service) => names.includes(service));
  });
});
for (const dashboard of DASHBOARDS.split(','))
  await shows(`Grafana: ${dashboard}`, async () => {
    const found = await get<Dashboard>(`http://grafana:3000/api/dashboards/uid/${dashboard}`);
    return found.dashboard.panels.length > 0;
  });
for (const [source, path] of [
  ['prometheus', 'api/v1/query?query=up'],
  ['jaeger', 'api/services'],
] as const)
  await shows(`Grafana: reads ${source}`, async () => {
    await get(`http://grafana:3000/api/datasources/proxy/uid/${source}/${path}`);
    return true;
  });
process.exitCode = missing === 0 ? 0 : 1;

interface Targets {
  readonly data: {
    readonly activeTargets: readonly { readonly health: string; readonly labels: { service: string } }[];
  };
}

interface Rules {
  readonly data: { readonly groups: readonly { readonly rules: readonly { readonly health: string }[] }[] };
}

interface Traces {
  readonly data: readonly { readonly processes: Readonly<Record<string, { readonly serviceName: string }>> }[];
}

interface Dashboard {
  readonly dashboard: { readonly panels: readonly unknown[] };
}

async function shows(what: string, holds: () => Promise<boolean>): Promise<void> {
  const shown = await becomesTrue(holds, SHOWN_MS);
  if (!shown) missing += 1;
  console.log(`${shown ? '✓' : '✗'} ${what}`);
}

async function get<Answer>(url: string): Promise<Answer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return (await answer.json()) as Answer;
}
