import { lasting } from '../../core/wording.ts';
import type { History, KeyDate } from '../../generators/history.ts';
import { describePopulation } from '../../generators/population.ts';
import { describePresentation } from '../../generators/presentation.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { Action, ActionOutcome } from './actions.ts';
import { isChange, stateChanges } from './changes.ts';
import type { Limits, PlayedHistory } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import type { Beside, Change, Credential, LoggedEvent } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';
import { day } from '../../core/spans.ts';

const named =
  (names: readonly string[], other: string) =>
  (index: number): string =>
    names[index] ?? `${other} ${index + 1}`;

const userName = named(['Ada', 'Ben', 'Cleo'], 'user');
export const appName = named(['Centrifuge', 'Pipette'], 'app');

/** Returns the name of a credential for a finding. */
export function nameOf({ kind, user, app, place }: Credential): string {
  const whose = app === undefined ? userName(user ?? 0) : appName(app);
  const forWhom = user === undefined || app === undefined ? '' : ` for ${userName(user)}`;
  const after =
    place === 0 ? '' : kind === 'apiKey' || kind === 'clientSecret' ? ' after rotation' : ` after refresh ${place}`;
  return `${whose}'s ${kindNames[kind]}${forWhom}${after}`;
}

/** The names of the kinds of credential for a finding. */
export const kindNames: Readonly<Record<Credential['kind'], string>> = {
  apiKey: 'API key',
  clientSecret: 'client secret',
  appToken: 'app token',
  accessToken: 'access token',
  refreshToken: 'refresh token',
  code: 'authorization code',
  idToken: 'ID token',
};

/** Returns an event in words (`Ben was suspended`), or undefined if a finding need not name it. */
export function describeEvent(one: LoggedEvent): string | undefined {
  if (isChange(one)) return `${who(one)} was ${stateChanges[one.kind].told}`;
  switch (one.kind) {
    case 'visited':
      return `${userName(one.user)} ${one.consent === 'deny' ? 'denied' : 'consented to'} ${appName(one.app)}`;
    case 'besideUser':
    case 'besideApp':
      return `${who(one)} ${one.what}`;
    case 'elapsed':
      return one.until === undefined ? `${lasting(one.seconds)} passed` : `it was ${one.until}`;
    case 'misused':
      return `a refresh token was presented ${one.how}`;
    case 'issued':
      return describeIssue(one.credential);
    case 'presented':
    case 'replaced':
    case 'spent':
      return undefined;
  }
}

function who(one: Change | Beside): string {
  return 'user' in one ? userName(one.user) : appName(one.app);
}

function describeIssue({ kind, user = 0, app = 0, place }: Credential): string | undefined {
  switch (kind) {
    case 'appToken':
      return `${appName(app)} asked for an app token`;
    case 'apiKey':
      return place === 0 ? undefined : `${userName(user)}'s key was rotated`;
    case 'clientSecret':
      return place === 0 ? undefined : `${appName(app)}'s secret was rotated`;
    case 'idToken':
      return `${userName(user)} got an ID token`;
    case 'accessToken':
      return `${appName(app)} ${place === 0 ? 'exchanged the code' : 'refreshed'} for ${userName(user)}`;
    case 'refreshToken':
    case 'code':
      return undefined;
  }
}

/**
 * Returns a history in words, as it was played. Without a played history, as it goes at a tenant that follows the
 * model.
 */
export function describeHistory(
  drawn: History,
  options: Limits,
  { history, past, stepsEnd } = playedIdeally(drawn, options),
): readonly string[] {
  const who = describePopulation(history.population, history.projects);
  const dates = history.keyAges.map((date, user) => `${userName(user)}'s key was ${describeDate(date)}`);
  const presented = [...new Set(history.presentations.flatMap((one) => describePresentation(one) ?? []))];
  const how = presented.length === 0 ? '' : ` (in turn also by ${presented.join('; ')})`;
  return [
    ...(who === undefined ? [] : [`with ${who}`]),
    ...dates.filter((_, user) => options.keys && history.keyAges[user] !== 0),
    ...past.slice(0, stepsEnd).flatMap((one) => describeEvent(one) ?? []),
    `then ${past.length > stepsEnd ? 'everything was' : 'some credentials were'} presented${how}`,
  ];
}

/** Plays a history against the ideal tenant. */
export function playedIdeally(history: History, options: Limits): PlayedHistory {
  const tenant = idealTenant(history, options.keys);
  const acts = interpret(history, tenant.beginning, options);
  let step = acts.next();
  while (step.done !== true) step = acts.next(tenant.do(step.value));
  return step.value;
}

/** Returns a tenant that follows the model. If the model leaves an answer open, the tenant accepts. */
export function idealTenant({ users, apps, keyAges }: History, keys: boolean) {
  let now = 0;
  const credentials: Credential[] = [];
  for (let user = 0; user < (keys ? users : 0); user++) {
    const born = instant(-ageOf(keyAges[user] ?? 0));
    credentials.push({ id: credentials.length, kind: 'apiKey', user, place: 0, born, expires: 'yes' });
  }
  for (let app = 0; app < apps; app++)
    credentials.push({ id: credentials.length, kind: 'clientSecret', app, place: 0, born: instant(0) });
  return { beginning: { credentials, now: instant(0) }, do: outcomeOf };

  function outcomeOf(act: Action): ActionOutcome {
    if (act.act === 'elapse') now += act.seconds;
    const at = instant(now);
    if (act.act === 'giveKey') return { at, born: instant(now - ageOf(act.date)), expires: 'yes' };
    if (act.act === 'side by side') return { at, each: act.acts.map(outcomeOf) };
    if (act.act !== 'visit' && act.act !== 'present') return { at };
    const answer = act.act === 'visit' ? act.answer : act.answerAt(at);
    if (answer.word === 'refused') return { at, outcome: 'refused', invalidGrant: true };
    return { at, outcome: 'served', brought: act.act === 'visit' || !isReusable(act.credential) };
  }
}

/** Returns the age in seconds: a year for a key that is given by its date. */
function ageOf(date: KeyDate): number {
  return typeof date === 'number' ? date : 365 * day;
}

function describeDate(date: KeyDate): string {
  return typeof date === 'number' ? `${Math.round(date / day)} days old` : `of ${date.slice(0, 10)}`;
}

function instant(seconds: number): Moment {
  return { after: seconds, before: seconds };
}
