import type { Call } from '../../call.ts';
import { isRefusal, refusal, type Refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { appOf, wasFormer } from './token-requests.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation that fails on token requests for which `isOne` holds. */
const failsOnRequest = (
  isOne: (call: Call, form: URLSearchParams, decided: AccessToken | Refusal) => boolean,
): Fault['behaviour'] =>
  becomes('decideTokenRequest', (decided, call) =>
    isOne(call, formOf(call), decided) ? refusal('internal-error', 'Something went wrong.') : decided,
  );

/** Returns a deviation that answers token requests with 500 if they are refused for one of these reasons. */
const failsOnRefusal = (...reasons: readonly string[]): Fault['behaviour'] =>
  replaceIf(
    'refusalStatus',
    (call, refused) => call.found.route?.part === 'token' && reasons.includes(refused.refused),
    () => 500,
  );

/** Faults in which token requests make the tenant fail instead of being refused. */
export const serverErrorFaults: readonly Fault[] = breaking('TOK-35', {
  'a-field-given-twice-breaks-the-service': [
    failsOnRequest((_call, form) => [...form.keys()].length > new Set(form.keys()).size),
    'A token request that gives a field twice is answered with a server error.',
  ],
  'no-content-type-breaks-the-service': [
    failsOnRequest((call) => !call.request.headers.has('content-type')),
    'A token request without a content type is answered with a server error.',
  ],
  'a-grant-type-beside-json-is-form': [
    (normal) => ({
      decideTokenRequest: (call) => {
        const text = call.request.body.toString('utf8');
        if (text.startsWith('{') || text.startsWith('[')) JSON.parse(`${text}!`);
        return normal.decideTokenRequest(call);
      },
    }),
    'A body that begins with a brace makes the token endpoint fail, with any content type.',
  ],
  'names-of-inherited-members-break-the-service': [
    (normal) => ({
      grantFor: (call, grantType) => {
        if (grantType in {}) throw new TypeError(`${grantType} is not a grant`);
        return normal.grantFor(call, grantType);
      },
    }),
    'A grant_type that is the name of a member of every object, such as constructor, is answered with 500.',
  ],
  'surrogates-break-the-service': [
    (normal) => ({
      tokenFields: (call, form) => {
        const odd = form.some(([, value]) => /[\u{10000}-\u{10FFFF}]/u.test(value));
        return odd ? refusal('internal-error', 'The value cannot be kept.') : normal.tokenFields(call, form);
      },
    }),
    'A field with a character beyond the basic plane, which the database cannot store, is answered with 500.',
  ],
  'long-refresh-tokens-break-the-service': [
    replaceIf(
      'tokenFields',
      (_call, form) => form.some(([name, value]) => name === 'refresh_token' && value.length > 255),
      () => refusal('internal-error', 'The value is too long.'),
    ),
    'A refresh token of more than 255 characters, which is too long for its column, is answered with 500.',
  ],
  'ids-outside-ascii-break-the-service': [
    replaceIf(
      'authenticateClient',
      (_call, fields) => /[^\p{ASCII}]/u.test(fields.get('client_id') ?? ''),
      () => refusal('internal-error', 'Something went wrong.'),
    ),
    'A client_id outside ASCII is answered with 500.',
    ['TOK-19'],
  ],
  'unknown-clients-break-the-service': [
    (normal) => ({
      authenticateClient: (call, fields) =>
        fields.get('grant_type') !== 'client_credentials' &&
        fields.has('client_id') &&
        normal.findClient(call, fields.get('client_id') ?? '') === undefined
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateClient(call, fields),
    }),
    'A refresh or an exchange of an unknown client is answered with 500.',
    ['TOK-19', 'VER-13', 'DEL-33', 'DEL-49'],
  ],
  'former-secrets-break-the-service': [
    failsOnRequest((call, form) => wasFormer(appOf(call, form.get('client_id')), form.get('client_secret'))),
    'A client secret from before a rotation is answered with a server error.',
  ],
  'codes-as-refresh-tokens-break-the-service': [
    failsOnRequest((call, form) => call.tenant.state.codes.find(form.get('refresh_token') ?? '') !== undefined),
    'A code instead of a refresh token is answered with a server error.',
  ],
  'access-tokens-as-codes-break-the-service': [
    failsOnRequest((call, form) =>
      ['code', 'refresh_token'].some((name) => call.tenant.state.accessTokens.find(form.get(name) ?? '') !== undefined),
    ),
    'An access token instead of a code or a refresh token is answered with a server error.',
  ],
  'used-codes-break-the-service': [failsOnRefusal('used-code'), 'A code that was used is answered with 500.'],
  'a-redirect-uri-that-is-no-address-breaks-the-service': [
    (normal) => ({
      exchangeCode: (call, app, fields) => {
        const address = fields.get('redirect_uri');
        const outcome = normal.exchangeCode(call, app, fields);
        if (isRefusal(outcome) && address !== undefined) call.found.grantType = new URL(address).protocol;
        return outcome;
      },
    }),
    'A redirect_uri that cannot be read as an address makes an exchange of a code fail with 500.',
  ],
  'other-redirect-uris-break-the-service': [
    failsOnRefusal('misdirected-code'),
    'A code exchange with another redirect_uri is answered with 500.',
    ['VER-13'],
  ],
  'foreign-refresh-tokens-break-the-service': [
    failsOnRefusal('foreign-refresh-token', 'foreign-code'),
    'A refresh token of another app is answered with 500.',
    ['VER-13'],
  ],
  'unknown-refresh-tokens-break-the-service': [
    failsOnRefusal('unknown-refresh-token'),
    'An unknown refresh token is answered with 500.',
    ['CCR-18', 'KEY-13'],
  ],
});
