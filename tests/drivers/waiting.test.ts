import { describe, expect, test } from 'vitest';
import { PremiseUnmet } from '../../core/trouble.ts';
import { endpointOf, Waiting } from '../../drivers/client/waiting.ts';

const [tokens, entries] = ['POST https://t.example/oauth/token', 'GET https://t.example/api/v2/entries'];

/** Reports time-outs of one endpoint, each request sent when the one before timed out. Returns the last time. */
function lateTimes(waiting: Waiting, times: number, endpoint = tokens, from = 0): number {
  let now = from;
  for (let time = 0; time < times; time++) {
    const sent = now;
    now += waiting.secondsFor(endpoint, now) * 1000;
    waiting.late(endpoint, sent, now);
  }
  return now;
}

describe('an answer', () => {
  test('is waited for as long as the profile says, and less long after two time-outs in a row', () => {
    const waiting = new Waiting(30);
    expect(waiting.secondsFor(tokens, 0)).toBe(30);
    const now = lateTimes(waiting, 2);
    expect(now).toBe(60_000);
    expect(waiting.secondsFor(tokens, now)).toBe(3);
  });

  test('is never waited for longer than the profile says, however short that is', () => {
    const waiting = new Waiting(1);
    expect(waiting.secondsFor(tokens, lateTimes(waiting, 3))).toBe(1);
  });

  test('is waited for three times as long as the longest answer of this tenant took', () => {
    const waiting = new Waiting(30);
    waiting.answered(entries, 4.2);
    expect(waiting.secondsFor(tokens, lateTimes(waiting, 2))).toBe(13);
  });

  test('is waited for as before after an answer has come', () => {
    const waiting = new Waiting(30);
    const now = lateTimes(waiting, 3);
    waiting.answered(tokens, 0.1);
    expect(waiting.secondsFor(tokens, now)).toBe(30);
  });

  test('is waited for as before if other endpoints are late and one answers', () => {
    const waiting = new Waiting(30);
    const now = lateTimes(waiting, 3, entries);
    expect(waiting.secondsFor(tokens, now)).toBe(3);
    waiting.answered(tokens, 0.1);
    expect([waiting.secondsFor(tokens, now), waiting.secondsFor(entries, now)]).toEqual([30, 3]);
  });

  test('is waited for less long permanently after four time-outs in all, but at least three times the longest answer', () => {
    const waiting = new Waiting(30);
    let now = 0;
    for (let time = 0; time < 4; time++) {
      now = lateTimes(waiting, 1, `${entries}/${time}`, now);
      waiting.answered(tokens, 6);
    }
    expect(now).toBe(120_000);
    expect(waiting.secondsFor(`${entries}/5`, now)).toBe(18);
  });

  test('that is late counts once together with others that were under way at the same time', () => {
    const waiting = new Waiting(30);
    for (let request = 0; request < 32; request++) waiting.late(tokens, 0, 30_000 + request);
    expect(waiting.secondsFor(tokens, 31_000)).toBe(30);
  });
});

describe('a tenant that answers no request', () => {
  test('is asked only now and then after six time-outs in a row', () => {
    const waiting = new Waiting(30);
    const now = lateTimes(waiting, 6);
    expect(now).toBe(72_000);
    expect(() => waiting.secondsFor(entries, now)).toThrow(PremiseUnmet);
    expect(waiting.secondsFor(entries, now + 10_000)).toBe(3);
    expect(() => waiting.secondsFor(entries, now + 10_001)).toThrow('gave no answer 6 times in a row');
  });

  test('is asked as often as before after it has answered', () => {
    const waiting = new Waiting(30);
    const now = lateTimes(waiting, 6);
    waiting.answered(tokens, 1);
    expect([waiting.secondsFor(entries, now), waiting.secondsFor(entries, now)]).toEqual([3, 3]);
  });
});

test('an endpoint is the same for every query', () => {
  expect(endpointOf('GET', 'https://t.example/api/v2/entries?pageSize=1#a')).toBe(entries);
});
