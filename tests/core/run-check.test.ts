import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { held, notApplicable } from '../../core/judgement.ts';
import {
  Interrupted,
  NothingToJudge,
  PremiseUnmet,
  SuiteMistake,
  TestBedTrouble,
  Unsupported,
} from '../../core/trouble.ts';
import { run, wrong } from './made-up-check.ts';

describe('the verdict of a check', () => {
  test('is passed for each requirement that a case reported as held', async () => {
    const result = await run({
      proves: ['REQ-01', 'DER-01'],
      gather: async (scene) => scene.exchange(200),
      *judge() {
        yield held('REQ-01');
        yield held('DER-01');
      },
    });
    expect(result).toMatchObject({ verdict: 'passed', verdicts: { 'REQ-01': 'passed', 'DER-01': 'passed' } });
    expect(result).toMatchObject({ cases: 1, exchanges: 1, failures: [], opened: 1, closed: 1 });
  });

  test('is passed without such a report if the check proves one requirement', async () => {
    expect(await run({ gather: async (scene) => scene.exchange(200), *judge() {} })).toMatchObject({
      verdict: 'passed',
    });
  });

  test('is not exercised for a requirement that no case was about, and this does not affect the others', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      cases: fc.nat(),
      gather: async () => 'something',
      *judge() {
        yield held('REQ-01');
      },
    });
    expect(result).toMatchObject({ verdict: 'passed', verdicts: { 'REQ-02': 'not-exercised' } });
    expect(result.reasons).toEqual({ 'REQ-02': 'none of 50 cases exercised it' });
    expect(result.causes).toEqual(['no case exercised it']);
  });

  test.for(['gather', 'judge'])('is never passed if no case exercised the requirement, as %s reports', async (who) => {
    const reason = 'there was one page';
    const result = await run({
      cases: fc.nat(),
      gather: async () => {
        if (who === 'gather') throw new NothingToJudge(reason);
        return 'something';
      },
      *judge() {
        yield notApplicable(reason);
      },
    });
    expect(result).toMatchObject({
      verdict: 'not-exercised',
      reason: `none of 50 cases exercised it: ${reason}`,
      causes: [reason],
    });
  });

  test('keeps each reason why its cases had nothing to judge once, and at most twenty of them', async () => {
    const about = async (reasons: number) => {
      let cases = 0;
      const result = await run({
        cases: fc.nat(),
        gather: async () => {
          throw new NothingToJudge(`reason ${cases++ % reasons}`);
        },
        *judge() {},
      });
      return result.causes;
    };
    expect(await about(2)).toEqual(['reason 0', 'reason 1']);
    expect(await about(50)).toHaveLength(20);
  });

  test('is inconclusive if its cases report nothing and give no reason', async () => {
    const silent = { cases: fc.nat(), gather: async () => 'something', *judge() {} };
    expect(await run({ ...silent, proves: ['REQ-01', 'REQ-02'] })).toMatchObject({ verdict: 'inconclusive' });
    const nothing = { ...silent, gather: () => Promise.resolve(undefined as unknown as string) };
    expect(await run(nothing)).toMatchObject({ verdict: 'inconclusive', reason: 'nothing was gathered' });
  });

  test.for([
    [50, 5, 'passed'],
    [50, 6, 'inconclusive'],
    [10, 1, 'passed'],
    [9, 1, 'inconclusive'],
  ] as const)('of %s cases, of which %s could not be judged, is %s', async ([runs, unclear, verdict]) => {
    let cases = 0;
    const result = await run(
      {
        cases: fc.nat(),
        gather: async () => {
          if (++cases <= unclear) throw new PremiseUnmet('no token could be had');
          return cases;
        },
        *judge() {},
      },
      {},
      { runs },
    );
    expect(result).toMatchObject({ verdict, cases: runs, unjudged: unclear });
  });

  test('counts deliveries and operations in addition to exchanges', async () => {
    const result = await run({
      gather: async ({ journal }) => {
        journal.record({ number: journal.number(), at: 0, operation: 'user.suspend', input: {}, output: {} });
        return 'done';
      },
      *judge() {},
    });
    expect(result).toMatchObject({ exchanges: 0, operations: 1 });
  });

  test('is not exercised if the target lacks a need, and no case runs', async () => {
    const result = await run({ gather: async () => null, *judge() {} }, { missing: 'needs an app' });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'needs an app', opened: 0, cases: 0 });
  });

  test('is failed by a finding against a stated requirement and a warning by one against a derived requirement', async () => {
    const result = await run({
      proves: ['DER-01', 'REQ-01', 'REQ-02'],
      gather: async () => null,
      *judge() {
        yield wrong('DER-01');
        yield wrong('REQ-01');
        yield held('REQ-02');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts).toEqual({ 'DER-01': 'warning', 'REQ-01': 'failed', 'REQ-02': 'passed' });
    expect(result.failures.map(({ requirement }) => requirement)).toEqual(['REQ-01', 'DER-01']);
    expect(result.failures.every(({ confirmed }) => confirmed)).toBe(true);
  });

  test('reports each requirement, and does not repeat faultless cases of one requirement for the next', async () => {
    const given: number[] = [];
    const result = await run(
      {
        proves: ['REQ-01', 'REQ-02'],
        cases: fc.integer({ min: 0, max: 1000 }),
        gather: async (_scene, number) => given.push(number),
        *judge(_seen, number: number) {
          if (number > 900) yield wrong('REQ-01');
          if (number > 950) yield wrong('REQ-02');
        },
      },
      {},
      { runs: 100 },
    );
    expect(result.failures.map(({ requirement }) => requirement)).toEqual(['REQ-01', 'REQ-02']);
    const firstRed = given.findIndex((number) => number > 900);
    const faultless = given.slice(0, firstRed);
    expect(faultless.length).toBeGreaterThan(0);
    expect(given.filter((number) => number === faultless[0])).toHaveLength(1);
  });

  test('is inconclusive for a requirement if the search after another failure takes too long', async () => {
    const result = await run(
      {
        proves: ['REQ-01', 'REQ-02'],
        cases: fc.nat(),
        gather: async () => null,
        *judge() {
          yield wrong('REQ-01');
        },
      },
      {},
      { searchMs: 0 },
    );
    expect(result.verdicts).toEqual({ 'REQ-01': 'failed', 'REQ-02': 'inconclusive' });
    expect(result.reason).toMatch(/^REQ-01: .*, expected /);
    expect(result.reasons?.['REQ-02']).toContain('another requirement failed');
  });

  test.for([
    ['inconclusive', () => new PremiseUnmet('no token could be had')],
    ['not-exercised', () => new Unsupported('the control does not offer it')],
    ['broken', () => new TestBedTrouble('the control answered 500')],
    ['inconclusive', () => new Interrupted('the check has ended')],
    ['broken', () => new SuiteMistake('a request of its own is wrong')],
    ['broken', () => new TypeError('cannot read properties of undefined')],
  ] as const)('is %s if gathering ends in such trouble (case %$)', async ([verdict, trouble]) => {
    const result = await run({ gather: () => Promise.reject(trouble()), *judge() {} });
    expect(result).toMatchObject({ verdict, verdicts: { 'REQ-01': verdict }, failures: [], closed: 1 });
    expect(result.reason).toContain(trouble().message);
  });

  test('comes from the trouble that prevented the arrangement', async () => {
    const result = await run({
      cases: fc.nat(),
      arrange: () => Promise.reject(new Unsupported('there is no app')),
      gather: async () => null,
      *judge() {},
    });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'there is no app' });
    expect(result.opened).toBe(result.closed);
  });

  test.for([
    [403, ['project.create'], 'not-exercised', 'not served; no permission could be granted without project.create'],
    [401, ['project.create'], 'inconclusive', 'not served'],
    [403, [], 'inconclusive', 'not served'],
  ] as const)(
    'is not exercised if the missing permission may be the reason for a refusal (%s, not granted without %s)',
    async ([status, lacked, verdict, reason]) => {
      const result = await run({
        arrange: async (scene) => {
          for (const name of lacked) scene.journal.lacked.add(name);
        },
        gather: async (scene) => scene.exchange(status),
        *judge() {
          yield { kind: 'premise', text: 'not served' };
        },
      });
      expect(result).toMatchObject({ verdict, reason, failures: [] });
    },
  );

  test('covers cases whose arrangement is made anew when it is too old', async () => {
    const stages = new Set<number>();
    const old: number[] = [];
    const run50 = (arrangementLifetime: number) =>
      run(
        {
          cases: fc.nat(),
          arrange: async (scene) => scene.opened,
          gather: async (_scene, _given, stage) => stages.add(stage),
          *judge() {},
        },
        { arrangementLifetime },
      );
    for (const arrangementLifetime of [100_000, 10]) {
      stages.clear();
      const result = await run50(arrangementLifetime);
      expect(result).toMatchObject({ verdict: 'passed', cases: 50 });
      expect(result.opened).toBe(result.closed);
      old.push(stages.size);
    }
    expect(old[0]).toBe(1);
    expect(old[1]).toBeGreaterThan(2);
  });

  test('is broken if a finding names a requirement that the check does not prove', async () => {
    const result = await run({
      gather: async () => null,
      *judge() {
        yield wrong('REQ-99');
      },
    });
    expect(result).toMatchObject({ verdict: 'broken', failures: [] });
    expect(result.reason).toContain('made-up/check judged REQ-99, which it does not prove');
  });
});

describe('a premise', () => {
  test('that is not met makes the check inconclusive and is its reason', async () => {
    const result = await run({
      gather: async () => null,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
      },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'there was only one page' });
  });

  test('that is not met does not remove a finding', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      gather: async () => null,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
        yield wrong('REQ-01');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts['REQ-02']).not.toBe('passed');
  });
});
