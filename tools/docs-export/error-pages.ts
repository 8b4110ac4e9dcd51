import type { ErrorCode, Operation } from '@paygate/contracts';
import { errorCatalogue, errorsOf, exampleFields, isErrorCode, operationList, renderProblem } from '@paygate/contracts';
import { errorAdvice } from './error-advice.js';

/** A code of more operations than this is one of their credential or of every request: the API document names them at each. */
const OPERATIONS_LISTED_MAX = 20;

const EXAMPLE_REQUEST_ID = 'req_01k8zq8e6sk2wf4za0hbnmt9k3';

/** Every code of the catalogue. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);

/** The page of one code, to which the `type` of its problem documents points. */
export function errorPage(code: ErrorCode): string {
  const { status, title, retryable } = errorCatalogue[code];
  const answering = operationList.filter((operation) => errorsOf(operation).includes(code));
  const example: unknown = JSON.parse(
    renderProblem(code, { requestId: EXAMPLE_REQUEST_ID, fields: exampleFields(code) }),
  );
  return `# ${code}

${title}. HTTP ${status}, ${retryable ? 'retryable: the identical request with the same Idempotency-Key may succeed' : 'not retryable: the identical request will fail again'}.

## What to do

${errorAdvice[code]}

## Example

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

## Operations

${operationsText(answering)}
`;
}

function operationsText(answering: readonly Operation[]): string {
  if (answering.length === 0) return 'Answered before an operation is known, or by operations that are not public yet.';
  if (answering.length > OPERATIONS_LISTED_MAX)
    return 'Many operations: the API document lists the codes of each as `x-error-codes`.';
  return answering
    .map(({ id, method, path, summary }) => `- [\`${method} ${path}\`](/docs/api/${id}): ${summary}`)
    .join('\n');
}

/** The list of all codes by status. */
export function errorIndex(): string {
  const rows = [...errorCodes]
    .sort((left, right) => errorCatalogue[left].status - errorCatalogue[right].status)
    .map((code) => {
      const { status, title, retryable } = errorCatalogue[code];
      return `| ${status} | [${code}](${code}.md) | ${title} | ${retryable ? 'yes' : 'no'} |`;
    });
  return `# Errors

Every error is an \`application/problem+json\` document (RFC 9457). Programs decide on \`code\`; \`errors\` lists all faults
of a request at once. 503 means that nothing was executed, 504 that the outcome is not known.

| Status | Code | Meaning | Retryable |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
