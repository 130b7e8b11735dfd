import { describe, expect, test } from 'vitest';
import type { ServiceState } from '../../drivers/examination/until-ready.ts';
import { untilReady } from '../../drivers/examination/until-ready.ts';
import { SkippingClock } from './skipping-clock.ts';

const there: ServiceState = { state: 'there' };
const starting: ServiceState = { state: 'starting', found: 'it answers 503' };
const refused: ServiceState = { state: 'out-of-reach', found: 'no connection: ECONNREFUSED' };

/** Waits for a service whose looks find these states in turn, and the last one again from then on. */
async function lookUntil(
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
  const seen = await untilReady(look, { name: 'the tenant', until, time, say: (line) => said.push(line) });
  return { seen, said, looks: at };
}

describe('without a time to wait', () => {
  test('a service that is ready is looked at once', async () => {
    expect(await lookUntil([there])).toMatchObject({ seen: { state: 'there' }, looks: 1, said: [] });
  });

  test('three looks that find no service, within ten seconds, show that it is out of reach', async () => {
    const { seen, said } = await lookUntil([refused]);
    expect(seen).toEqual({ ...refused, looks: 3, seconds: 2 });
    expect(said).toEqual([]);
  });

  test('two such looks do not show it', async () => {
    expect(await lookUntil([refused, refused, there])).toMatchObject({ seen: { state: 'there' }, looks: 3 });
  });

  test('a connection that is not made in ten seconds is not tried again', async () => {
    expect(await lookUntil([refused], { eachMs: 10_000 })).toMatchObject({ seen: { state: 'out-of-reach' }, looks: 1 });
  });

  test('a service that answers 503 is not waited for, because 503 is weather', async () => {
    expect(await lookUntil([starting])).toMatchObject({ seen: { state: 'starting' }, looks: 1 });
  });
});

describe('with sixty seconds to wait', () => {
  test('a service that becomes ready in that time is found, and a line says after how long', async () => {
    const { seen, said } = await lookUntil([refused, refused, starting, starting, there], { waitSeconds: 60 });
    expect(seen).toMatchObject({ state: 'there', looks: 5, seconds: 4 });
    expect(said).toEqual([
      'waiting for the tenant: no connection: ECONNREFUSED; 60 s at most',
      'the tenant answers after 4 s',
    ]);
  });

  test('a line every ten seconds gives the time that is left', async () => {
    const { said } = await lookUntil([...Array.from({ length: 25 }, () => refused), there], { waitSeconds: 60 });
    expect(said).toEqual([
      'waiting for the tenant: no connection: ECONNREFUSED; 60 s at most',
      'waiting for the tenant: no connection: ECONNREFUSED; 50 s left',
      'waiting for the tenant: no connection: ECONNREFUSED; 40 s left',
      'the tenant answers after 25 s',
    ]);
  });

  test.each([refused, starting])('a service that stays $state is waited for that long and no longer', async (look) => {
    const { seen } = await lookUntil([look], { waitSeconds: 60 });
    expect(seen).toMatchObject({ state: look.state, seconds: 60, looks: 61 });
  });

  test('a service that is ready at once causes no message', async () => {
    expect((await lookUntil([there], { waitSeconds: 60 })).said).toEqual([]);
  });
});
