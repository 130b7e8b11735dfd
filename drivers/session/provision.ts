import type { OperationName } from '../control/operation.ts';
import { delegatedUser } from '../fixtures/delegated-user.ts';
import type { WriteProbe } from '../../schemas/types/profile.ts';
import { isOverTls } from '../profile/address.ts';
import type { Target } from './target.ts';

/** The provisions other than control operations, in the words by which a person adds them to a profile. */
const settings = {
  'fixtures.app': ({ settings: { fixtures } }: Target) => fixtures.app !== undefined,
  'a user with an apiKey in fixtures.users': (target: Target) => keysOf(target) >= 1,
  'two users with an apiKey in fixtures.users': (target: Target) => keysOf(target) >= 2,
  'a user with a refreshToken in fixtures.users': (target: Target) => delegatedUser(target) !== undefined,
  writeProbe: ({ settings: { writeProbe } }: Target) => writeProbe !== undefined,
  'a writeProbe that names no project': ({ settings: { writeProbe } }: Target) =>
    writeProbe !== undefined && !namesProject(writeProbe),
  otherTenant: ({ other }: Target) => other !== undefined,
  'api.schemaFieldsEncoding': ({ settings: { api } }: Target) => api.schemaFieldsEncoding !== undefined,
  'a movable clock': ({ time }: Target) => time !== 'real',
  'a tenant that no other check uses at the same time': ({ alone }: Target) => alone,
  // the embedded tenant is reached over TLS, regardless of the address that it reports
  'a tenant over HTTPS': ({ baseUrl, isDirect }: Target) => isDirect || isOverTls(baseUrl),
};

/** The placeholder for a project in the path and the body of a write probe. */
export const projectPlaceholder = '{{projectId}}';

export function namesProject({ path, body }: Pick<WriteProbe, 'path' | 'body'>): boolean {
  return `${path} ${JSON.stringify(body) ?? ''}`.includes(projectPlaceholder);
}

function keysOf({ settings: { fixtures } }: Target): number {
  return fixtures.users.filter((user) => user.apiKey !== undefined).length;
}

/** Something that a control offers or a profile has. */
export type Provision = OperationName | keyof typeof settings;

export function isOperation(provision: Provision): provision is OperationName {
  return !Object.hasOwn(settings, provision);
}

/** Reports whether a target has the provision. */
export function has(target: Target, provision: Provision): boolean {
  return isOperation(provision) ? target.control.supports(provision) : settings[provision](target);
}
