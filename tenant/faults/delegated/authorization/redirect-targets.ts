import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';

/** Codes that go to another address than the redirect URI that was named, or to none. */
export const redirectTargetFaults: readonly Fault[] = [
  {
    id: 'delegated/a-redirect-uri-is-kept-for-its-app',
    breaks: ['DEL-12'],
    summary:
      'While users sign in the redirect URI is kept with the app, so that of several who come together the last one counts.',
    behaviour: (normal) => {
      const kept = new Map<string, string>();
      return {
        showSignIn: (call, request, email, refused) => {
          kept.set(request.app.id, request.redirectUri);
          return normal.showSignIn(call, request, email, refused);
        },
        redirectWithCode: (call, request, user) => {
          const redirectUri = call.request.method === 'POST' ? kept.get(request.app.id) : undefined;
          return normal.redirectWithCode(call, redirectUri === undefined ? request : { ...request, redirectUri }, user);
        },
      };
    },
  },
  {
    id: 'delegated/redirect-uris-are-found-without-their-port',
    breaks: ['DEL-12'],
    summary: 'The code goes to the first redirect URI of the app that has the host and the path of the one named.',
    behaviour: (normal) => ({
      redirectWithCode: (call, request, user) => {
        const withoutPort = (uri: string): string => uri.replace(/^(https:\/\/[^/:]+):\d+/, '$1');
        const redirectUri =
          request.app.redirectUris.find((each) => withoutPort(each) === withoutPort(request.redirectUri)) ??
          request.redirectUri;
        return normal.redirectWithCode(call, { ...request, redirectUri }, user);
      },
    }),
  },
  {
    id: 'delegated/redirect-uris-are-found-without-their-query',
    breaks: ['DEL-22'],
    summary: 'The code goes to the first redirect URI of the app that equals the one named up to its query.',
    behaviour: (normal) => ({
      redirectWithCode: (call, request, user) => {
        const [path] = request.redirectUri.split('?');
        const redirectUri = request.app.redirectUris.find((each) => each.split('?')[0] === path) ?? request.redirectUri;
        return normal.redirectWithCode(call, { ...request, redirectUri }, user);
      },
    }),
  },
  {
    id: 'delegated/codes-go-to-the-first-redirect-uri-of-the-host',
    breaks: ['DEL-12'],
    also: ['DEL-01', 'DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    summary: 'Of the redirect URIs that an app has on one host the code goes to the first.',
    behaviour: (normal) => ({
      readAuthorizationRequest: (call) => {
        const request = normal.readAuthorizationRequest(call);
        if (isRefusal(request)) return request;
        const { host } = new URL(request.redirectUri);
        const first = request.app.redirectUris.find((each) => new URL(each).host === host);
        return { ...request, redirectUri: first ?? request.redirectUri };
      },
    }),
  },
  {
    id: 'delegated/escaped-slashes-of-redirect-uris-are-decoded',
    breaks: ['DEL-12'],
    also: ['DEL-01', 'DEL-23', 'DEL-24', 'DEL-64'],
    summary: 'A percent-encoded slash in the path of a redirect URI is a plain one on the way back.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) => {
        const [path = '', query] = redirectUri.split('?');
        const plain = path.replace(/%2f/gi, '/');
        return normal.addressWith(call, query === undefined ? plain : `${plain}?${query}`, parameters);
      },
    }),
  },
  {
    id: 'delegated/https-redirect-uris-in-lower-case',
    breaks: ['DEL-24'],
    also: ['DEL-12', 'DEL-01', 'DEL-22', 'DEL-64'],
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
    id: 'delegated/four-redirect-uris-an-app',
    breaks: ['DEL-12'],
    summary: 'The fifth redirect URI of an app takes the place of the first.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        if (app.redirectUris.length > 4) app.redirectUris.shift();
        return problem;
      },
    }),
  },
];
