import { refusal } from '../../http/refusal.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { insteadWhere, onlyWhere } from '../operators/rules.ts';

/** Credentials of a user with which less can be done than with the others (KEY-03, DEL-31, OIC-02). */
export const readingAloneFaults: readonly Fault[] = [
  ...breaking('DEL-31', {
    'delegated-tokens-create-nothing': [
      onlyWhere('tokenFitsCall', (call, token) => !(creates(call) && token.subject.kind === 'user')),
      'A token that acts for a user is good for reading alone.',
    ],
  }),
  ...breaking('KEY-03', {
    'keys-create-nothing': [
      onlyWhere('keyFitsCall', (call) => !creates(call)),
      'An API key is good for reading alone.',
    ],
  }),
  ...breaking('OIC-02', {
    'id-tokens-create-nothing': [
      insteadWhere(
        'authenticateIdToken',
        (call) => creates(call),
        () => refusal('forbidden', 'An ID token creates nothing.'),
      ),
      'An ID token is good for reading alone.',
    ],
  }),
  ...breaking('DEL-62', {
    'delegated-tokens-get-pages-of-the-usual-size': [
      onlyWhere(
        'tokenFitsCall',
        (call, token) => token.delegation === undefined || !call.request.query.has('pageSize'),
      ),
      'A delegated token is refused where a call says how many items a page is to have.',
    ],
  }),
];
