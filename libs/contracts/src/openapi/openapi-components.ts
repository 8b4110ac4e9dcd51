import type { ErrorCode } from '../errors/catalogue.js';
import { errorCatalogue } from '../errors/catalogue.js';
import { exampleFields } from '../kernel/problem-examples.js';
import { renderProblem } from '../kernel/problem.js';
import { publicName } from '../schema/descriptions.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { objectSchemaOf } from '../schema/json-schema.js';
import { schemaOf } from '../schema/read-schema.js';
import type { ObjectSchema, PayloadClass } from '../schema/schema.js';

const EXAMPLE_REQUEST_ID = 'req_01k8zq8e6sk2wf4za0hbnmt9k3';

/** Classes are written once and referred to by name. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly examples: Record<string, JsonSchema> = {};
  private readonly classNames = new Map<string, string>();

  /** An example of the problem document of a code. */
  problem(code: ErrorCode): string {
    const problem = renderProblem(code, { requestId: EXAMPLE_REQUEST_ID, fields: exampleFields(code) });
    this.examples[code] ??= { summary: errorCatalogue[code].title, value: JSON.parse(problem) as unknown };
    return `#/components/examples/${code}`;
  }

  refer(cls: PayloadClass<object>, closed: boolean): { $ref: string } {
    return { $ref: this.add(schemaOf(cls), closed) };
  }

  /** The schema of an answer whose `type` is one value: a member of a union that its `type` discriminates. */
  referVariant(cls: PayloadClass<object>, name: string, type: string): { $ref: string } {
    const whole = objectSchemaOf(schemaOf(cls), { closed: false, refer: (nested) => this.add(nested, false) });
    const properties = whole['properties'] as Readonly<Record<string, JsonSchema>>;
    this.schemas[name] = {
      ...whole,
      properties: { ...properties, type: { type: 'string', const: type, description: 'The type of the event.' } },
    };
    return { $ref: `#/components/schemas/${name}` };
  }

  private add(schema: ObjectSchema, closed: boolean): string {
    const name = publicName(schema.name);
    const known = this.classNames.get(name);
    if (known !== undefined && known !== schema.name)
      throw new TypeError(`${known} and ${schema.name} would both be published as ${name}`);
    this.classNames.set(name, schema.name);
    if (!Object.hasOwn(this.schemas, name))
      this.schemas[name] = objectSchemaOf(schema, { closed, refer: (nested) => this.add(nested, closed) });
    return `#/components/schemas/${name}`;
  }
}
