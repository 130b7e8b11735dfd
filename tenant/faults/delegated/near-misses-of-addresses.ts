import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';

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

/** Wrong only for some states, and for some redirect URIs. */
export const nearMissesOfAddresses: readonly Fault[] = [
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
    id: 'delegated/the-state-null-is-none',
    breaks: ['DEL-02'],
    summary: 'The states null, undefined, false and 0 count as none, and do not come back.',
    behaviour: state((sent) => (['null', 'undefined', 'false', '0'].includes(sent) ? undefined : sent)),
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
    id: 'delegated/a-state-comes-back-once',
    breaks: ['DEL-02'],
    summary: 'A state that an app has sent before does not come back.',
    behaviour: (normal) => {
      const known = new Set<string>();
      return {
        returnedState: (call, request) => {
          const sent = normal.returnedState(call, request);
          const again = known.has(`${request.app.id} ${sent}`);
          known.add(`${request.app.id} ${sent}`);
          return again ? undefined : sent;
        },
      };
    },
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
    id: 'delegated/redirect-uris-of-later-are-refused',
    breaks: ['DEL-12'],
    summary: 'A redirect URI that was registered after a user consented gets no code for that user.',
    behaviour: (normal) => {
      const known = new Map<string, number>();
      return {
        rememberConsent: (call, user, app) => {
          const key = `${user.id} ${app.id}`;
          if (!known.has(key)) known.set(key, app.redirectUris.length);
          normal.rememberConsent(call, user, app);
        },
        showNext: (call, request) => {
          const user = normal.signedInUser(call);
          const allowed = user === undefined ? undefined : known.get(`${user.id} ${request.app.id}`);
          return allowed !== undefined && request.app.redirectUris.indexOf(request.redirectUri) >= allowed
            ? call.tenant.behaviour.refuseInBrowser(call, refusal('unregistered-redirect-uri', 'This is new.'))
            : normal.showNext(call, request);
        },
      };
    },
  },
  {
    id: 'delegated/refused-redirect-uris-are-kept',
    breaks: ['DEL-25'],
    also: ['DEL-26', 'DEL-09'],
    summary: 'A redirect URI that cannot be registered is said to be refused, and is good all the same.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        if (problem !== undefined) app.redirectUris.push(redirectUri);
        return problem;
      },
    }),
  },
  {
    id: 'delegated/localhost-needs-a-path',
    breaks: ['DEL-23'],
    summary: 'http://localhost with a port can be registered with a path only.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        /^http:\/\/localhost:\d+$/.test(redirectUri)
          ? 'A redirect URI needs a path.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/localhost-with-a-low-port-is-barred',
    breaks: ['DEL-23'],
    summary: 'http://localhost cannot be registered with a port below 1024.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) && Number(url.port || 80) >= 1024,
    }),
  },
  {
    id: 'delegated/https-redirect-uris-in-lower-case',
    breaks: ['DEL-24'],
    also: ['DEL-12', 'DEL-01', 'DEL-22'],
    summary: 'The code for an HTTPS redirect URI goes to its path in lower case.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) => {
        const [path = '', ...query] = redirectUri.split('?');
        const address = redirectUri.startsWith('https:') ? [path.toLowerCase(), ...query].join('?') : redirectUri;
        return normal.addressWith(call, address, parameters);
      },
    }),
  },
  {
    id: 'delegated/codes-for-redirect-uris-with-a-query-are-worthless',
    breaks: ['DEL-27'],
    also: ['DEL-22'],
    summary: 'A code that was sent to a redirect URI with a query of its own cannot be exchanged.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, { ...code, redirectUri: code.redirectUri.split('?')[0] ?? '' }, redirectUri),
    }),
  },
];
