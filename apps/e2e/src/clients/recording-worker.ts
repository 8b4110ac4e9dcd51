/** A service worker that records the requests and messages of the page that it controls, and reports them when asked. */
export const RECORDING_WORKER = `
const records = { requests: [], messages: [] };
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', ({ request }) => {
  const record = { url: request.url, headers: [...request.headers].join(), rest: request.referrer };
  records.requests.push(record);
  void request.clone().text().then((body) => (record.rest += body));
});
addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'report') port.postMessage(records);
  else records.messages.push(JSON.stringify(data));
});
`;
