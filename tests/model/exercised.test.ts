import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histories } from '../../generators/history.ts';
import { IdealTenant } from '../../specs/model/event-wording.ts';
import { exercisedBy, matrixRows } from '../../specs/model/exercised.ts';
import { interpret } from '../../specs/model/interpreter.ts';
import { agreesWithModel } from '../../specs/model/judging.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { WrittenStory } from './written-story.ts';

const judged = new Set(requirements.map(({ id }) => id));

/** The last presentation of a story, in words. */
function lastOf({ past }: WrittenStory, expected: 'served' | 'refused'): string[] {
  const place = past.findLastIndex(({ kind }) => kind === 'presented');
  const presented = past[place];
  if (presented?.kind !== 'presented') throw new Error('nothing was presented');
  return exercisedBy(past.slice(0, place), presented, expected).map(
    ({ credential, circumstance, form }) => `${credential} ${circumstance}: ${form}`,
  );
}

describe('what a presentation exercised', () => {
  test('is told by what has happened since, and in each form of call', () => {
    const story = new WrittenStory();
    const token = story.appToken();
    story.presented(token, 'served', { forms: ['list', 'next page'] });
    expect(lastOf(story, 'served')).toEqual(['app token when new: listing', 'app token when new: following page']);
    story.elapse(60).presented(token, 'served', { forms: ['list'] });
    expect(lastOf(story, 'served')).toEqual(['app token after some time: listing']);
    story.app('archived', 1).presented(token, 'served', { forms: ['sorted'] });
    expect(lastOf(story, 'served')).toEqual(['app token after a change of state of others: sorted page']);
    story.app('archived').presented(token, 'refused', { forms: ['filtered'] });
    expect(lastOf(story, 'refused')).toEqual(['app token while its app is archived: filtered page']);
    story.elapse(900).presented(token, 'refused', { forms: ['list'] });
    expect(lastOf(story, 'refused')).toEqual(['app token for several of these at once: listing']);
  });

  test('is told of the token paths that were asked', () => {
    const story = new WrittenStory();
    const secret = story.secret();
    story.presented(secret, 'served', { atLegacyPath: true });
    expect(lastOf(story, 'served')).toEqual(['client secret when new: legacy token path']);
    story.app('archived').presented(secret, 'refused', { atBothPaths: true });
    expect(lastOf(story, 'refused')).toEqual([
      'client secret while its app is archived: token path',
      'client secret while its app is archived: legacy token path',
    ]);
  });

  test('always has its place in the matrix', () => {
    const drawn = histories({
      users: 2,
      apps: 2,
      commands: {
        suspend: 2,
        unsuspend: 2,
        archive: 2,
        unarchive: 2,
        uninstall: 1,
        install: 1,
        connect: 3,
        refresh: 3,
        askForToken: 2,
        rotateSecret: 1,
        rotateKey: 1,
        elapse: 2,
        besideUser: 1,
      },
      maxLength: 16,
    });
    fc.assert(
      fc.property(drawn, (history) => {
        const tenant = new IdealTenant(history, true);
        const acts = interpret(history, tenant.beginning(), { seconds: 5000, judged });
        let step = acts.next();
        while (step.done !== true) step = acts.next({ ...tenant.do(step.value), forms: ['list'] });
        for (const judgement of agreesWithModel(step.value, judged)) {
          for (const one of judgement.kind === 'held' ? (judgement.exercised ?? []) : []) {
            const row = matrixRows.find(
              ({ credential, circumstance, expected }) =>
                credential === one.credential && circumstance === one.circumstance && expected === one.expected,
            );
            expect(row?.forms).toContain(one.form);
          }
        }
      }),
      { seed: 20261120, numRuns: 100 },
    );
  });
});
