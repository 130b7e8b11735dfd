import { isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { takeForTheLast } from '../operators/callers.ts';
import { all, always, at, not, onVersion, atResults } from '../operators/kinds.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, isPost, looksLikeIdToken, sends, tokenSent, valueSent } from './conditions.ts';
import { answered } from './decisions.ts';
import { becomes } from '../operators/rules.ts';

/** Schemes stand for Bearer that are others. */
const takenForBearer = (isTaken: (scheme: string) => boolean): Wrong => ({
  breaks: ['TRN-09'],
  wrong: (when) =>
    becomes('methodOf', (right, call, scheme) => right ?? (isTaken(scheme) && when(call, {}) ? 'bearer' : undefined)),
});
const alsoBearer = (...schemes: string[]): Wrong => takenForBearer((scheme) => schemes.includes(scheme));
const anyScheme = takenForBearer(() => true);

/** A header is read after it was put right, as a lenient reader does, or put wrong. */
const changed =
  (breaks: string) =>
  (form: RegExp, replacement: string): Wrong => ({
    breaks: [breaks],
    wrong: (when) => (normal) => ({
      readAuthorization: (call, authorization) =>
        normal.readAuthorization(
          call,
          when(call, {}) ? authorization.trim().replace(form, replacement) : authorization,
        ),
    }),
  });
const putRight = changed('TRN-10');
const unknown = changed('TRN-16');
const oddBearer = /^(?![Bb]earer )[Bb][Ee][Aa][Rr][Ee][Rr] /;
/** A scheme is not known as it is written. */
const schemeIsUnknown: Wrong = { breaks: ['TRN-16'], wrong: refuseFirst('unsupported-scheme') };

/** A bearer value is changed before anything else. */
const bearerChanged = (change: (value: string) => string): Wrong => ({
  breaks: ['TRN-10'],
  wrong: (when) => (normal) => ({
    authenticateBearer: (call, value) => normal.authenticateBearer(call, when(call, {}) ? change(value) : value),
  }),
});

/** Schemes that stand for Bearer although they are others, and spellings of right ones that are not known. */
export const schemeFaults: readonly Fault[] = faultsOf('transport', {
  'any-scheme-is-bearer': [anyScheme, always, 'A token is accepted under any scheme that is not Basic.'],
  'sorted-listings-take-any-scheme': [anyScheme, sorts, 'For a sorted listing a token counts under any scheme.'],
  'creations-take-any-scheme': [anyScheme, isPost, 'For the creation of a record a token counts under any scheme.'],
  'tokens-for-users-under-any-scheme': [
    anyScheme,
    (call) => tokenSent(call)?.subject.kind === 'user',
    'A token by which an app acts for a user counts under every scheme, and that of an app under Bearer alone.',
  ],
  'scheme-token-is-bearer': [alsoBearer('token'), always, 'The scheme Token stands for Bearer too.'],
  'older-schemes-are-bearer': [
    alsoBearer('jwt', 'oauth'),
    always,
    'The schemes JWT and OAuth, which older clients send, stand for Bearer too.',
  ],
  'dpop-is-bearer': [alsoBearer('dpop'), always, 'The scheme DPoP stands for Bearer too, without a proof.'],
  'schemes-of-single-sign-on-are-bearer': [
    alsoBearer('negotiate', 'hawk', 'ssws'),
    always,
    'The schemes Negotiate, Hawk and SSWS are taken for Bearer.',
  ],
  'v3-plates-take-digest-for-bearer': [
    alsoBearer('digest'),
    at('/api/v3/plate/items'),
    'The listing of plates in v3 takes the scheme Digest for Bearer.',
  ],
  'scheme-only-begins-with-bearer': [
    takenForBearer((scheme) => scheme.startsWith('bearer')),
    always,
    'A scheme that begins with bearer is taken for it.',
  ],
  'bearer-is-found-anywhere-in-the-header': [
    changed('TRN-09')(/^.*?bearer +(\S+).*$/i, 'Bearer $1'),
    always,
    'The Authorization header is searched for Bearer and a token, wherever in it they stand.',
    { also: ['TRN-10'] },
  ],
  'unknown-schemes-are-bad-requests': [
    answered('TRN-09', 'unsupported-scheme', 400),
    always,
    'A scheme that is not supported is answered with 400.',
  ],
  'digest-is-forbidden': [
    { breaks: ['TRN-09'], wrong: refuseFirst('forbidden') },
    sends(/^digest\b/i),
    'The scheme Digest is known and switched off, which is answered with 403.',
  ],
  'scheme-in-one-letter-case': [
    unknown(/^(?!(Bearer|Basic) )/, 'x-'),
    always,
    'The scheme must be spelt Bearer or Basic.',
  ],
  'basic-not-in-capitals': [unknown(/^BASIC /, 'x-basic '), always, 'The scheme BASIC in capitals is not known.'],
  'bearer-in-two-letter-cases': [
    unknown(oddBearer, 'x-bearer '),
    always,
    'The scheme must be spelt Bearer or bearer; Basic in any way.',
  ],
  'v3-writes-bearer-with-one-capital': [
    unknown(oddBearer, 'x-bearer '),
    onVersion('v3'),
    'Under v3 the scheme is known as Bearer and as bearer, and in no other letter case.',
  ],
  'schemes-in-mixed-letters-are-unknown': [
    unknown(/^(?!([a-z]+|[A-Z]+|[A-Z][a-z]+) )/, 'x-'),
    always,
    'A scheme is known in small letters, in capitals and with one at its beginning, and not in a mixture.',
  ],
  'bearer-in-small-letters-takes-no-id-token': [
    { ...schemeIsUnknown, wrong: refuseFirst('unknown-credential') },
    all(not(sends(/^Bearer /)), (call) => looksLikeIdToken(valueSent(call))),
    'An ID token is looked for behind Bearer with a capital letter only.',
  ],
  'basic-in-small-letters-is-unknown-to-results': [
    schemeIsUnknown,
    all(atResults, sends(/^basic /)),
    'The assay-results listing does not know the scheme basic in small letters.',
  ],
  'small-schemes-get-no-following-page': [
    schemeIsUnknown,
    all(isFollowing, hasHeader('authorization', /^(?!(Bearer|Basic) )/)),
    'Following pages are refused where the scheme is not written as it is in the registry.',
  ],
});

/** Headers that cannot be read, and are. */
export const headerFormFaults: readonly Fault[] = faultsOf('transport', {
  'broken-headers-are-bad-requests': [
    answered('TRN-10', 'malformed-credential', 400),
    always,
    'An Authorization header that cannot be read is answered with 400.',
  ],
  'broken-headers-on-a-known-connection': [
    { breaks: ['TRN-10'], also: ['TRN-13', 'KEY-08', 'TRN-09'], wrong: takeForTheLast('malformed-credential') },
    always,
    'An Authorization header that cannot be read counts as the one before it on the connection.',
  ],
  'undecodable-basic-crashes': [
    {
      breaks: ['TRN-10'],
      wrong: (when) => (normal) => ({
        readBasic: (call, value) => {
          if (/[^A-Za-z0-9+/=]/.test(value) && when(call, {})) throw new Error('not base64');
          return normal.readBasic(call, value);
        },
      }),
    },
    always,
    'Basic with what is not base64 is answered with 500.',
  ],
  'first-word-after-the-scheme-counts': [
    bearerChanged((value) => value.split(' ')[0] ?? ''),
    always,
    'What stands behind a token and a space is not looked at.',
  ],
  'spaces-in-tokens-are-removed': [
    bearerChanged((value) => value.replaceAll(' ', '')),
    always,
    'Spaces within a token are removed before it is looked up.',
  ],
  'a-bearer-token-may-have-a-name': [
    bearerChanged((value) => value.replace(/^token=(?!")/, '')),
    always,
    'Before a bearer token its name and an equals sign may stand, as in token=.',
  ],
  'scheme-may-be-missing': [
    putRight(/^(?=at_\S*$)/, 'Bearer '),
    always,
    'An Authorization header that is a token and nothing else is accepted.',
  ],
  'quotes-around-tokens-are-taken-off': [
    putRight(/^(bearer) +"(.*)"$/i, '$1 $2'),
    always,
    'A bearer token that stands in double quotes is accepted.',
    { also: ['TRN-08'] },
  ],
  'the-scheme-may-stand-twice': [
    putRight(/^(bearer +)+/i, 'Bearer '),
    always,
    'A token behind Bearer Bearer is accepted.',
  ],
  'a-colon-behind-the-scheme': [
    putRight(/^bearer: */i, 'Bearer '),
    always,
    'A token behind the word Bearer and a colon is accepted.',
    { also: ['TRN-09'] },
  ],
  'parameters-of-bearer-are-read': [
    putRight(/^bearer +(access_)?token="?([^"]*)"?$/i, 'Bearer $2'),
    always,
    'A token that stands behind Bearer as the parameter token or access_token is accepted.',
  ],
});
