import { describe, expect, test } from 'vitest';
import type { ServiceState } from '../../drivers/examination/awaited.ts';
import { awaited } from '../../drivers/examination/awaited.ts';
import { SkippingClock } from './skipping-clock.ts';

const there: ServiceState = { state: 'there' };
const starting: ServiceState = { state: 'starting', found: 'it answers 503' };
const refused: ServiceState = { state: 'out-of-reach', found: 'no connection: ECONNREFUSED' };

/** What looks that find these one after the other, and the last of them from then on, come to. */
async function after(
  looks: readonly ServiceState[],
  { waitSeconds, eachMs = 0 }: { waitSeconds?: number; eachMs?: number } = {},
) {
  const time = new SkippingClock();
  const said: string[] = [];
  let at = 0;
  const look = (): Promise<ServiceState> => {
    time.pass(eachMs);
    return Promise.resolve(looks[Math.min(at++, looks.length - 1)] ?? there);
  };
  const until = waitSeconds === undefined ? undefined : time.now() + waitSeconds * 1000;
  const seen = await awaited(look, { name: 'the tenant', until, time, say: (line) => said.push(line) });
  return { seen, said, looks: at };
}

describe('without a time to wait', () => {
  test('a service that is there is looked at once', async () => {
    expect(await after([there])).toMatchObject({ seen: { state: 'there' }, looks: 1, said: [] });
  });

  test('three looks that find nobody, within ten seconds, say that it is out of reach', async () => {
    const { seen, said } = await after([refused]);
    expect(seen).toEqual({ ...refused, looks: 3, seconds: 2 });
    expect(said).toEqual([]);
  });

  test('two that find nobody do not', async () => {
    expect(await after([refused, refused, there])).toMatchObject({ seen: { state: 'there' }, looks: 3 });
  });

  test('a connection that is not made in ten seconds is not tried again', async () => {
    expect(await after([refused], { eachMs: 10_000 })).toMatchObject({ seen: { state: 'out-of-reach' }, looks: 1 });
  });

  test('a service that answers 503 is not waited for: that is weather', async () => {
    expect(await after([starting])).toMatchObject({ seen: { state: 'starting' }, looks: 1 });
  });
});

describe('with sixty seconds to wait', () => {
  test('a service that comes in between is found, and a line tells after how long', async () => {
    const { seen, said } = await after([refused, refused, starting, starting, there], { waitSeconds: 60 });
    expect(seen).toMatchObject({ state: 'there', looks: 5, seconds: 4 });
    expect(said).toEqual([
      'waiting for the tenant: no connection: ECONNREFUSED; 60 s at most',
      'the tenant answers after 4 s',
    ]);
  });

  test('a line every ten seconds tells how long it is waited for still', async () => {
    const { said } = await after([...Array.from({ length: 25 }, () => refused), there], { waitSeconds: 60 });
    expect(said).toEqual([
      'waiting for the tenant: no connection: ECONNREFUSED; 60 s at most',
      'waiting for the tenant: no connection: ECONNREFUSED; 50 s left',
      'waiting for the tenant: no connection: ECONNREFUSED; 40 s left',
      'the tenant answers after 25 s',
    ]);
  });

  test.each([refused, starting])('one that stays $state is waited for that long and no longer', async (look) => {
    const { seen } = await after([look], { waitSeconds: 60 });
    expect(seen).toMatchObject({ state: look.state, seconds: 60, looks: 61 });
  });

  test('one that is there at once is told of in no line', async () => {
    expect((await after([there], { waitSeconds: 60 })).said).toEqual([]);
  });
});
