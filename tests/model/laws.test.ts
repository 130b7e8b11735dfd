import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, History } from '../../generators/history.ts';
import { histories, storyOf } from '../../generators/history.ts';
import type { Action, ActionOutcome } from '../../specs/model/actions.ts';
import type { Judged } from '../../specs/model/answers.ts';
import { answerFor } from '../../specs/model/answers.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { matrixRows } from '../../specs/model/exercised.ts';
import { judgeHistory, comparisonsIn } from '../../specs/model/judging.ts';
import { credentialsIn } from '../../specs/model/event-log.ts';
import type { PlayedHistory } from '../../specs/model/interpreter.ts';
import { interpret } from '../../specs/model/interpreter.ts';
import { idealTenant, describeHistory } from '../../specs/model/event-wording.ts';
import type { Credential, EventLog } from '../../specs/model/vocabulary.ts';
import { isReusable } from '../../specs/model/vocabulary.ts';
import { suspend, times, unsuspend } from '../../specs/world/commands.ts';

const seed = 20261120;
const month = 2_592_000;
const seconds = 3 * month;

const anyHistories = histories({
  users: 3,
  apps: 2,
  commands: {
    suspend: 2,
    unsuspend: 2,
    archive: 2,
    unarchive: 2,
    uninstall: 2,
    install: 2,
    rotateSecret: 1,
    rotateKey: 1,
    askForToken: 2,
    connect: 2,
    authorize: 1,
    exchange: 1,
    deny: 1,
    refresh: 3,
    presentEnded: 1,
    suspendAtProvider: 1,
    besideUser: 1,
    besideApp: 1,
    elapse: 2,
  },
  pauses: [1, 450, 900, 86_400, month],
  maxLength: 16,
});

/** Histories in which spent tokens are presented again and again. */
const reusingHistories = histories({
  users: 2,
  apps: 2,
  commands: { connect: 3, authorize: 2, exchange: 2, refresh: 4, presentEnded: 4, suspend: 1, unsuspend: 1 },
  maxLength: 16,
});

const everything: Judged = new Set(requirements.map(({ id }) => id));
const stated: Judged = new Set(requirements.flatMap(({ id, basis }) => (basis === 'stated' ? [id] : [])));

/** Returns all places at which a history contradicts the model. */
function contradictionsIn(past: EventLog, judged: Judged): { place: number; requirement: RequirementId }[] {
  return [...comparisonsIn(past, judged)].flatMap(({ place, broken }) =>
    broken === undefined ? [] : [{ place, requirement: broken }],
  );
}

/** Plays a history at an ideal tenant whose outcomes `otherwise` may change. */
function played(
  history: History,
  otherwise: (act: Action, done: ActionOutcome) => ActionOutcome = (_act, done) => done,
  judged: Judged = everything,
): PlayedHistory {
  const tenant = idealTenant(history, true);
  const acts = interpret(history, tenant.beginning, { keys: true, seconds, judged });
  const done = (act: Action): ActionOutcome =>
    act.act === 'side by side' ? { ...tenant.do(act), each: act.acts.map(done) } : otherwise(act, tenant.do(act));
  let step = acts.next();
  while (step.done !== true) step = acts.next(done(step.value));
  return step.value;
}

/** Returns a tenant that ends each token when more than `kept` further ones were issued to the same user or app. */
function keepingOnly(kept: number): (act: Action, done: ActionOutcome) => ActionOutcome {
  const issues: { readonly first: number; readonly user?: number | undefined; readonly app?: number | undefined }[] =
    [];
  return (act, done) => {
    if (act.act !== 'present') return done;
    const { id, kind, user, app } = act.credential;
    const isToken = kind === 'appToken' || kind === 'accessToken' || kind === 'refreshToken';
    const younger = issues.filter(
      (one) => one.first > id && (one.app === app || (user !== undefined && one.user === user)),
    );
    if (isToken && younger.length > kept) return { ...done, outcome: 'refused', brought: false };
    if (done.brought) issues.push({ first: act.brings.access, user, app });
    return done;
  };
}

/** Returns a tenant that ends all earlier tokens of the same user or app when a spent refresh token is presented. */
function endingOnReuse(scope: 'user' | 'app' | 'both'): (act: Action, done: ActionOutcome) => ActionOutcome {
  const spent = new Set<number>();
  const reuses: { readonly id: number; readonly user?: number | undefined; readonly app?: number | undefined }[] = [];
  return (act, done) => {
    if (act.act !== 'present') return done;
    const { id, kind, user, app } = act.credential;
    const isToken = kind !== 'apiKey' && kind !== 'clientSecret';
    const ended = reuses.some((one) => {
      const [sameUser, sameApp] = [user !== undefined && one.user === user, app !== undefined && one.app === app];
      return one.id > id && (scope === 'both' ? sameUser && sameApp : scope === 'user' ? sameUser : sameApp);
    });
    if (kind === 'refreshToken' && spent.has(id)) reuses.push({ id: act.brings.access, user, app });
    if (isToken && ended) return { ...done, outcome: 'refused', brought: false };
    if (done.brought) spent.add(id);
    return done;
  };
}

function words(past: EventLog, after: number): Map<number, string> {
  const at = { after, before: after };
  return new Map(credentialsIn(past).map((one) => [one.id, answerFor(past, one, at).word]));
}

/** Returns the latest time of a presentation in a history. */
function endOf(past: EventLog): number {
  return Math.max(0, ...past.map((one) => (one.kind === 'presented' ? one.at.before : 0)));
}

const holds = (property: fc.IProperty<unknown[]>): void =>
  fc.assert(property as fc.IProperty<unknown>, { seed, numRuns: 150 });

describe('the credential model', () => {
  test('never contradicts a tenant that follows the model', () => {
    holds(
      fc.property(anyHistories, (history) => {
        expect(contradictionsIn(played(history).past, everything)).toEqual([]);
      }),
    );
  });

  test('never contradicts a tenant in cases that the model leaves open', () => {
    holds(
      fc.property(anyHistories, fc.infiniteStream(fc.boolean()), (history, chances) => {
        const { past } = played(history, (act, done) => {
          if (act.act !== 'present' && act.act !== 'visit') return done;
          const answer = act.act === 'visit' ? act.answer : act.answerAt(done.at);
          if (answer.word !== 'unspecified' || chances.next().value) return done;
          return { ...done, outcome: 'refused', brought: false };
        });
        expect(contradictionsIn(past, everything)).toEqual([]);
      }),
    );
  });

  test('finds no stated requirement broken by a tenant that limits the number of tokens of a user or an app', () => {
    holds(
      fc.property(anyHistories, fc.nat(3), (history, kept) => {
        const { past } = played(history, keepingOnly(kept), stated);
        expect(contradictionsIn(past, stated).filter(({ requirement }) => stated.has(requirement))).toEqual([]);
      }),
    );
  });

  test('finds no stated requirement broken by a tenant that ends several authorizations when a spent token is presented', () => {
    holds(
      fc.property(reusingHistories, fc.constantFrom('user', 'app', 'both'), (history, scope) => {
        const { past } = played(history, endingOnReuse(scope), stated);
        expect(contradictionsIn(past, stated).filter(({ requirement }) => stated.has(requirement))).toEqual([]);
      }),
    );
  });

  test('has a place in the matrix for each presentation that agrees with it', () => {
    const presentedIn = ({ kind }: Credential): ActionOutcome['forms'] =>
      isReusable({ kind }) ? ['listing'] : ['token path'];
    holds(
      fc.property(anyHistories, (history) => {
        const told = played(history, (act, done) =>
          act.act === 'present' ? { ...done, forms: presentedIn(act.credential) ?? [] } : done,
        );
        for (const judgement of judgeHistory(told, everything)) {
          for (const one of judgement.kind === 'held' ? (judgement.exercised ?? []) : []) {
            const row = matrixRows.find(
              ({ credential, circumstance, expected }) =>
                credential === one.credential && circumstance === one.circumstance && expected === one.expected,
            );
            expect(row?.forms).toContain(one.form);
          }
        }
      }),
    );
  });

  test('lets time turn accepted into refused, and never back', () => {
    const order = ['accepted', 'unspecified', 'refused'];
    holds(
      fc.property(anyHistories, fc.nat(2 * month), fc.nat(2 * month), (history, sooner, more) => {
        const { past } = played(history);
        const now = endOf(past);
        const [before, after] = [words(past, now + sooner), words(past, now + sooner + more)];
        for (const [id, word] of before) {
          expect(order.indexOf(after.get(id) ?? '')).toBeGreaterThanOrEqual(order.indexOf(word));
        }
      }),
    );
  });

  test('lets no event of one user change the word for another user', () => {
    holds(
      fc.property(anyHistories, fc.nat(2), fc.constantFrom('suspended', 'unsuspended'), (history, user, kind) => {
        const { past } = played(history);
        const others = new Set(credentialsIn(past).flatMap((one) => (one.user === user ? [] : [one.id])));
        const [before, after] = [words(past, endOf(past)), words([...past, { kind, user }], endOf(past))];
        for (const id of others) expect(after.get(id)).toBe(before.get(id));
      }),
    );
  });

  test('lets no event of one app change the word for another app or for a key', () => {
    const changes = fc.constantFrom('archived', 'unarchived', 'uninstalled', 'installed');
    holds(
      fc.property(anyHistories, fc.nat(1), changes, (history, app, kind) => {
        const { past } = played(history);
        const others = new Set(credentialsIn(past).flatMap((one) => (one.app === app ? [] : [one.id])));
        const [before, after] = [words(past, endOf(past)), words([...past, { kind, app }], endOf(past))];
        for (const id of others) expect(after.get(id)).toBe(before.get(id));
      }),
    );
  });

  test('keeps a history within forty-eight presentations and the given time', () => {
    holds(
      fc.property(anyHistories, (history) => {
        const { past } = played(history);
        expect(past.filter(({ kind }) => kind === 'presented').length).toBeLessThanOrEqual(48);
        const passed = past.reduce((sum, one) => sum + (one.kind === 'elapsed' ? one.seconds : 0), 0);
        expect(passed).toBeLessThanOrEqual(seconds);
      }),
    );
  });
});

describe('a disagreement', () => {
  /** Returns a tenant whose second suspension of any user spares the key. */
  const forgetful = (): ((act: Action, done: ActionOutcome) => ActionOutcome) => {
    let suspensions = 0;
    return (act, done) => {
      if (act.act === 'change' && act.change.kind === 'suspended') suspensions++;
      const isKey = act.act === 'present' && act.credential.kind === 'apiKey';
      return isKey && suspensions >= 2 && done.outcome === 'refused' ? { ...done, outcome: 'served' } : done;
    };
  };

  test('that is planted shrinks to the shortest story', () => {
    const details = fc.check(
      fc.property(
        anyHistories,
        (history) => contradictionsIn(played(history, forgetful()).past, everything).length === 0,
      ),
      { seed, numRuns: 300 },
    );
    expect(details.failed).toBe(true);
    const [history] = details.counterexample ?? [];
    expect(history?.opening).toEqual([]);
    const told = history === undefined ? [] : describeHistory(history, { keys: true, seconds, judged: everything });
    expect(told.join('; ')).toMatch(
      /^(Ada|Ben|Cleo) was suspended; ((Ada|Ben|Cleo) was un-suspended; )?(Ada|Ben|Cleo) was suspended; then everything was presented$/,
    );
  });

  test('ends the wording of a story: later steps are left out', () => {
    const suspended: readonly Command[] = times(3, () => [suspend, unsuspend]);
    const history = storyOf([], suspended, { users: 1, apps: 0 });
    const options = { keys: true, seconds, judged: everything };
    expect(describeHistory(history, options)).toHaveLength(suspended.length + 1);
    expect(describeHistory(history, options, played(history, forgetful()))).toEqual([
      'Ada was suspended',
      'Ada was un-suspended',
      'Ada was suspended',
      'then some credentials were presented',
    ]);
  });

  test('ends the history, because later answers cannot be trusted', () => {
    holds(
      fc.property(anyHistories, (history) => {
        const { past } = played(history, forgetful());
        expect(contradictionsIn(past, everything).filter(({ place }) => place < past.length - 1)).toEqual([]);
      }),
    );
  });
});
