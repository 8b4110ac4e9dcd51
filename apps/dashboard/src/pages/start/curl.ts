/** A command that creates a payment of 5 000 FCFA. A local stack's certificate needs `--cacert` beside it. */
export function curlFor(origin: string, secretKey: string): string {
  return [
    `curl ${origin}/gateway \\`,
    `  -H 'authorization: Bearer ${secretKey}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '{"amount": "5000", "currency": "XAF", "description": "Order 1001"}'`,
  ].join('\n');
}
