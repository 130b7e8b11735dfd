import type { Call } from '../../../call.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes, replaceIf } from '../../operators/rules.ts';

/** Returns a deviation that changes the returned state. */
const stateBecomes = (change: (state: string) => string): Fault['behaviour'] =>
  becomes('returnedState', (state) => (state === undefined ? undefined : change(state)));

/** Returns a deviation that changes or drops the returned state. */
const state = (change: (state: string, call: Call) => string | undefined): Fault['behaviour'] =>
  becomes('returnedState', (sent, call) => (sent === undefined ? undefined : change(sent, call)));

function rewritten(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Faults that change, cut off or misread characters of a state. */
export const stateCharacterFaults: readonly Fault[] = breaking('DEL-02', {
  'true-is-written-in-small-letters': [
    becomes('returnedState', (state) =>
      state !== undefined && /^(?:true|null)$/i.test(state) ? state.toLowerCase() : state,
    ),
    'A state that is true or null, in any letter case, comes back in lower case.',
  ],
  'the-state-nought-is-none': [
    replaceIf(
      'returnedState',
      (_call, request) => Number(request.state) === 0,
      () => undefined,
    ),
    'A state that converts to the number 0 does not come back.',
  ],
  'the-state-null-is-none': [
    state((sent) => (['null', 'undefined', 'false', '0'].includes(sent) ? undefined : sent)),
    'The states null, undefined, false and 0 count as missing, and do not come back.',
  ],
  'quotes-around-states-are-taken-off': [
    stateBecomes((state) => state.replace(/^"([^]*)"$/, '$1')),
    'A state in double quotes comes back without them.',
  ],
  'byte-order-marks-in-states-are-lost': [
    stateBecomes((state) => state.replace(/^\uFEFF/, '')),
    'A state that begins with a byte order mark comes back without it.',
  ],
  'tabs-in-states-are-blanks': [
    stateBecomes((state) => state.replaceAll('\t', ' ')),
    'A tab in a state comes back as a blank.',
  ],
  'double-slashes-in-states-are-one': [
    becomes('returnedState', (right) => right?.replace(/\/{2,}/g, '/')),
    'Several slashes in a row in a state become one.',
  ],
  'dollar-signs-in-states-are-replaced': [
    becomes('returnedState', (state) => (state === undefined ? undefined : '{state}'.replace('{state}', state))),
    'The tenant inserts a state with a string replacement, which interprets $& and $$.',
  ],
  'states-lose-their-padding': [
    state((sent) => sent.replace(/=+$/, '')),
    'Equals signs at the end of a state are cut off.',
  ],
  'states-of-json-are-written-anew': [
    state((sent) => (/^[{[]/.test(sent) ? rewritten(sent) : sent)),
    'A state that is JSON comes back without the blanks that it had.',
  ],
  'states-are-brought-to-a-normal-form': [
    state((sent) => sent.normalize('NFC')),
    'A state is converted to the composed form of Unicode.',
  ],
  'entities-in-states-are-decoded': [
    state((sent) =>
      sent.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    ),
    'HTML entities in a state are decoded.',
  ],
  'the-silent-way-loses-states-with-a-reserved-character': [
    (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        call.request.method === 'POST'
          ? normal.addressWith(call, redirectUri, parameters)
          : normal.addressWith(call, redirectUri, []) +
            parameters.map(([name, value]) => `${name}=${encodeURI(value).replaceAll('#', '%23')}`).join('&'),
    }),
    'Without a prompt, the redirect does not encode the reserved characters of a state, except a hash.',
  ],
  'states-end-at-a-hash-after-a-sign-in': [
    (normal) => {
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
    'At the first authorization after a sign-in, a state comes back only up to its first hash.',
  ],
  'states-end-at-a-character-of-four-octets': [
    becomes('returnedState', (right) => right?.replace(/[\u{10000}-\u{10ffff}][^]*$/u, '')),
    'A state is kept in a column for characters of up to three octets: it ends before the first longer character.',
  ],
  'line-breaks-of-states-change-in-a-form': [
    becomes('returnedState', (state, call) =>
      call.request.method === 'POST' ? state?.replace(/\r\n|\r|\n/g, '\r\n') : state,
    ),
    'If the user has to answer a form, line breaks in the state come back as CR LF.',
  ],
});
