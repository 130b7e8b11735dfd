import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draw } from '../../core/run/draw.ts';
import { inCircumstances } from '../../generators/circumstances.ts';
import { commandsIn, storyOf } from '../../generators/history.ts';
import { storiesCheck } from '../../specs/engines/standing.ts';
import { describeHistory } from '../../specs/model/event-wording.ts';
import {
  archive,
  askForToken,
  connect,
  presentEnded,
  refresh,
  suspend,
  times,
  unarchive,
  unsuspend,
} from '../../specs/world/commands.ts';
import { ofAGrant, ofAnApp } from '../../specs/world/tellings.ts';
import type { Fault } from '../../tenant/index.ts';
import { withTimeSkipped } from '../drivers/skipped-time.ts';

const teller = { id: 'lifecycle/an-example', keys: false };
const stories = [
  storyOf([connect()], [suspend], ofAGrant),
  storyOf([connect()], [archive()], ofAGrant),
  storyOf([connect(), refresh()], [presentEnded()], ofAGrant),
  storyOf([askForToken], [archive(), unarchive], ofAnApp),
];

describe('written stories', () => {
  test('are each told once before any one is told again, for any seed', () => {
    const { cases, maxCases, sameAs } = inCircumstances(stories, teller);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const drawn = draw(cases, maxCases, seed, undefined, sameAs).map(({ value }) => value.plain);
        expect(new Set(drawn.map((one) => JSON.stringify(one))).size).toBe(stories.length);
      }),
      { numRuns: 20 },
    );
  });

  test('have the same steps in every circumstance, after any past', () => {
    fc.assert(
      fc.property(inCircumstances(stories, teller).cases, ({ plain, steps, opening, users, apps }) => {
        expect(steps).toEqual(plain?.steps);
        // The opening of the plain story is part of the opening, in the same order.
        let left = [...(plain?.opening ?? [])];
        for (const one of opening) if (JSON.stringify(one) === JSON.stringify(left[0])) left = left.slice(1);
        expect(left).toEqual([]);
        expect(users + apps).toBeLessThanOrEqual((plain?.users ?? 0) + (plain?.apps ?? 0) + 2);
      }),
    );
  });

  test('have each kind of past and each kind of side event in some of their circumstances', () => {
    const { cases } = inCircumstances(stories, teller);
    const before = new Set(
      fc
        .sample(cases, { numRuns: 400, seed: 1 })
        .flatMap(commandsIn)
        .map((one) => one.do),
    );
    const pasts = ['suspend', 'unsuspend', 'archive', 'unarchive', 'uninstall', 'install', 'rotateSecret', 'rotateKey'];
    expect([...before]).toEqual(expect.arrayContaining([...pasts, 'besideUser', 'besideApp']));
  });
});

test('a story says if its apps are in no project', () => {
  const options = { keys: false, seconds: 0, judged: new Set([]) };
  expect(describeHistory({ ...stories[0]!, projects: 'of users' }, options)[0]).toBe('with apps in no project');
});

test('a control that supports no circumstances gets the stories as written', async () => {
  const check = storiesCheck({
    ...teller,
    title: 'An example',
    proves: ['CCR-04', 'CCR-05'],
    needs: ['app.create'],
    stories: times(12, (count) => [
      storyOf([askForToken, ...times(count, () => [askForToken])], [askForToken], ofAnApp),
    ]),
  });
  const lacking = ['app.archive', 'app.unarchive', 'app.uninstall', 'app.install', 'app.rotateSecret'];
  const { result } = await withTimeSkipped(check, { runs: 12, lacking });
  expect(result).toMatchObject({ verdict: 'passed', cases: 12 });
  // The stories ask for 90 tokens, and each token is used.
  expect(result.exchanges).toBeGreaterThanOrEqual(2 * 90);
});

test('a tenant that accepts no unusual names or addresses is judged with plain ones', async () => {
  const check = storiesCheck({
    ...teller,
    title: 'An example',
    proves: ['LIF-02', 'LIF-03'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'user.suspend'],
    stories: times(12, (count) => [
      storyOf(
        [connect()],
        times(count + 1, () => [suspend, unsuspend]),
        ofAGrant,
      ),
    ]),
  });
  const picky: Fault = {
    id: 'lifecycle/plain-names-only',
    breaks: [],
    summary: 'Takes no capitals, tags and apostrophes in an address, and no name beyond ASCII.',
    behaviour: () => ({
      userProblem: (_tenant, { email, name }) =>
        /[A-Z'+]/.test(email) || /[^ -~]/.test(name) ? 'There must be no such character.' : undefined,
    }),
  };
  const { result } = await withTimeSkipped(check, { runs: 12, fault: picky });
  expect(result).toMatchObject({ verdict: 'passed', cases: 12 });
});
