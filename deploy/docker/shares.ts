import { docker } from './containers.ts';

const METRICS = 'fetch("http://127.0.0.1:9090/metrics").then((answer) => answer.text()).then(console.log)';
const HANDLED =
  /^(?:paygate_message_handling_duration_seconds_count|http_server_request_duration_seconds_count)\{.*\} (\d+)$/gm;

/** The number of messages and requests that a replica of a service has handled since its start. */
export async function handledBy(id: string): Promise<number> {
  const metrics = await docker('exec', id, 'node', '--eval', METRICS);
  return [...metrics.matchAll(HANDLED)].reduce((sum, [, count]) => sum + Number(count), 0);
}
