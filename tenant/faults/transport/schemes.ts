import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { authorizationIn } from './api-calls.ts';

const isOddlyWritten = (header: string): boolean => /^bearer /i.test(header) && !/^[Bb]earer /.test(header);

/** Schemes that stand for Bearer although they are others, and spellings of right ones that are not known. */
export const schemeFaults: readonly Fault[] = [
  {
    id: 'transport/bearer-is-found-anywhere-in-the-header',
    breaks: ['TRN-09'],
    also: ['TRN-10'],
    summary: 'The Authorization header is searched for Bearer and a token, wherever in it they stand.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const value = /bearer +(\S+)/i.exec(authorization)?.[1];
        return value === undefined ? normal.readAuthorization(call, authorization) : { scheme: 'bearer', value };
      },
    }),
  },
  {
    id: 'transport/older-schemes-are-bearer',
    breaks: ['TRN-09'],
    summary: 'The schemes JWT and OAuth, which older clients send, stand for Bearer too.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (['jwt', 'oauth'].includes(scheme) ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/dpop-is-bearer',
    breaks: ['TRN-09'],
    summary: 'The scheme DPoP stands for Bearer too, without a proof.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (scheme === 'dpop' ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/digest-is-forbidden',
    breaks: ['TRN-09'],
    summary: 'The scheme Digest is known and switched off, which is answered with 403.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        /^digest\b/i.test(call.request.headers.get('authorization')?.[0] ?? '')
          ? refusal('forbidden', 'Digest is switched off.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/schemes-in-mixed-letters-are-unknown',
    breaks: ['TRN-16'],
    summary: 'A scheme is known in small letters, in capitals and with one at its beginning, and not in a mixture.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const read = normal.readAuthorization(call, authorization);
        const [written = ''] = authorization.trim().split(' ');
        return isRefusal(read) || /^([a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(written) ? read : { ...read, scheme: written };
      },
    }),
  },
  {
    id: 'transport/v3-writes-bearer-with-one-capital',
    breaks: ['TRN-16'],
    summary: 'Under v3 the scheme is known as Bearer and as bearer, and in no other letter case.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.path.startsWith('/api/v3/') &&
        isOddlyWritten(headerOf(call.request, 'authorization')?.trim() ?? '')
          ? refusal('unsupported-scheme', 'The scheme must be written Bearer.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/bearer-in-small-letters-takes-no-id-token',
    breaks: ['TRN-16'],
    summary: 'An ID token is looked for behind Bearer with a capital letter only.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) =>
        authorizationIn(call).startsWith('Bearer ')
          ? normal.authenticateIdToken(call, value)
          : refusal('unknown-credential', 'The access token is not known.'),
    }),
  },
  {
    id: 'transport/basic-in-small-letters-is-unknown-to-results',
    breaks: ['TRN-16'],
    summary: 'The assay-results listing does not know the scheme basic in small letters.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.path.endsWith('/assay-results') && authorizationIn(call).startsWith('basic ')
          ? refusal('unsupported-scheme', 'The scheme must be written Basic.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/small-schemes-get-no-following-page',
    breaks: ['TRN-16'],
    summary: 'Following pages are refused where the scheme is not written as it is in the registry.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.query.has('nextToken') &&
        !/^(Bearer|Basic) /.test(call.request.headers.get('authorization')?.[0] ?? 'Basic ')
          ? refusal('unsupported-scheme', 'The scheme is not known.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/tokens-for-users-under-any-scheme',
    breaks: ['TRN-09'],
    summary:
      'A token by which an app acts for a user counts under every scheme, and that of an app under Bearer alone.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        if (!isRefusal(actor) || actor.refused !== 'unsupported-scheme') return actor;
        const value = authorizationIn(call).replace(/^\S+ +/, '');
        const { subject } = normal.findAccessToken(call, value) ?? {};
        return subject?.kind === 'user' ? normal.authenticateBearer(call, value) : actor;
      },
    }),
  },

  {
    id: 'transport/schemes-of-single-sign-on-are-bearer',
    breaks: ['TRN-09'],
    summary: 'The schemes Negotiate, Hawk and SSWS are taken for Bearer.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) =>
        ['negotiate', 'hawk', 'ssws'].includes(scheme) ? 'bearer' : normal.methodOf(call, scheme),
    }),
  },
  {
    id: 'transport/v3-plates-take-digest-for-bearer',
    breaks: ['TRN-09'],
    summary: 'The listing of plates in v3 takes the scheme Digest for Bearer.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) =>
        scheme === 'digest' && call.request.path === '/api/v3/plate/items' ? 'bearer' : normal.methodOf(call, scheme),
    }),
  },
];
