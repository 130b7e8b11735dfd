import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckHost } from '../../core/run/host.ts';
import { held } from '../../core/judgement.ts';
import { BadValue, NothingToJudge, PremiseUnmet } from '../../core/trouble.ts';
import type { MadeUpCheck, MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

const place = 'GET /';
const told = 'GET / is bad: see REQ-09';
/** Reports any refusal with 403 as a bad value. */
const badValueIn: NonNullable<CheckHost<string, MadeUpScene>['badValueIn']> = ({ exchanges }) =>
  exchanges.some(({ response }) => response?.status === 403) ? { place, told, demandedBy: ['REQ-09'] } : undefined;

/** Draws whether a case uses the bad value. If the case is done without the value, it has none left to use. */
const drawn: Pick<MadeUpCheck<undefined, boolean, string>, 'cases' | 'gather' | 'judge'> = {
  cases: fc.boolean(),
  gather: async (scene, isBad) => {
    if (isBad && scene.manner.without?.has(place) === true) throw new BadValue(told);
    if (isBad) {
      scene.exchange(403);
      throw new PremiseUnmet('it was refused');
    }
    return 'something';
  },
  *judge() {},
};

describe('a case with a bad value', () => {
  test('is not counted if other cases were judged', async () => {
    const result = await run(drawn, { badValueIn });
    expect(result).toMatchObject({ verdict: 'passed' });
    expect(result.unjudged).toBeUndefined();
  });

  test('leaves the check inconclusive if no other value is left', async () => {
    const result = await run({ ...drawn, cases: fc.constant(true) }, { badValueIn });
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: `none of 50 cases exercised it: ${told}` });
  });

  test('leaves it so if the other cases have nothing to judge, but not if they are about another requirement', async () => {
    const mixed = (lacks: boolean) =>
      run(
        {
          ...drawn,
          proves: ['REQ-01', 'REQ-02'],
          gather: async (scene, isBad) => {
            if (!isBad && lacks) throw new NothingToJudge('it is not there');
            return drawn.gather(scene, isBad, undefined);
          },
          *judge() {
            yield held('REQ-02');
          },
        },
        { badValueIn },
      );
    expect((await mixed(true)).verdicts).toEqual({ 'REQ-01': 'inconclusive', 'REQ-02': 'inconclusive' });
    expect((await mixed(false)).verdicts).toEqual({ 'REQ-01': 'not-exercised', 'REQ-02': 'passed' });
  });

  test('is done again without the value, and judged if another value replaces it', async () => {
    const manners: boolean[] = [];
    const result = await run(
      {
        gather: async (scene) => {
          const isWithout = scene.manner.without?.get(place)?.told === told;
          manners.push(isWithout);
          if (!isWithout) scene.exchange(403);
          return isWithout;
        },
        *judge(isWithout) {
          if (!isWithout) yield { kind: 'premise', text: 'it was refused' };
        },
      },
      { badValueIn },
    );
    expect(result).toMatchObject({ verdict: 'passed', cases: 1 });
    expect(manners).toEqual([false, true]);
  });

  test('does not show, done without the value, that the requirement that demands the value is kept', async () => {
    const allTogether = (proves: readonly ['REQ-01', ...string[]]) =>
      run(
        {
          proves,
          gather: async (scene) => {
            if (scene.manner.without === undefined) throw new PremiseUnmet(`GET / was ${scene.exchange(403).note}`);
            return 'all the others';
          },
          *judge() {
            for (const one of proves) yield held(one);
          },
        },
        { badValueIn: (journal) => badValueIn(journal) && { place, told, demandedBy: ['REQ-01'] } },
      );
    expect((await allTogether(['REQ-01'])).verdicts).toEqual({ 'REQ-01': 'inconclusive' });
    expect((await allTogether(['REQ-01', 'REQ-02'])).verdicts).toEqual({
      'REQ-01': 'not-exercised',
      'REQ-02': 'passed',
    });
  });

  test('does not show it for any of several values that were left out', async () => {
    const bad = [403, 404].map((status, at) => ({ status, place: `GET /${at}`, told, demandedBy: [`REQ-0${at + 1}`] }));
    const result = await run(
      {
        proves: ['REQ-01', 'REQ-02', 'REQ-03'],
        gather: async (scene) => {
          const met = bad.find((one) => scene.manner.without?.has(one.place) !== true);
          if (met !== undefined) throw new PremiseUnmet(`it was refused: ${scene.exchange(met.status).number}`);
          return 'all the others';
        },
        *judge() {
          for (const one of ['REQ-01', 'REQ-02', 'REQ-03']) yield held(one);
        },
      },
      { badValueIn: ({ exchanges }) => bad.find(({ status }) => status === exchanges.at(-1)?.response?.status) },
    );
    expect(result.verdicts).toEqual({ 'REQ-01': 'not-exercised', 'REQ-02': 'not-exercised', 'REQ-03': 'passed' });
  });

  test('yields no finding without the value, because the missing value may be the cause', async () => {
    const result = await run(
      {
        gather: async (scene) => {
          const exchange = scene.exchange(403);
          return { exchange, isWithout: scene.manner.without !== undefined };
        },
        *judge({ exchange, isWithout }) {
          if (isWithout) yield wrong('REQ-01', exchange);
          else yield { kind: 'premise', text: 'it was refused' };
        },
      },
      { badValueIn },
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'it was refused', failures: [] });
  });

  test('that waits in real time is not done again', async () => {
    const without: boolean[] = [];
    const result = await run(
      {
        ...drawn,
        cases: fc.constant(true),
        maxSeconds: 60,
        gather: async (scene, isBad) => {
          without.push(scene.manner.without !== undefined);
          return drawn.gather(scene, isBad, undefined);
        },
      },
      { badValueIn, timeIsFree: false },
    );
    expect(result.verdict).toBe('inconclusive');
    expect(result.reason).toContain(told);
    expect(without).not.toContain(true);
  });

  test('stays red if it has a finding, and unclear if something else kept it from being judged', async () => {
    const red = await run(
      {
        proves: ['REQ-01', 'REQ-02'],
        gather: async (scene) => scene.exchange(403),
        *judge(exchange) {
          yield wrong('REQ-01', exchange);
          yield { kind: 'premise', text: 'it was refused' };
        },
      },
      { badValueIn },
    );
    expect(red.verdicts).toEqual({ 'REQ-01': 'failed', 'REQ-02': 'inconclusive' });
    const unclear = await run(
      {
        gather: async (scene) => scene.exchange(403),
        *judge() {
          yield { kind: 'premise', text: 'nothing was there' };
        },
      },
      { badValueIn },
    );
    expect(unclear).toMatchObject({ verdict: 'inconclusive', reason: 'nothing was there' });
  });
});
