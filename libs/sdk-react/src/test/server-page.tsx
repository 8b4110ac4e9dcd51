import { renderToString } from 'react-dom/server';
import { loadPaygate } from '../index.js';
import { App } from './probe.js';

/** Prints what a server renders. */
const html = renderToString(<App paygate={loadPaygate('pk_test_1', 'sess_1')} />);
console.log(html);
