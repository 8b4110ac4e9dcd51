import type { ErrorCode } from '../../errors/catalogue.js';
import { errorCatalogue } from '../../errors/catalogue.js';
import { exampleFields } from '../problems/problem-examples.js';
import { renderProblem } from '../problems/problem.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { objectSchemaOf } from '../../schema/json-schema.js';
import { schemaOf } from '../../schema/read-schema.js';
import type { ObjectSchema, PayloadClass } from '../../schema/schema.js';

const EXAMPLE_REQUEST_ID = 'req_01k8zq8e6sk2wf4za0hbnmt9k3';

/** Classes are written once and referred to by name. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly examples: Record<string, JsonSchema> = {};

  /** An example of the problem document of a code. */
  problem(code: ErrorCode): string {
    const problem = renderProblem(code, { requestId: EXAMPLE_REQUEST_ID, fields: exampleFields(code) });
    this.examples[code] ??= { summary: errorCatalogue[code].title, value: JSON.parse(problem) as unknown };
    return `#/components/examples/${code}`;
  }

  refer(cls: PayloadClass<object>, closed: boolean): { $ref: string } {
    return { $ref: this.add(schemaOf(cls), closed) };
  }

  private add(schema: ObjectSchema, closed: boolean): string {
    const reference = `#/components/schemas/${schema.name}`;
    if (Object.hasOwn(this.schemas, schema.name)) return reference;
    const written = objectSchemaOf(schema, { closed, refer: (nested) => this.add(nested, closed) });
    this.schemas[schema.name] = written;
    return reference;
  }
}
