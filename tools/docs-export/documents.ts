import { merchantEventNames, openApiDocument } from '@paygate/contracts';
import { format } from 'prettier';
import { API_TYPES_FILE, apiTypes } from './api-types.js';
import type { ApiDocument } from './client-model.js';
import { configurationPage, configuredApps } from './configuration-pages.js';
import { PAGE, pageOfRecords } from '../contract-coverage/last-run-page.js';
import { contractPage } from './contract-page.js';
import { errorCodes, errorIndex, errorPage } from './error-pages.js';
import { eventIndex, eventPage } from './event-pages.js';
import { PHP_FOLDER, phpClient } from './php-client.js';
import { PYTHON_FOLDER, pythonClient } from './python-client.js';
import { referenceMethods } from './reference-client.js';
import { storedDataPage } from './stored-data-page.js';
import { eventContracts, internalEventSchema, merchantEventSchema } from './event-schemas.js';

/** Folders that hold generated files and nothing else. */
export const generatedFolders = [
  'docs/api',
  'libs/api-types/src',
  PYTHON_FOLDER,
  PHP_FOLDER,
  'docs/configuration',
  'docs/contract',
  'docs/events',
  'docs/errors',
] as const;

/** Every generated file: its path from the root, and its text, formatted like the rest of the tree. */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const texts: [string, string][] = [
    ['docs/api/openapi.json', JSON.stringify(openApiDocument())],
    [API_TYPES_FILE, await apiTypes()],
    ...merchantEventNames.map((type): [string, string] => [
      `docs/events/${type}.json`,
      JSON.stringify(merchantEventSchema(type)),
    ]),
    ['docs/events/README.md', eventIndex()],
    ...merchantEventNames.map((type): [string, string] => [`docs/events/${type}.md`, eventPage(type)]),
    ...eventContracts.map((event): [string, string] => [
      `docs/events/internal/${event.type}.json`,
      JSON.stringify(internalEventSchema(event)),
    ]),
    ...configuredApps.map((app): [string, string] => [`docs/configuration/${app}.md`, configurationPage(app)]),
    ['docs/contract/README.md', contractPage()],
    [PAGE, pageOfRecords()],
    ['docs/contract/stored-data.md', storedDataPage()],
    ['docs/errors/README.md', errorIndex()],
    ...errorCodes.map((code): [string, string] => [`docs/errors/${code}.md`, errorPage(code)]),
  ];
  const formatted = texts.map(async ([path, text]) => {
    return [path, await format(text, { filepath: path, printWidth: 120, singleQuote: true })] as const;
  });
  // what a reader of the document gets: values, and no instances of classes
  const document = JSON.parse(JSON.stringify(openApiDocument())) as ApiDocument;
  const methods = referenceMethods();
  const clients = [...pythonClient(document, methods), ...phpClient(document, methods)];
  return new Map([...(await Promise.all(formatted)), ...clients]);
}
