import { isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { actAsLastCaller } from '../operators/callers.ts';
import { all, always, at, not, onVersion, atResults } from '../operators/kinds.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, isPost, looksLikeIdToken, sends, tokenSent, valueSent } from './conditions.ts';
import { answered } from './decisions.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a decision: some other schemes are taken for Bearer. */
const takenForBearer = (isTaken: (scheme: string) => boolean): Wrong => ({
  breaks: ['TRN-09'],
  wrong: (when) =>
    becomes('methodOf', (right, call, scheme) => right ?? (isTaken(scheme) && when(call, {}) ? 'bearer' : undefined)),
});
const alsoBearer = (...schemes: string[]): Wrong => takenForBearer((scheme) => schemes.includes(scheme));
const anyScheme = takenForBearer(() => true);

/** Returns a decision: a header is corrected before it is read, as a lenient reader does, or made wrong. */
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
const corrected = changed('TRN-10');
const unrecognised = changed('TRN-16');
const oddBearer = /^(?![Bb]earer )[Bb][Ee][Aa][Rr][Ee][Rr] /;
/** A decision: a scheme is unknown in the way it is written. */
const schemeIsUnknown: Wrong = { breaks: ['TRN-16'], wrong: refuseFirst('unsupported-scheme') };

/** Returns a decision: a bearer value is changed before it is examined. */
const bearerChanged = (change: (value: string) => string): Wrong => ({
  breaks: ['TRN-10'],
  wrong: (when) => (normal) => ({
    authenticateBearer: (call, value) => normal.authenticateBearer(call, when(call, {}) ? change(value) : value),
  }),
});

/** Faults that take other schemes for Bearer, refuse them wrongly, or do not know a spelling of a valid scheme. */
export const schemeFaults: readonly Fault[] = faultsOf('transport', {
  'any-scheme-is-bearer': [anyScheme, always, 'A token is accepted under any scheme that is not Basic.'],
  'sorted-listings-take-any-scheme': [anyScheme, sorts, 'For a sorted listing, a token is accepted under any scheme.'],
  'creations-take-any-scheme': [
    anyScheme,
    isPost,
    'For the creation of a record, a token is accepted under any scheme.',
  ],
  'tokens-for-users-under-any-scheme': [
    anyScheme,
    (call) => tokenSent(call)?.subject.kind === 'user',
    'A delegated access token is accepted under any scheme, an app token only under Bearer.',
  ],
  'scheme-token-is-bearer': [alsoBearer('token'), always, 'The scheme Token is taken for Bearer.'],
  'older-schemes-are-bearer': [
    alsoBearer('jwt', 'oauth'),
    always,
    'The schemes JWT and OAuth, which older clients send, are taken for Bearer.',
  ],
  'dpop-is-bearer': [alsoBearer('dpop'), always, 'The scheme DPoP is taken for Bearer, without a proof.'],
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
    'A scheme that begins with bearer is taken for Bearer.',
  ],
  'bearer-is-found-anywhere-in-the-header': [
    changed('TRN-09')(/^.*?bearer +(\S+).*$/i, 'Bearer $1'),
    always,
    'Bearer and a token are accepted anywhere in the Authorization header.',
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
    'The scheme Digest is known but disabled, so that it is answered with 403.',
  ],
  'scheme-in-one-letter-case': [
    unrecognised(/^(?!(Bearer|Basic) )/, 'x-'),
    always,
    'The scheme must be spelt Bearer or Basic.',
  ],
  'basic-not-in-capitals': [unrecognised(/^BASIC /, 'x-basic '), always, 'The scheme BASIC in capitals is unknown.'],
  'bearer-in-two-letter-cases': [
    unrecognised(oddBearer, 'x-bearer '),
    always,
    'The scheme Bearer must be spelt Bearer or bearer; Basic may be in any letter case.',
  ],
  'v3-writes-bearer-with-one-capital': [
    unrecognised(oddBearer, 'x-bearer '),
    onVersion('v3'),
    'v3 knows the scheme only as Bearer and as bearer, in no other letter case.',
  ],
  'schemes-in-mixed-letters-are-unknown': [
    unrecognised(/^(?!([a-z]+|[A-Z]+|[A-Z][a-z]+) )/, 'x-'),
    always,
    'A scheme is known in lower case, in upper case and with an initial capital, but not in another mixture.',
  ],
  'bearer-in-small-letters-takes-no-id-token': [
    { ...schemeIsUnknown, wrong: refuseFirst('unknown-credential') },
    all(not(sends(/^Bearer /)), (call) => looksLikeIdToken(valueSent(call))),
    'An ID token is accepted only after Bearer with a capital letter.',
  ],
  'basic-in-small-letters-is-unknown-to-results': [
    schemeIsUnknown,
    all(atResults, sends(/^basic /)),
    'The listing of assay results does not know the scheme basic in lower case.',
  ],
  'small-schemes-get-no-following-page': [
    schemeIsUnknown,
    all(isFollowing, hasHeader('authorization', /^(?!(Bearer|Basic) )/)),
    'Following pages are refused if the scheme is not spelt exactly Bearer or Basic.',
  ],
});

/** Faults that accept Authorization headers that cannot be read, or refuse them wrongly. */
export const headerFormFaults: readonly Fault[] = faultsOf('transport', {
  'broken-headers-are-bad-requests': [
    answered('TRN-10', 'malformed-credential', 400),
    always,
    'An Authorization header that cannot be read is answered with 400.',
  ],
  'broken-headers-on-a-known-connection': [
    { breaks: ['TRN-10'], also: ['TRN-13', 'KEY-08', 'TRN-09'], wrong: actAsLastCaller('malformed-credential') },
    always,
    'A call whose Authorization header cannot be read acts as the last accepted caller on the connection.',
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
    'A Basic credential that is not base64 is answered with 500.',
  ],
  'first-word-after-the-scheme-counts': [
    bearerChanged((value) => value.split(' ')[0] ?? ''),
    always,
    'The tenant ignores text that follows a token and a space.',
  ],
  'spaces-in-tokens-are-removed': [
    bearerChanged((value) => value.replaceAll(' ', '')),
    always,
    'Spaces within a token are removed before it is looked up.',
  ],
  'a-bearer-token-may-have-a-name': [
    bearerChanged((value) => value.replace(/^token=(?!")/, '')),
    always,
    'A bearer token is also accepted after the text token=.',
  ],
  'scheme-may-be-missing': [
    corrected(/^(?=at_\S*$)/, 'Bearer '),
    always,
    'An Authorization header with only a token, without a scheme, is accepted.',
  ],
  'quotes-around-tokens-are-taken-off': [
    corrected(/^(bearer) +"(.*)"$/i, '$1 $2'),
    always,
    'A bearer token in double quotes is accepted.',
    { also: ['TRN-08'] },
  ],
  'the-scheme-may-stand-twice': [
    corrected(/^(bearer +)+/i, 'Bearer '),
    always,
    'A token after Bearer Bearer is accepted.',
  ],
  'a-colon-behind-the-scheme': [
    corrected(/^bearer: */i, 'Bearer '),
    always,
    'A token after the word Bearer and a colon is accepted.',
    { also: ['TRN-09'] },
  ],
  'parameters-of-bearer-are-read': [
    corrected(/^bearer +(access_)?token="?([^"]*)"?$/i, 'Bearer $2'),
    always,
    'A token after Bearer as the parameter token or access_token is accepted.',
  ],
});
