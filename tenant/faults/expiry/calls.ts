import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, inLowerCase, isDelegated } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';

/** Ends that one form or one kind of call does not know. */
export const callFaults: readonly Fault[] = [
  {
    id: 'expiry/no-age-under-a-lower-case-scheme',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'Where the scheme is written bearer, no age of access tokens is looked at.',
    behaviour: exempt('tokenHasExpired', inLowerCase)(always),
  },
  {
    id: 'expiry/no-age-of-delegated-tokens-under-a-lower-case-scheme',
    breaks: ['EXP-04'],
    also: ['EXP-05', 'EXP-33'],
    summary: 'Where the scheme is written bearer, no age of delegated access tokens is looked at.',
    behaviour: exempt('tokenHasExpired', all(isDelegated, inLowerCase))(always),
  },
  {
    id: 'expiry/no-age-of-keys-under-a-lower-case-scheme',
    breaks: ['EXP-22'],
    also: ['EXP-33'],
    summary: 'Where the scheme is written basic, no age of keys is looked at.',
    behaviour: exempt('keyHasExpired', inLowerCase)(always),
  },
  {
    id: 'expiry/creating-prolongs-a-key',
    breaks: ['EXP-26'],
    also: ['EXP-22', 'EXP-33'],
    summary: 'A call that creates an entry gives the key another thirty days.',
    behaviour: (normal) => {
      const wrote = new Map<string, number>();
      return {
        attributedTo: (call, actor) => {
          const { credential } = actor;
          if (credential.kind === 'apiKey') wrote.set(credential.key.value, call.now.getTime());
          return normal.attributedTo(call, actor);
        },
        keyHasExpired: (call, key) =>
          normal.keyHasExpired(call, key) && call.now.getTime() - (wrote.get(key.value) ?? -Infinity) >= THIRTY_DAYS,
      };
    },
  },
];
