import { readFileSync } from 'node:fs';
import type { ApiDocument, Operation } from './client-model.js';
import { errorsOf, resourcesOf, schemasOf, upperFirst } from './client-model.js';
import { pythonTypes } from './python-types.js';
import type { ClientMethod } from './reference-client.js';

const SOURCE = 'libs/sdk-python/src/paygate_client';
/** The folder of the client for Python that holds generated files and nothing else. */
export const PYTHON_FOLDER = `${SOURCE}/_api`;
const GENERATED = '"""Generated from docs/api/openapi.json by `npm run docs`."""\n';
const MADE_ASYNCHRONOUS = '"""Made of the module that waits by `npm run docs`."""\n';

/** The generated files of the client for Python, by their paths. */
export function pythonClient(
  document: ApiDocument,
  methods: readonly ClientMethod[],
): readonly (readonly [path: string, text: string])[] {
  const resources = pythonResources(document, methods);
  const byHand = (name: string): string => readFileSync(`${SOURCE}/${name}.py`, 'utf8').replaceAll('from .', 'from ..');
  const files = {
    __init__: GENERATED,
    errors: pythonErrors(document),
    types: GENERATED + pythonTypes(schemasOf(document)),
    resources,
    async_resources: asynchronous(resources),
    async_clients: asynchronous(byHand('_clients')),
    async_pages: asynchronous(byHand('_pages')),
  };
  return Object.entries(files).map(([name, text]) => [`${PYTHON_FOLDER}/${name}.py`, text]);
}

/** The differences between a client that waits and an asynchronous one. */
const differences: readonly (readonly [waits: RegExp, asynchronous: string])[] = [
  [/^""".*"""\n/, MADE_ASYNCHRONOUS],
  [/\b(Client|Pages|Paygate(?=\())\b/g, 'Async$1'],
  [/from \.+_(clients|pages) /g, 'from .async_$1 '],
  [/from \.\._api\./g, 'from .'],
  [/\bdef (?!__init__|_attach|list_all)(\w+)(?!.*-> AsyncPages)/g, 'async def $1'],
  [/__(enter|exit)__/g, '__a$1__'],
  [/__iter__/g, '__aiter__'],
  [/\bIterator\b/g, 'AsyncIterator'],
  [/Callable\[\[(.*)\], Any\]/g, 'Callable[[$1], Awaitable[Any]]'],
  [/import Callable/, 'import AsyncIterator, Awaitable, Callable'],
  [/Callable, AsyncIterator/, 'Callable'],
  [/(\n +)(for .* in (?:pages|answer|self)\b|with )/g, '$1async $2'],
  [/iter_bytes/g, 'aiter_bytes'],
  [/import time\n/, ''],
  [/import httpx/, 'import anyio\nimport httpx'],
  [/time\.sleep/g, 'await anyio.sleep'],
  [/= self\.(request|_load)\(/g, '= await self.$1('],
  [/send\(self/g, 'send(await self'],
  [/self\._http\.close/g, 'await self._http.aclose'],
  [/( {8})self\.close/g, '$1await self.close'],
  [/self\._client\.request\((.*)\)\.data/g, '(await self._client.request($1)).data'],
  [/(The client of a merchant's server)/, '$1, asynchronous'],
  [/``first\(\)``/, '``await first()``'],
  [/: iterate over it for every/g, ': ``async for`` gives every'],
];

function asynchronous(text: string): string {
  return differences.reduce((changed, [waits, other]) => changed.replace(waits, other), text);
}

function pythonResources(document: ApiDocument, methods: readonly ClientMethod[]): string {
  const resources = resourcesOf(document, methods);
  const classes = resources.map(([name, operations]) => {
    const start = `class ${upperFirst(name)}:\n    def __init__(self, client: Client) -> None:\n        self._client = client\n`;
    return [start, ...operations.map(methodOf)].join('\n');
  });
  const attributes = resources.map(([name]) => `        self.${snake(name)} = ${upperFirst(name)}(self)\n`);
  return [
    `${GENERATED}
from __future__ import annotations

import sys
from typing import Optional, cast

from .. import _calls
from .._clients import Client
from .._pages import Pages
from . import types

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack
`,
    ...classes,
    `class Paygate(Client):
    """The client of a merchant's server."""

    def _attach(self) -> None:
${attributes.join('')}`,
  ].join('\n\n');
}

function methodOf({ name, method, path, ids, hasToken, canWait, params, answer, item, text }: Operation): string {
  const type = params && `types.${params.type}`;
  const signature = [
    'self',
    ...ids.map((id) => `${snake(id)}: str`),
    ...(hasToken ? ['session_token: str'] : []),
    ...(params ? [`params: ${params.isRequired ? String(type) : `Optional[${String(type)}] = None`}`] : []),
    `**options: Unpack[_calls.${canWait ? 'WaitOptions' : 'CallOptions'}]`,
  ].join(', ');
  const passed = [
    `"${path}"`,
    ...(ids.length === 0 ? [] : [`ids={${ids.map((id) => `"${id}": ${snake(id)}`).join(', ')}}`]),
    ...(hasToken ? ['session_token=session_token'] : []),
    ...(params ? [`${params.place}=${params.place === 'body' && !params.isRequired ? 'params or {}' : 'params'}`] : []),
    // a long file is waited for as long as it takes
    `options=${answer === 'csv' ? '{"timeout": 600, "deadline": 600, **options}' : 'options'}`,
  ];
  const returned =
    item === undefined
      ? answer === undefined
        ? 'None'
        : answer === 'csv'
          ? 'str'
          : `types.${answer}`
      : `Pages[types.${item}, types.${String(answer)}]`;
  const request = `self._client.request("${method}", ${passed.join(', ')}).data`;
  const list = `self._client.list_all(${[passed[0], ...(method === 'GET' ? [] : [`method="${method}"`]), ...passed.slice(1)].join(', ')})`;
  const result =
    item !== undefined ? `return ${list}` : answer === undefined ? request : `return cast("${returned}", ${request})`;
  return `    def ${snake(name)}(${signature}) -> ${returned}:
        """${text.replaceAll('\\', '\\\\')}"""
        ${result}
`;
}

/** `retrieveById` as Python writes it: `retrieve_by_id`. */
function snake(text: string): string {
  return text.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function pythonErrors(document: ApiDocument): string {
  const classes = errorsOf(document);
  const declared = classes.map(({ name, meaning, answers }) => {
    const codes = answers.map(({ status, codes }) => `    ${String(status)}: ${codes.join(', ')}`).join('\n');
    return `class Paygate${name}Error(PaygateApiError):\n    """${meaning}\n\n${codes}\n    """\n`;
  });
  const statuses = classes.flatMap(({ name, answers }) => answers.map(({ status }) => [status, name] as const));
  const byStatus = statuses.sort().map(([status, name]) => `    ${String(status)}: Paygate${name}Error,\n`);
  return [
    `${GENERATED}
from __future__ import annotations

from typing import Dict, Type

from .._errors import PaygateApiError

__all__ = [
${classes.map(({ name }) => `    "Paygate${name}Error",\n`).join('')}]

#: The version of the API that this client was made for.
API_VERSION = "${document.info.version}"
`,
    ...declared,
    `#: The class of each status that the document has.\nBY_STATUS: Dict[int, Type[PaygateApiError]] = {\n${byStatus.join('')}}\n`,
  ].join('\n\n');
}
