import { defineConfig } from 'vite';

/** Orders are taken by a server: any of the examples for one. `vite preview` uses the same proxy. */
const proxy = { '/orders': process.env['SHOP_SERVER'] ?? 'http://localhost:3000' };

export default defineConfig({ server: { proxy }, preview: { proxy } });
