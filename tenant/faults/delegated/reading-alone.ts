import { refusal } from '../../http/refusal.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf, onlyIf } from '../operators/rules.ts';

/** Faults that let one kind of credential of a user do less than the other kinds (KEY-03, DEL-31, OIC-02). */
export const readingAloneFaults: readonly Fault[] = [
  ...breaking('DEL-31', {
    'delegated-tokens-create-nothing': [
      onlyIf('tokenFitsCall', (call, token) => !(creates(call) && token.subject.kind === 'user')),
      'A delegated access token is accepted for reading only.',
    ],
  }),
  ...breaking('KEY-03', {
    'keys-create-nothing': [
      onlyIf('keyFitsCall', (call) => !creates(call)),
      'An API key is accepted for reading only.',
    ],
  }),
  ...breaking('OIC-02', {
    'id-tokens-create-nothing': [
      replaceIf(
        'authenticateIdToken',
        (call) => creates(call),
        () => refusal('forbidden', 'An ID token creates nothing.'),
      ),
      'An ID token is accepted for reading only.',
    ],
  }),
  ...breaking('DEL-62', {
    'delegated-tokens-get-pages-of-the-usual-size': [
      onlyIf('tokenFitsCall', (call, token) => token.delegation === undefined || !call.request.query.has('pageSize')),
      'A delegated token is refused if a call gives the size of the page.',
    ],
  }),
];
