import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import { reasonOf } from '../errors/describe-error.js';
import { ReloadingSecret } from './reloading-secret.js';
import { Secret } from './secret.js';

/** A configuration class: fields are named like their variables and carry class-validator's decorators. */
export type ConfigClass<Config extends object> = new () => Config;

/** Variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every fault of a configuration. Each names its variable, and none repeats a value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const MAX_FILE_BYTES = 65_536;
/** Names a folder whose files are named like variables, as Secrets are mounted. */
const FOLDER = 'CONFIGURATION_FOLDER';

/**
 * Reads each field of `type` from the variable of its name, from the file that `<name>_FILE` names, or from the file of this name in
 * CONFIGURATION_FOLDER, converts it to the field's declared type (string, number, boolean, a comma list for an array, {@link Secret}, {@link ReloadingSecret}) and validates the whole.
 * An empty variable counts as absent. Throws a {@link ConfigurationError} that lists all faults at once.
 */
export function loadConfig<Config extends object>(type: ConfigClass<Config>, env: Environment = process.env): Config {
  const draft = new type() as Record<string, unknown>;
  const faults = new Map<string, string>();
  const fields = fieldsOf(type);
  const folder = readFolder(env);
  if (folder.fault !== undefined) faults.set(FOLDER, folder.fault);
  for (const field of fields) {
    const fault = readField(field, draft, sourcesOf(field.name, env, folder.files));
    if (fault !== undefined) faults.set(field.name, fault);
  }
  for (const { property, constraints = {} } of validateSync(draft, { forbidUnknownValues: false }))
    if (!faults.has(property)) faults.set(property, Object.values(constraints).join('; '));
  if (faults.size > 0) throw new ConfigurationError([...faults.values()]);
  for (const { name, type: declared } of fields) {
    const text = draft[name];
    if (typeof text !== 'string') continue;
    if (declared === Secret) draft[name] = new Secret(text);
    if (declared === ReloadingSecret)
      draft[name] = new ReloadingSecret(text, sourcesOf(name, env, folder.files)[0]?.path);
  }
  return draft as Config;
}

export interface Field {
  readonly name: string;
  /** As the compiler has noted it: String, Number, Boolean, Array, Secret, ReloadingSecret. */
  readonly type: unknown;
  readonly optional: boolean;
}

/** The fields of a configuration class. */
export function fieldsOf(type: ConfigClass<object>): readonly Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))].map((name) => ({
    name,
    type: Reflect.getMetadata('design:type', type.prototype as object, name) as unknown,
    optional: rules.some((rule) => rule.propertyName === name && rule.type === ValidationTypes.CONDITIONAL_VALIDATION),
  }));
}

/** The names of files in CONFIGURATION_FOLDER that look like variables but are none of `type`. */
export function unreadFiles(type: ConfigClass<object>, env: Environment = process.env): readonly string[] {
  const known = fieldsOf(type).map(({ name }) => name);
  return [...readFolder(env).files.keys()].filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && !known.includes(name));
}

/** The paths of the files of CONFIGURATION_FOLDER by their names. */
type Files = ReadonlyMap<string, string>;

function readFolder(env: Environment): { readonly files: Files; readonly fault?: string } {
  const folder = env[FOLDER] ?? '';
  if (folder === '') return { files: new Map() };
  try {
    return { files: new Map(readdirSync(folder).map((name) => [name, join(folder, name)])) };
  } catch (error) {
    return { files: new Map(), fault: `${FOLDER} names a folder that cannot be read (${reasonOf(error)})` };
  }
}

/** The source of a variable. */
interface Source {
  readonly where: string;
  readonly text?: string;
  readonly path?: string;
}

function sourcesOf(name: string, env: Environment, files: Files): readonly Source[] {
  const [text = '', path = '', inFolder = ''] = [env[name], env[`${name}_FILE`], files.get(name)];
  return [
    ...(text === '' ? [] : [{ where: name, text }]),
    ...(path === '' ? [] : [{ where: `${name}_FILE`, path }]),
    ...(inFolder === '' ? [] : [{ where: `${name} of ${FOLDER}`, path: inFolder }]),
  ];
}

/** Puts the variable's value into the draft, or returns the fault. */
function readField(
  { name, type, optional }: Field,
  draft: Record<string, unknown>,
  sources: readonly Source[],
): string | undefined {
  const { text, fault } = readVariable(sources);
  if (text !== undefined) draft[name] = convert(text, type);
  else if (fault === undefined && draft[name] === undefined && !optional) return `${name} is missing`;
  if (type === Number && typeof draft[name] === 'string') return `${name} must be a number`;
  if (type === Boolean && typeof draft[name] === 'string') return `${name} must be true or false`;
  return fault;
}

interface Read {
  readonly text?: string;
  readonly fault?: string;
}

function readVariable([source, other]: readonly Source[]): Read {
  if (source === undefined) return {};
  if (other !== undefined) return { fault: `${source.where} and ${other.where} are both set` };
  return source.path === undefined ? source : readVariableFile(source.where, source.path);
}

/** Secrets are mounted as files; the newline with which editors end them is not part of the value. */
function readVariableFile(where: string, path: string): Read {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text.length > MAX_FILE_BYTES) return { fault: `${where} names a file that is too large` };
    return text === '' ? { fault: `${where} names an empty file` } : { text };
  } catch (error) {
    return { fault: `${where} names a file that cannot be read (${reasonOf(error)})` };
  }
}

function convert(text: string, declared: unknown): unknown {
  if (declared === Number) return /^-?[0-9]+(\.[0-9]+)?$/.test(text.trim()) ? Number(text) : text;
  if (declared === Boolean) return { true: true, false: false }[text.trim().toLowerCase()] ?? text;
  if (declared === Array)
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return text;
}
