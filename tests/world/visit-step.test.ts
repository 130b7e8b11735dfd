import { describe, expect, test } from 'vitest';
import { Steps } from '../../core/steps.ts';
import { PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { VisitSending } from '../../drivers/world/visit-step.ts';
import { visitStep } from '../../drivers/world/visit-step.ts';

type Prompts = readonly ('signIn' | 'consent')[];
type Arrival = readonly [status: number, prompts?: Prompts, location?: string] | 'lost' | 'refused';

const arrived = [302, ['consent'], 'https://client.example/callback?code=c'] as const;

/** Makes a visit whose browser arrives as listed, and as in the last entry from then on. Returns how it ended. */
async function visited(arrivals: readonly Arrival[], options: Partial<VisitSending> = {}) {
  const steps = new Steps();
  const sending = steps.begin('at first: browser.authorize', 'browser.authorize', 0);
  const pauses: number[] = [];
  let now = 0;
  let number = 0;
  const visit = await visitStep(sending, {
    visit: async () => {
      const arrival = arrivals[Math.min(number, arrivals.length - 1)]!;
      sending.by(++number);
      if (arrival === 'lost') throw new TestBedTrouble('the browser got no answer', { passing: true });
      if (arrival === 'refused') throw new TestBedTrouble('no such user', { passing: true, refusal: true });
      const [status, prompts = [], location = null] = arrival;
      return { status, prompts: [...prompts], location, number };
    },
    contrast: async () => 'here',
    pause: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
    now: () => now,
    isAsIs: false,
    isDirect: false,
    silence: () => undefined,
    hasSession: false,
    moment: 'any',
    ...options,
  });
  return { visit, pauses, step: steps.all()[0] };
}

describe('a browser that was shown an error of a gateway', () => {
  test('is sent there again, after increasing pauses', async () => {
    const { visit, step, pauses } = await visited([[503], [429], [502], arrived]);
    expect([visit.number, visit.location, pauses]).toEqual([4, arrived[2], [100, 400, 1200]]);
    expect(step).toMatchObject({ disturbance: 'server-error', resolved: true, numbers: [1, 2, 3, 4] });
  });

  test.for([
    ['while the user signed in', [503, ['signIn']], ['signIn', 'consent']],
    ['after the user had consented', [503, ['signIn', 'consent']], ['signIn', 'consent']],
    ['before the user was asked for anything', [503], ['consent']],
  ] as const)('reports all prompts that the user saw, also %s', async ([, first, prompts]) => {
    expect((await visited([first, arrived])).visit.prompts).toEqual(prompts);
  });

  test('leaves the visit unresolved if the error comes each time', async () => {
    const { visit, step } = await visited([[503]]);
    expect(visit.number).toBe(1);
    expect(step).toMatchObject({ resolved: false, contrast: 'here', numbers: [1, 2, 3, 4] });
  });

  test('is not sent there again if that error is the answer of the tenant', async () => {
    const { visit, step } = await visited([[503], arrived], { isAsIs: true });
    expect([visit.status, step?.numbers]).toEqual([503, [1]]);
  });

  test('arrives too late if the moment is over in a case that moves the clock', async () => {
    let milliseconds = 0;
    const late = await visited([[503], arrived], { moment: 'short', now: () => (milliseconds += 3000) });
    expect([late.visit.number, late.step?.resolved]).toEqual([2, false]);
  });

  test('is not sent there again after a visit that took long', async () => {
    let milliseconds = 0;
    const { step } = await visited([[503], arrived], { now: () => (milliseconds += 6000) });
    expect(step).toMatchObject({ numbers: [1], resolved: false });
  });

  test('ends its case if the tenant answers no request', async () => {
    const silence = () => ({ told: 'the tenant has answered nothing for 41 s', cause: 'silence' });
    await expect(visited([[503], arrived], { silence })).rejects.toThrow(PremiseUnmet);
  });
});

describe('a browser that got no answer', () => {
  test('is sent there again, and reports the prompts of the user if they come again', async () => {
    const { visit, step } = await visited(['lost', [503, ['signIn']], arrived]);
    expect([visit.number, visit.prompts, step?.resolved]).toEqual([3, ['signIn', 'consent'], true]);
  });

  test('reports the prompts of a user with a session if consent is asked for again', async () => {
    const { visit, step } = await visited(['lost', arrived], { hasSession: true });
    expect([visit.number, visit.prompts, step?.resolved]).toEqual([2, ['consent'], true]);
  });

  test.for(['signIn', 'consent'] as const)('reports no prompts if only %s is asked for again', async (prompt) => {
    await expect(visited(['lost', [302, [prompt], arrived[2]]])).rejects.toThrow('the browser got no answer');
  });

  test('is sent there only once if the control refuses the visit', async () => {
    await expect(visited(['refused', arrived])).rejects.toThrow('no such user');
  });
});

test('a browser that ended with an error of the tenant reports that error', async () => {
  const { visit, step } = await visited([[400]]);
  expect([visit.status, step?.disturbance]).toEqual([400, undefined]);
});
