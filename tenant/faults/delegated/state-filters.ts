import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { replaceIf } from '../operators/rules.ts';

function refusedFor(id: string, summary: string, attack: RegExp): Fault {
  return {
    id,
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary,
    behaviour: replaceIf(
      'authorizationProblem',
      (_call, request) => attack.test(request.state ?? ''),
      () => refusal('forbidden', 'The request was blocked.'),
    ),
  };
}

/** Faults that refuse a request because its state looks like an attack. */
export const stateFilterFaults: readonly Fault[] = [
  refusedFor(
    'delegated/states-with-steps-upwards-are-blocked',
    'An authorization request whose state contains ../ is refused.',
    /\.\.\//,
  ),
  refusedFor(
    'delegated/states-with-two-hyphens-are-blocked',
    'An authorization request whose state contains two hyphens in a row is refused.',
    /--/,
  ),
];
