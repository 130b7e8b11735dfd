import { lasting } from '../../core/wording.ts';
import type { History, KeyDate } from '../../generators/history.ts';
import { tellPopulation } from '../../generators/population.ts';
import { tellPresentation } from '../../generators/presentation.ts';
import type { Moment } from '../expectations/age.ts';
import type { Action, ActionOutcome } from './actions.ts';
import type { Limits } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import type { Answer, Credential, LoggedEvent, EventLog } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';
import { day } from '../../core/spans.ts';

const users = ['Ada', 'Ben', 'Cleo'] as const;
const apps = ['Centrifuge', 'Pipette'] as const;

export function userName(user: number): string {
  return users[user] ?? `user ${user + 1}`;
}

export function appName(app: number): string {
  return apps[app] ?? `app ${app + 1}`;
}

/** A credential in the words of a finding. */
export function nameOf({ kind, user, app, place }: Credential): string {
  const whose = app === undefined ? userName(user ?? 0) : appName(app);
  const forWhom = user === undefined || app === undefined ? '' : ` for ${userName(user)}`;
  const after =
    place === 0 ? '' : kind === 'apiKey' || kind === 'clientSecret' ? ' after rotation' : ` after refresh ${place}`;
  return `${whose}'s ${kindNames[kind]}${forWhom}${after}`;
}

/** Kinds of credential in the words of a finding. */
export const kindNames: Readonly<Record<Credential['kind'], string>> = {
  apiKey: 'API key',
  clientSecret: 'client secret',
  appToken: 'app token',
  accessToken: 'access token',
  refreshToken: 'refresh token',
  code: 'code',
  idToken: 'ID token',
};

/** What has happened, in words: what was presented along the way is left out. */
export function tellEvents(past: EventLog): string {
  const told = past.flatMap((one) => tellEvent(one) ?? []);
  return told.length === 0 ? 'nothing else' : told.join(', ');
}

/** An event as it happens (`Ben is suspended`), or as it has happened (`Ben was suspended`). */
type Tense = 'present' | 'past';

/** An event in words; undefined for what a finding need not name. */
export function tellEvent(one: LoggedEvent, tense: Tense = 'present'): string | undefined {
  const is = tense === 'past' ? 'was' : 'is';
  switch (one.kind) {
    case 'suspended':
      return `${userName(one.user)} ${is} suspended`;
    case 'unsuspended':
      return `${userName(one.user)} ${is} un-suspended`;
    case 'suspendedAtProvider':
      return `${userName(one.user)} ${is} suspended at the identity provider only`;
    case 'archived':
      return `${appName(one.app)} ${is} archived`;
    case 'unarchived':
      return `${appName(one.app)} ${is} unarchived`;
    case 'uninstalled':
      return `${appName(one.app)} ${is} uninstalled`;
    case 'installed':
      return `${appName(one.app)} ${is} installed again`;
    case 'visited':
      return `${userName(one.user)} ${visits[one.consent === 'deny' ? 'deny' : 'grant'][tense]} ${appName(one.app)}`;
    case 'besideUser':
      return `${userName(one.user)} ${tense === 'past' ? inPast(one.what) : one.what}`;
    case 'besideApp':
      return `${appName(one.app)} ${tense === 'past' ? inPast(one.what) : one.what}`;
    case 'elapsed':
      if (one.until !== undefined) return `it ${is} ${one.until}`;
      return `${lasting(one.seconds)} ${tense === 'past' ? 'passed' : 'pass'}`;
    case 'misused':
      return `a refresh token ${is} presented ${one.how}`;
    case 'issued':
      return tellIssue(one.credential, tense);
    case 'presented':
    case 'replaced':
    case 'spent':
      return undefined;
  }
}

function inPast(what: string): string {
  return what
    .replace(/^is /, 'was ')
    .replace(/^presents /, 'presented ')
    .replace(/^signs /, 'signed ');
}

const visits = {
  grant: { present: 'consents to', past: 'consented to' },
  deny: { present: 'denies', past: 'denied' },
} as const;

function tellIssue({ kind, user, app, place }: Credential, tense: Tense): string | undefined {
  const verb = (present: string, past: string): string => (tense === 'past' ? past : present);
  if (kind === 'appToken') return `${appName(app ?? 0)} ${verb('asks', 'asked')} for an app token`;
  if (kind === 'apiKey') return place === 0 ? undefined : `${userName(user ?? 0)}'s key ${verb('is', 'was')} rotated`;
  if (kind === 'clientSecret')
    return place === 0 ? undefined : `${appName(app ?? 0)}'s secret ${verb('is', 'was')} rotated`;
  if (kind === 'idToken') return `${userName(user ?? 0)} ${verb('gets', 'got')} an ID token`;
  if (kind !== 'accessToken') return undefined;
  return place === 0
    ? `${appName(app ?? 0)} ${verb('exchanges', 'exchanged')} the code for ${userName(user ?? 0)}`
    : `${appName(app ?? 0)} ${verb('refreshes', 'refreshed')} for ${userName(user ?? 0)}`;
}

/** A drawn history as it goes at a tenant that keeps to the model, in words. */
export function tellHistory(history: History, options: Limits & { readonly keys: boolean }): readonly string[] {
  const tenant = new IdealTenant(history, options.keys);
  const acts = interpret(history, tenant.beginning(), options);
  const sentences = history.keyAges.flatMap((date, user) =>
    options.keys && date !== 0 ? [`${userName(user)}'s key is ${tellDate(date)}`] : [],
  );
  const who = tellPopulation(history.population);
  if (who !== undefined) sentences.unshift(`with ${who}`);
  let step = acts.next();
  while (step.done !== true) step = acts.next(tenant.do(step.value));
  const { past, stepsEnd } = step.value;
  sentences.push(...past.slice(0, stepsEnd).flatMap((one) => tellEvent(one) ?? []));
  const presented = [...new Set(history.presentations.flatMap((one) => tellPresentation(one) ?? []))];
  const how = presented.length === 0 ? '' : ` (in turn also by ${presented.join('; ')})`;
  return [...sentences, `then everything is presented${how}`];
}

/** A tenant that does what the model says, and what is unspecified in the kindest way. */
export class IdealTenant {
  readonly #history: History;
  readonly #keys: boolean;
  #now = 0;

  constructor(history: History, keys: boolean) {
    this.#history = history;
    this.#keys = keys;
  }

  beginning(): { credentials: Credential[]; now: Moment } {
    const { users: userCount, apps: appCount, keyAges } = this.#history;
    const credentials: Credential[] = [];
    for (let user = 0; this.#keys && user < userCount; user++) {
      const born = instant(-ageOf(keyAges[user] ?? 0));
      credentials.push({ id: credentials.length, kind: 'apiKey', user, place: 0, born, expires: 'yes' });
    }
    for (let app = 0; app < appCount; app++) {
      credentials.push({ id: credentials.length, kind: 'clientSecret', app, place: 0, born: instant(0) });
    }
    return { credentials, now: instant(0) };
  }

  do(act: Action): ActionOutcome {
    if (act.act === 'elapse') this.#now += act.seconds;
    const at = instant(this.#now);
    if (act.act === 'giveKey') {
      return {
        done: true,
        outcome: 'served',
        brought: true,
        at,
        born: instant(this.#now - ageOf(act.date)),
        expires: 'yes',
      };
    }
    const answer: Answer | undefined =
      act.act === 'visit' ? act.answer : act.act === 'present' ? act.answerAt(at) : undefined;
    const refused = answer?.word === 'refused';
    return {
      done: true,
      outcome: refused ? 'refused' : 'served',
      at,
      brought: !refused && answer !== undefined && !isCall(act),
      ...(refused ? { invalidGrant: true } : {}),
    };
  }
}

/** A year for what is told by its date. */
function ageOf(date: KeyDate): number {
  return typeof date === 'number' ? date : 365 * day;
}

function tellDate(date: KeyDate): string {
  return typeof date === 'number' ? `${Math.round(date / day)} days old` : `of ${date.slice(0, 10)}`;
}

function isCall(act: Action): boolean {
  return act.act === 'present' && isReusable(act.credential);
}

function instant(seconds: number): Moment {
  return { after: seconds, before: seconds };
}
