import type { OperationName } from '../control/control.ts';
import { isOverTls } from '../profile/address.ts';
import { delegatedUser } from '../fixtures/delegated-user.ts';
import type { Target } from './target.ts';

/** What a check needs of a target: an operation of its control, or something that can be had in several ways. */
export type Need =
  | OperationName
  | 'actor'
  | 'app'
  | 'api-key'
  | 'two-api-keys'
  | 'write-probe'
  | 'other-tenant'
  | 'passing-time'
  | 'access'
  | 'filters'
  | 'tenant-of-its-own'
  | 'delegated-grant'
  | 'tls';

const ways: Record<
  Exclude<Need, OperationName | 'passing-time'>,
  { readonly met: (target: Target) => boolean; readonly lacks: string }
> = {
  actor: {
    met: (target) => ways.app.met(target) || ways['api-key'].met(target),
    lacks:
      'an app or a user with a personal API key: the control makes neither, and neither fixtures.app nor fixtures.users with an apiKey are in the profile',
  },
  app: {
    met: ({ control, settings }) => control.supports('app.create') || settings.fixtures.app !== undefined,
    lacks: 'an app: neither app.create of the control nor fixtures.app of the profile is there',
  },
  'api-key': {
    met: (target) => makesKeys(target) || keysOf(target) >= 1,
    lacks:
      'a personal API key: neither user.create and apiKey.create of the control nor fixtures.users with an apiKey are there',
  },
  'two-api-keys': {
    met: (target) => makesKeys(target) || keysOf(target) >= 2,
    lacks:
      'API keys of two users: neither user.create and apiKey.create of the control nor two fixtures.users with an apiKey are there',
  },
  access: {
    met: ({ control }) =>
      (['project.create', 'project.grant', 'record.create'] as const).every((operation) => control.supports(operation)),
    lacks:
      'records that the suite made: project.create, project.grant and record.create of the control are not all there',
  },
  filters: {
    met: ({ settings }) => settings.api.schemaFieldsEncoding !== undefined,
    lacks: 'the form of filters in the query: api.schemaFieldsEncoding is not in the profile',
  },
  'delegated-grant': {
    met: (target) => makesGrants(target) || delegatedUser(target) !== undefined,
    lacks:
      'the grant of a user to an app: neither app.create, user.create and browser.authorize of the control nor fixtures.app and fixtures.users with a refreshToken are there',
  },
  'tenant-of-its-own': {
    met: ({ alone }) => alone,
    lacks: 'a tenant that no other check uses at the same time',
  },
  tls: {
    // the embedded tenant is reached over TLS, whatever address it tells
    met: ({ baseUrl, isDirect }) => isDirect || isOverTls(baseUrl),
    lacks: 'TLS, which a tenant that is reached over plain HTTP does not show',
  },
  'write-probe': {
    met: ({ settings }) => settings.writeProbe !== undefined,
    lacks: 'a call that creates a record: writeProbe is not in the profile',
  },
  'other-tenant': {
    met: ({ other }) => other !== undefined,
    lacks: 'a second tenant: otherTenant is not in the profile',
  },
};

/** The first thing that a target lacks for a check, as the reason why it is not exercised. */
export function lacking(
  target: Target,
  { needs, waits }: { readonly needs: readonly Need[]; readonly waits?: number },
): string | undefined {
  for (const need of needs) {
    const lack = lackOf(target, need, waits);
    if (lack !== undefined) return `needs ${lack}`;
  }
  return undefined;
}

/** Seconds that a check waits where it does not say: the life of an access token, and some time to probe it. */
const usualWait = 910;

function lackOf(target: Target, need: Need, waits = usualWait): string | undefined {
  if (need === 'passing-time') return lackOfTime(target, waits);
  if (need in ways) {
    const way = ways[need as keyof typeof ways];
    return way.met(target) ? undefined : way.lacks;
  }
  if (target.control.supports(need as OperationName)) return undefined;
  const why = target.control.kind === 'none' ? 'and there is no control' : 'which the control does not offer';
  return `the operation ${need}, ${why}`;
}

function lackOfTime(target: Target, seconds: number): string | undefined {
  if (target.time !== 'real') return undefined;
  // all waits are shared, so that a run really waits only once
  if (target.alone) return 'time to pass, which no other check may share: the control has no clock that can be moved';
  if (seconds <= target.allowedWait) return undefined;
  const days = seconds / 86_400;
  if (days >= 1) return `${Math.ceil(days)} days to pass, for which the control has no clock that can be moved`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes to pass: the tenant has a real clock, so allow the wait with --allow-waits ${minutes}m`;
}

function makesKeys({ control }: Target): boolean {
  return control.supports('user.create') && control.supports('apiKey.create');
}

function makesGrants({ control }: Target): boolean {
  return control.supports('app.create') && control.supports('user.create') && control.supports('browser.authorize');
}

function keysOf({ settings }: Target): number {
  return settings.fixtures.users.filter((user) => user.apiKey !== undefined).length;
}
