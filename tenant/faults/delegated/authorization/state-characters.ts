import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import type { Fault } from '../../fault.ts';

/** A state that becomes another on the way. */
const stateBecomes =
  (change: (state: string) => string): Fault['behaviour'] =>
  (normal) => ({
    returnedState: (call, request) => {
      const state = normal.returnedState(call, request);
      return state === undefined ? undefined : change(state);
    },
  });

/** What becomes of a state on its way. */
const state =
  (change: (state: string, call: Call) => string | undefined): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    returnedState: (call, request) => {
      const sent = normal.returnedState(call, request);
      return sent === undefined ? undefined : change(sent, call);
    },
  });

function rewritten(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Characters of a state that are changed, cut off or taken for something else on its way. */
export const stateCharacterFaults: readonly Fault[] = [
  {
    id: 'delegated/true-is-written-in-small-letters',
    breaks: ['DEL-02'],
    summary: 'A state that reads as true or null comes back in lower case.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return state !== undefined && /^(?:true|null)$/i.test(state) ? state.toLowerCase() : state;
      },
    }),
  },
  {
    id: 'delegated/the-state-nought-is-none',
    breaks: ['DEL-02'],
    summary: 'A state of which a script would say that it is false does not come back.',
    behaviour: (normal) => ({
      returnedState: (call, request) => (Number(request.state) === 0 ? undefined : normal.returnedState(call, request)),
    }),
  },
  {
    id: 'delegated/the-state-null-is-none',
    breaks: ['DEL-02'],
    summary: 'The states null, undefined, false and 0 count as none, and do not come back.',
    behaviour: state((sent) => (['null', 'undefined', 'false', '0'].includes(sent) ? undefined : sent)),
  },
  {
    id: 'delegated/quotes-around-states-are-taken-off',
    breaks: ['DEL-02'],
    summary: 'A state in double quotes comes back without them.',
    behaviour: stateBecomes((state) => state.replace(/^"([^]*)"$/, '$1')),
  },
  {
    id: 'delegated/byte-order-marks-in-states-are-lost',
    breaks: ['DEL-02'],
    summary: 'A state that begins with a byte order mark comes back without it.',
    behaviour: stateBecomes((state) => state.replace(/^\uFEFF/, '')),
  },
  {
    id: 'delegated/tabs-in-states-are-blanks',
    breaks: ['DEL-02'],
    summary: 'A tab in a state comes back as a blank.',
    behaviour: stateBecomes((state) => state.replaceAll('\t', ' ')),
  },
  {
    id: 'delegated/double-slashes-in-states-are-one',
    breaks: ['DEL-02'],
    summary: 'Several slashes in a row in a state become one.',
    behaviour: (normal) => ({
      returnedState: (call, request) => normal.returnedState(call, request)?.replace(/\/{2,}/g, '/'),
    }),
  },
  {
    id: 'delegated/dollar-signs-in-states-are-replaced',
    breaks: ['DEL-02'],
    summary: 'A state is put in its place by a replacement, in which $& and $$ mean something else.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return state === undefined ? undefined : '{state}'.replace('{state}', state);
      },
    }),
  },
  {
    id: 'delegated/states-lose-their-padding',
    breaks: ['DEL-02'],
    summary: 'Equals signs at the end of a state are cut off.',
    behaviour: state((sent) => sent.replace(/=+$/, '')),
  },
  {
    id: 'delegated/states-of-json-are-written-anew',
    breaks: ['DEL-02'],
    summary: 'A state that is JSON comes back without the blanks that it had.',
    behaviour: state((sent) => (/^[{[]/.test(sent) ? rewritten(sent) : sent)),
  },
  {
    id: 'delegated/states-are-brought-to-a-normal-form',
    breaks: ['DEL-02'],
    summary: 'A state is brought to the composed form of Unicode.',
    behaviour: state((sent) => sent.normalize('NFC')),
  },
  {
    id: 'delegated/entities-in-states-are-decoded',
    breaks: ['DEL-02'],
    summary: 'What looks like an HTML entity in a state is decoded.',
    behaviour: state((sent) =>
      sent.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    ),
  },
  {
    id: 'delegated/the-silent-way-loses-states-with-a-reserved-character',
    breaks: ['DEL-02'],
    summary: 'Without a prompt a state goes on the redirect unencoded but for blanks and what ends an address.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        call.request.method === 'POST'
          ? normal.addressWith(call, redirectUri, parameters)
          : normal.addressWith(call, redirectUri, []) +
            parameters.map(([name, value]) => `${name}=${encodeURI(value).replaceAll('#', '%23')}`).join('&'),
    }),
  },
  {
    id: 'delegated/states-end-at-a-hash-after-a-sign-in',
    breaks: ['DEL-02'],
    summary: 'The way back from the sign-in page ends at a hash in the state, as it would in an address.',
    behaviour: (normal) => {
      const cut = new WeakSet<object>();
      const signedIn = new WeakSet<object>();
      return {
        beginSession: (call, user) => {
          const session = normal.beginSession(call, user);
          signedIn.add(session);
          return session;
        },
        returnedState: (call, request) => {
          const session = call.tenant.behaviour.sessionOf(call);
          const state = normal.returnedState(call, request);
          if (session === undefined || !signedIn.has(session) || cut.has(session)) return state;
          cut.add(session);
          return state?.split('#')[0];
        },
      };
    },
  },
  {
    id: 'delegated/states-end-at-a-character-of-four-octets',
    breaks: ['DEL-02'],
    summary: 'A state is kept in a column for characters of three octets, which ends at the first longer one.',
    behaviour: (normal) => ({
      returnedState: (call, request) =>
        normal.returnedState(call, request)?.replace(/[\u{10000}-\u{10ffff}][^]*$/u, ''),
    }),
  },
  {
    id: 'delegated/line-breaks-of-states-change-in-a-form',
    breaks: ['DEL-02'],
    summary: 'A state travels through the field of a form, which writes line breaks as CR LF.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return call.request.method === 'POST' ? state?.replace(/\r\n|\r|\n/g, '\r\n') : state;
      },
    }),
  },
];
