import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { isAccepted, isRevoked, writesNothing } from '../../specs/expectations/standing.ts';
import { madeUpExchange } from './simulated-clock.ts';

const page = madeUpExchange(200, { entries: [], nextToken: '' });

/** Returns judgements in short form. */
function inShort(judgements: Iterable<Judgement>): string[] {
  return [...judgements].map((one) => (one.kind === 'finding' ? `${one.requirement}: ${one.observed}` : one.kind));
}

describe('a credential that a change of state stops', () => {
  const judged = (...calls: Exchange[]): string[] => inShort(isRevoked(calls, 'LIF-01', 'with a key'));

  test.each([301, 302, 400, 401, 403, 404, 410, 500])('may be refused with %i', (status) => {
    expect(judged(madeUpExchange(status))).toEqual(['held']);
  });

  test('may be refused by an answer that is no page, with any status', () => {
    expect(judged(madeUpExchange(200, { error: 'suspended' }))).toEqual(['held']);
  });

  test('is served by one of several listings', () => {
    expect(judged(madeUpExchange(401), page, madeUpExchange(403))).toEqual([
      'LIF-01: was answered with 200 and a page',
    ]);
  });

  test('creates a record nevertheless', () => {
    const exchange = madeUpExchange(201, { createdBy: { id: 'usr_1' } });
    expect(inShort(writesNothing({ exchange, created: true }, 'LIF-01', 'a record'))).toEqual([
      'LIF-01: was answered with 201 and created a record',
    ]);
    expect(inShort(writesNothing({ exchange: madeUpExchange(200), created: false }, 'LIF-01', 'a record'))).toEqual([
      'held',
    ]);
    expect(inShort(writesNothing(undefined, 'LIF-01', 'a record'))).toEqual([]);
  });
});

describe('a credential that must keep working', () => {
  test('is served by every listing', () => {
    expect(inShort(isAccepted([page, page], 'LIF-08', ''))).toEqual(['held']);
  });

  test('is refused, or answered with something that is no page', () => {
    expect(inShort(isAccepted([page, madeUpExchange(403), madeUpExchange(200)], 'LIF-08', ''))).toEqual([
      'LIF-08: was answered with 403',
      'LIF-08: was answered with 200',
    ]);
  });
});
