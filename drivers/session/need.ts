import type { Missing } from '../../core/run/host.ts';
import { inWords } from '../../core/wording.ts';
import type { OperationName } from '../control/operation.ts';
import type { Provision } from './provision.ts';
import { has } from './provision.ts';
import type { Target } from './target.ts';
import { day } from '../../core/spans.ts';

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
  | 'records'
  | 'filters'
  | 'tenant-of-its-own'
  | 'delegated-grant'
  | 'tls';

/** Each of them is enough; the usual one stands first. */
type Ways = readonly [Way, ...Way[]];
/** All of them are needed. */
export type Way = readonly Provision[];

interface Having {
  readonly ways: Ways;
  /** What is not there where none of the ways is, and why. */
  readonly lacks: string;
}

const anApp: Ways = [['app.create'], ['fixtures.app']];
const aKey: Ways = [['user.create', 'apiKey.create'], ['a user with an apiKey in fixtures.users']];

const access: Way = ['project.create', 'project.grant', 'record.create'];
const madeRecords: Way = ['app.create', ...access];

const havings: Readonly<Record<Exclude<Need, OperationName>, Having>> = {
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

/** What a check says of its needs. */
export interface Needing {
  readonly needs: readonly Need[];
  /** Seconds that it lets pass at most. */
  readonly maxSeconds?: number;
}

function isOperation(need: Need): need is OperationName {
  return !Object.hasOwn(havings, need);
}

/** The ways in which a need can be met at all. */
export function waysOf(need: Need): Ways {
  return isOperation(need) ? [[need]] : havings[need].ways;
}

/** The first thing that a target lacks for a check. */
export function lacking(target: Target, needing: Needing): Missing | undefined {
  const need = needing.needs.find((one) => !isMet(target, one, needing));
  if (need === undefined) return undefined;
  const lack = lackOf(target, need, needing);
  return { ...lack, reason: `needs ${lack.reason}` };
}

/** Whether the suite can make records, and apps that see these and nothing else. */
export function makesRecords(target: Target): boolean {
  return madeRecords.every((operation) => has(target, operation));
}

/** Whether a record can be created by the write probe of the profile, in a project that the control makes where it wants one. */
export function canWrite(target: Target): boolean {
  return isMet(target, 'write-probe', { needs: [] });
}

/** What a target would have to have besides for a check to be exercised, each way once; nothing where it has all. */
export function wanting(target: Target, needing: Needing): readonly Way[] {
  const unmet = needing.needs.filter((one) => !isMet(target, one, needing));
  return combined(unmet.map((need) => waysOf(need).map((way) => way.filter((one) => !has(target, one)))));
}

/** All choices of a way for each, joined; none that asks for all that another one does, and more. */
export function combined(choices: readonly (readonly Way[])[]): readonly Way[] {
  let joined: Way[] = [[]];
  for (const ways of choices) {
    joined = leastOf(joined.flatMap((one) => ways.map((way) => [...new Set([...one, ...way])])));
  }
  return joined;
}

/** Of several ways those that do not ask for all that another one does, and more. */
export function leastOf(ways: readonly Way[]): Way[] {
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
  if (need === 'passing-time') return lackOfTime(target, needing) ?? { reason: havings[need].lacks };
  if (need === 'access') {
    const cause = lackOfOperations(target, access);
    return { reason: `${havings[need].lacks}: ${cause}`, cause };
  }
  if (!isOperation(need)) return { reason: havings[need].lacks };
  const why = target.control.kind === 'none' ? 'and there is no control' : 'which the control does not offer';
  return { reason: `the operation ${need}, ${why}`, cause: lackOfOperations(target, [need]) };
}

/** What is behind everything that needs these operations, in words that are the same for all of it. */
function lackOfOperations(target: Target, operations: Way): string {
  if (target.control.kind === 'none') return 'there is no control (control.type is none)';
  return `the control does not offer ${operations.filter((operation) => !has(target, operation)).join(', ')}`;
}

/** Seconds that a check waits where it does not say: the life of an access token, and some time to probe it. */
const usualWait = 910;

function lackOfTime(target: Target, { maxSeconds: seconds = usualWait }: Needing): Missing | undefined {
  if (target.time !== 'real') return undefined;
  // all waits are shared, so that a run really waits only once
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
