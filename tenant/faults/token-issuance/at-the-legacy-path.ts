import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const isLegacy = (call: Call): boolean => call.request.path === '/api/v2/token';

/** Returns a deviation that answers a refused request with 500 if `isOdd` holds. */
const failsAt = (isOdd: (call: Call, fields: URLSearchParams) => boolean): Fault['behaviour'] =>
  becomes('decideTokenRequest', (decision, call) =>
    isRefusal(decision) && isOdd(call, formOf(call))
      ? refusal('internal-error', 'The tenant could not answer.')
      : decision,
  );

/** Faults of the legacy path alone, and faults with unusual requests. */
export const legacyAndOddFaults: readonly Fault[] = [
  ...breaking('TOK-35', {
    'the-legacy-path-fails-at-unknown-grants': [
      failsAt(
        (call) => isLegacy(call) && call.found.refusal === undefined && call.found.grantType !== 'client_credentials',
      ),
      'The legacy path answers an unknown grant_type with 500.',
      ['DEL-43', 'DEL-44'],
    ],
    'refresh-tokens-of-three-parts-are-decoded': [
      failsAt((_call, fields) => (fields.get('refresh_token') ?? '').split('.').length === 3),
      'A refresh token of three parts with dots between them is decoded as a JWT, so that the request is answered with 500.',
    ],
    'a-broken-basic-header-fails': [
      failsAt((call) => {
        const sent = headerOf(call.request, 'authorization');
        return sent !== undefined && !/^Basic [A-Za-z0-9+/]+=*$/.test(sent);
      }),
      'The token endpoint answers an Authorization header that is not a Basic credential with 500.',
    ],
  }),
  ...breaking('TOK-19', {
    'the-legacy-path-refuses-clients-with-400': [
      replaceIf(
        'refusalStatus',
        (call, refused) => isLegacy(call) && refused.refused === 'wrong-client',
        () => 400,
      ),
      'The legacy path answers wrong client credentials with 400.',
    ],
  }),
  ...breaking('TOK-25', {
    'the-legacy-path-refuses-with-a-token': [
      replaceIf(
        'refusalBody',
        (call, refused) => isLegacy(call) && refused.refused === 'wrong-client',
        (call) => ({
          error: 'invalid_client',
          access_token: [...call.tenant.state.accessTokens.values()].at(-1)?.value,
        }),
      ),
      'At the legacy path, the refusal of wrong client credentials carries the token that was issued last.',
    ],
  }),
  ...breaking('TOK-26', {
    'the-legacy-path-answers-201': [
      replaceIf(
        'tokenStatus',
        (call) => isLegacy(call),
        () => 201,
      ),
      'The legacy path answers granted token requests with status 201.',
    ],
  }),
  ...breaking('TOK-28', {
    'the-legacy-path-lets-caches-keep-tokens': [
      replaceIf(
        'tokenHeaders',
        (call) => isLegacy(call),
        () => [],
      ),
      'At the legacy path, token answers have no header that forbids caches to store them.',
    ],
  }),
  ...breaking('TOK-17', {
    'the-legacy-path-knows-grants-in-any-case': [
      (normal) => ({
        grantFor: (call, grantType) => normal.grantFor(call, isLegacy(call) ? grantType.toLowerCase() : grantType),
      }),
      'The legacy path compares grant types without regard to letter case.',
      ['VER-13'],
    ],
    'refresh-is-short-for-refresh-token': [
      (normal) => ({
        grantFor: (call, grantType) => normal.grantFor(call, grantType === 'refresh' ? 'refresh_token' : grantType),
      }),
      'The grant type refresh is taken for refresh_token.',
    ],
  }),
];
