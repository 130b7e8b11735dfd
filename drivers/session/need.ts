import type { Missing } from '../../core/run/host.ts';
import { inWords } from '../../core/wording.ts';
import type { OperationName } from '../control/operation.ts';
import type { Provision } from './provision.ts';
import { has } from './provision.ts';
import type { Target } from './target.ts';
import { day } from '../../core/spans.ts';

/** A need of a check: an operation of the control, or something that a target can have in several ways. */
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
  | 'records'
  | 'filters'
  | 'tenant-of-its-own'
  | 'delegated-grant'
  | 'tls';

/** The ways to meet a need. Each is enough; the usual one comes first. */
type Ways = readonly [Way, ...Way[]];
/** The provisions of one way. All of them are needed. */
export type Way = readonly Provision[];

interface NeedDefinition {
  readonly ways: Ways;
  /** What the target lacks if no way is met, and why. */
  readonly lacks: string;
}

const anApp: Ways = [['app.create'], ['fixtures.app']];
const aKey: Ways = [['user.create', 'apiKey.create'], ['a user with an apiKey in fixtures.users']];

const access: Way = ['project.create', 'project.grant', 'record.create'];
const madeRecords: Way = ['app.create', ...access];

const needDefinitions: Readonly<Record<Exclude<Need, OperationName>, NeedDefinition>> = {
  actor: {
    ways: [...anApp, ...aKey],
    lacks:
      'an app or a user with a personal API key: the control can create neither, and the profile has neither fixtures.app nor an apiKey in fixtures.users',
  },
  app: {
    ways: anApp,
    lacks: 'an app: the control does not offer app.create, and the profile has no fixtures.app',
  },
  'api-key': {
    ways: aKey,
    lacks:
      'a personal API key: the control does not offer both user.create and apiKey.create, and the profile has no apiKey in fixtures.users',
  },
  'two-api-keys': {
    ways: [aKey[0], ['two users with an apiKey in fixtures.users']],
    lacks:
      'API keys of two users: the control does not offer both user.create and apiKey.create, and the profile does not have two fixtures.users with an apiKey',
  },
  access: {
    ways: [access],
    lacks: 'records that the suite made',
  },
  records: {
    ways: [madeRecords, ['fixtures.app'], ['a user with an apiKey in fixtures.users']],
    lacks:
      'records in the listings: the control does not offer all of app.create, project.create, project.grant and record.create, and the profile has no fixtures.app or apiKey in fixtures.users that could see existing records',
  },
  filters: {
    ways: [['api.schemaFieldsEncoding']],
    lacks: 'the form of filters in the query: api.schemaFieldsEncoding is not in the profile',
  },
  'delegated-grant': {
    ways: [
      ['app.create', 'user.create', 'browser.authorize'],
      ['fixtures.app', 'a user with a refreshToken in fixtures.users'],
    ],
    lacks:
      'the grant of a user to an app: the control does not offer all of app.create, user.create and browser.authorize, and the profile does not have both fixtures.app and a refreshToken in fixtures.users',
  },
  'passing-time': {
    ways: [['a movable clock']],
    lacks: 'time to pass',
  },
  'tenant-of-its-own': {
    ways: [['a tenant that no other check uses at the same time']],
    lacks: 'a tenant that no other check uses at the same time',
  },
  tls: {
    ways: [['a tenant over HTTPS']],
    lacks: 'TLS: this tenant is reached over plain HTTP',
  },
  'write-probe': {
    ways: [['a writeProbe that names no project'], ['writeProbe', 'project.create', 'project.grant']],
    lacks:
      'a call that creates a record: writeProbe is not in the profile, or it names a project and the control cannot create one',
  },
  'other-tenant': {
    ways: [['otherTenant']],
    lacks: 'a second tenant: otherTenant is not in the profile',
  },
};

/** The needs that a check states. */
export interface Needing {
  readonly needs: readonly Need[];
  /** Seconds that the check lets pass at most. */
  readonly maxSeconds?: number;
}

function isOperation(need: Need): need is OperationName {
  return !Object.hasOwn(needDefinitions, need);
}

/** Returns all ways in which a need can be met. */
export function waysOf(need: Need): Ways {
  return isOperation(need) ? [[need]] : needDefinitions[need].ways;
}

/** Returns the first need of a check that the target does not meet. */
export function lacking(target: Target, needing: Needing): Missing | undefined {
  const need = needing.needs.find((one) => !isMet(target, one, needing));
  if (need === undefined) return undefined;
  const lack = lackOf(target, need, needing);
  return { ...lack, reason: `needs ${lack.reason}` };
}

/** Reports whether the suite can make records, and apps that see only these records. */
export function makesRecords(target: Target): boolean {
  return madeRecords.every((operation) => has(target, operation));
}

/** Reports whether the profile's write probe can create a record, with a project of the control if it names one. */
export function canWrite(target: Target): boolean {
  return isMet(target, 'write-probe', { needs: [] });
}

/**
 * Returns the ways to exercise a check: sets of provisions that the target would need in addition. Each set is enough
 * for all unmet needs, and no set contains another. If nothing is missing, the only set is empty.
 */
export function missingWays(target: Target, needing: Needing): readonly Way[] {
  const unmet = needing.needs.filter((one) => !isMet(target, one, needing));
  return combined(unmet.map((need) => waysOf(need).map((way) => way.filter((one) => !has(target, one)))));
}

/** Returns all choices of one way for each need, joined, without choices that ask for all of another one and more. */
export function combined(choices: readonly (readonly Way[])[]): readonly Way[] {
  let joined: Way[] = [[]];
  for (const ways of choices) {
    joined = withoutSupersets(joined.flatMap((one) => ways.map((way) => [...new Set([...one, ...way])])));
  }
  return joined;
}

/** Returns the ways that do not ask for everything of another way and more. */
export function withoutSupersets(ways: readonly Way[]): Way[] {
  const within = (one: Way, other: Way): boolean => one.every((each) => other.includes(each));
  return ways.filter(
    (way, at) => !ways.some((other, before) => within(other, way) && (before < at || !within(way, other))),
  );
}

function isMet(target: Target, need: Need, needing: Needing): boolean {
  if (need === 'passing-time') return lackOfTime(target, needing) === undefined;
  return waysOf(need).some((way) => way.every((one) => has(target, one)));
}

function lackOf(target: Target, need: Need, needing: Needing): Missing {
  if (need === 'passing-time') return lackOfTime(target, needing) ?? { reason: needDefinitions[need].lacks };
  if (need === 'access') {
    const cause = lackOfOperations(target, access);
    return { reason: `${needDefinitions[need].lacks}: ${cause}`, cause };
  }
  if (!isOperation(need)) return { reason: needDefinitions[need].lacks };
  const why = target.control.kind === 'none' ? 'and there is no control' : 'which the control does not offer';
  return { reason: `the operation ${need}, ${why}`, cause: lackOfOperations(target, [need]) };
}

/** Returns the cause of all lacks of these operations, in the same words for each. */
function lackOfOperations(target: Target, operations: Way): string {
  if (target.control.kind === 'none') return 'there is no control (control.type is none)';
  return `the control does not offer ${operations.filter((operation) => !has(target, operation)).join(', ')}`;
}

/** Seconds that a check waits if it states nothing: the life of an access token, and some time to probe it. */
const usualWait = 910;

function lackOfTime(target: Target, { maxSeconds: seconds = usualWait }: Needing): Missing | undefined {
  if (target.time !== 'real') return undefined;
  // all checks share their waits, so that a run waits only once in real time
  if (target.alone) return { reason: 'a movable clock that no other check uses: the control has no movable clock' };
  if (seconds <= target.allowedWait) return undefined;
  const days = seconds / day;
  if (days >= 1) {
    const why = 'the control has no movable clock';
    return { reason: inWords`${Math.ceil(days)} days to pass: ${why}`, cause: `days have to pass: ${why}` };
  }
  const minutes = Math.ceil(seconds / 60);
  return {
    reason: `${minutes} minutes to pass: the tenant has a real clock, so allow the wait with --allow-waits ${minutes}m`,
    cause: 'minutes have to pass: the tenant has a real clock, so allow the wait with --allow-waits',
  };
}
