import { refusal } from '../../http/refusal.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Credentials of a user with which less can be done than with the others (KEY-03, DEL-31, OIC-02). */
export const readingAloneFaults: readonly Fault[] = [
  {
    id: 'delegated/delegated-tokens-create-nothing',
    breaks: ['DEL-31'],
    summary: 'A token that acts for a user is good for reading alone.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(creates(call) && token.subject.kind === 'user'),
    }),
  },
  {
    id: 'delegated/keys-create-nothing',
    breaks: ['KEY-03'],
    summary: 'An API key is good for reading alone.',
    behaviour: (normal) => ({ keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !creates(call) }),
  },
  {
    id: 'delegated/id-tokens-create-nothing',
    breaks: ['OIC-02'],
    summary: 'An ID token is good for reading alone.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) =>
        creates(call) ? refusal('forbidden', 'An ID token creates nothing.') : normal.authenticateIdToken(call, value),
    }),
  },

  {
    id: 'delegated/delegated-tokens-get-pages-of-the-usual-size',
    breaks: ['DEL-62'],
    summary: 'A delegated token is refused where a call says how many items a page is to have.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && (token.delegation === undefined || !call.request.query.has('pageSize')),
    }),
  },
];
