/** Addresses of pages and endpoints on the web; each place that takes one runs the tables. */
export const addresses: readonly string[] = [
  'https://shop.example/',
  'https://shop.example',
  'https://shop.example/thanks?order=1&lang=fr',
  'https://shop.example:8443/a%20b',
  'https://xn--caf-dma.example/',
  'https://a.b.c.shop.example/deep/path/',
];

/** Texts that no place takes. */
export const otherAddresses: readonly string[] = [
  '',
  ' ',
  'shop.example',
  '/thanks',
  '//shop.example/',
  'https://',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://shop.example/',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https:\\\\user@shop.example',
  `https://shop.example/${'x'.repeat(2_048)}`,
];
