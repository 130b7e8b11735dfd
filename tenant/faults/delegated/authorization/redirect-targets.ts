import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes } from '../../operators/rules.ts';

/** Faults that send a code to another address than the redirect URI of the request, or to no address. */
export const redirectTargetFaults: readonly Fault[] = [
  ...breaking('DEL-12', {
    'a-redirect-uri-is-kept-for-its-app': [
      (normal) => {
        const kept = new Map<string, string>();
        return {
          showSignIn: (call, request, email, refused) => {
            kept.set(request.app.id, request.redirectUri);
            return normal.showSignIn(call, request, email, refused);
          },
          redirectWithCode: (call, request, user) => {
            const redirectUri = call.request.method === 'POST' ? kept.get(request.app.id) : undefined;
            return normal.redirectWithCode(
              call,
              redirectUri === undefined ? request : { ...request, redirectUri },
              user,
            );
          },
        };
      },
      'During sign-in the tenant keeps one redirect URI for each app: that of the last request decides for all users.',
    ],
    'redirect-uris-are-found-without-their-port': [
      (normal) => ({
        redirectWithCode: (call, request, user) => {
          const withoutPort = (uri: string): string => uri.replace(/^(https:\/\/[^/:]+):\d+/, '$1');
          const redirectUri =
            request.app.redirectUris.find((each) => withoutPort(each) === withoutPort(request.redirectUri)) ??
            request.redirectUri;
          return normal.redirectWithCode(call, { ...request, redirectUri }, user);
        },
      }),
      'The tenant ignores the port: the code goes to the first redirect URI of the app with the same host and path.',
    ],
    'codes-go-to-the-first-redirect-uri-of-the-host': [
      becomes('readAuthorizationRequest', (request) => {
        if (isRefusal(request)) return request;
        const { host } = new URL(request.redirectUri);
        const first = request.app.redirectUris.find((each) => new URL(each).host === host);
        return { ...request, redirectUri: first ?? request.redirectUri };
      }),
      'The code goes to the first redirect URI that the app has on the same host.',
      ['DEL-01', 'DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    ],
    'escaped-slashes-of-redirect-uris-are-decoded': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) => {
          const [path = '', query] = redirectUri.split('?');
          const plain = path.replace(/%2f/gi, '/');
          return normal.addressWith(call, query === undefined ? plain : `${plain}?${query}`, parameters);
        },
      }),
      'The redirect decodes a percent-encoded slash in the path of the redirect URI.',
      ['DEL-01', 'DEL-23', 'DEL-24', 'DEL-64'],
    ],
    'redirect-uris-of-later-are-refused': [
      (normal) => {
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
      'A redirect URI that was registered after a user consented gets no code for that user.',
    ],
    'four-redirect-uris-an-app': [
      becomes('registerRedirectUri', (problem, _tenant, app) => {
        if (app.redirectUris.length > 4) app.redirectUris.shift();
        return problem;
      }),
      'The fifth redirect URI of an app replaces the first.',
    ],
  }),
  ...breaking('DEL-22', {
    'redirect-uris-are-found-without-their-query': [
      (normal) => ({
        redirectWithCode: (call, request, user) => {
          const [path] = request.redirectUri.split('?');
          const redirectUri =
            request.app.redirectUris.find((each) => each.split('?')[0] === path) ?? request.redirectUri;
          return normal.redirectWithCode(call, { ...request, redirectUri }, user);
        },
      }),
      'The tenant ignores the query: the code goes to the first redirect URI of the app that is otherwise the same.',
    ],
  }),
  ...breaking('DEL-24', {
    'https-redirect-uris-in-lower-case': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) => {
          const [path = '', ...query] = redirectUri.split('?');
          const address = redirectUri.startsWith('https:') ? [path.toLowerCase(), ...query].join('?') : redirectUri;
          return normal.addressWith(call, address, parameters);
        },
      }),
      'The code for an HTTPS redirect URI goes to its path in lower case.',
      ['DEL-12', 'DEL-01', 'DEL-22', 'DEL-64'],
    ],
  }),
];
