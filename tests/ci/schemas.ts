import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { asJsonSchema, type GithubSchema } from './github-schema.ts';

export const root = join(import.meta.dirname, '../..');

export const textOf = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** Reads one YAML document of the repository. */
export async function yamlOf<T>(path: string): Promise<T> {
  return parse(await textOf(path)) as T;
}

/** Returns all YAML documents of a text. */
export async function documentsOf(text: string): Promise<unknown[]> {
  return parseAllDocuments(text).map((document): unknown => document.toJS());
}

async function stored(name: string): Promise<object> {
  return JSON.parse(await textOf(`tests/ci/schemas/${name}.json`)) as object;
}

function ajv(): Ajv {
  const made = new Ajv({ strict: false, allErrors: true });
  addFormats.default(made);
  return made;
}

export async function githubValidator(name: 'github-action' | 'github-workflow'): Promise<ValidateFunction> {
  const definitions = ((await stored(name)) as GithubSchema).definitions;
  const start = name === 'github-action' ? 'action-root-strict' : 'workflow-root-strict';
  return ajv().compile(asJsonSchema(definitions, start));
}

export async function gitlabValidator(): Promise<ValidateFunction> {
  return ajv().compile(await stored('gitlab-ci'));
}

export async function kubernetesValidator(
  kind: 'Job' | 'ConfigMap' | 'PersistentVolumeClaim',
): Promise<ValidateFunction> {
  return ajv().compile({ ...(await stored('kubernetes')), $ref: `#/definitions/V1${kind}` });
}

/** Returns the errors of a schema for a value, one line each. The list is empty if the value is valid. */
export function complaints(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
