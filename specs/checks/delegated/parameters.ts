import fc from 'fast-check';
import { notApplicable, observation } from '../../../core/judgement.ts';
import type { AuthorizationRequest } from '../../../drivers/world/delegated.ts';
import { authorize } from '../../../drivers/world/delegated.ts';
import type { Change } from '../../../generators/credential.ts';
import { changed, changes, describeChange, strangers } from '../../../generators/credential.ts';
import { otherResponseTypes } from '../../../generators/response-type.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import type { HandedOver, WorkingFlow } from '../../expectations/authorization.ts';
import { attempted, aWorkingFlow, handsOverNothing, refusalPlace } from '../../expectations/authorization.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

type Flaw = Partial<Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'responseType'>>;

interface Flawed<Case> {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  /** Some of the cases are about another requirement: the requirement, and a predicate that selects them. */
  readonly other?: { readonly requirement: RequirementId; readonly isOf: (given: Case) => boolean };
  readonly cases: fc.Arbitrary<Case>;
  readonly maxCases: number;
  /** Returns the flaw, or undefined if the drawn case does not make this request wrong. */
  readonly flaw: (given: Case, flow: WorkingFlow) => Flaw | undefined;
  readonly describe: (given: Case) => string;
  /** The flaw in the words of an observation, the same for all cases. */
  readonly wrong: string;
  readonly names?: readonly HandedOver['name'][];
}

/** This redirect URI belongs to this app only, so a tenant that looks an app up by its redirect URI finds it. */
const ownRedirectUri = 'https://parameters.conformance.example/callback';

/**
 * Returns a check of a request with one flaw. The same request of this user without the flaw gives a code at once, so
 * the tenant could remember an earlier correct request.
 */
function flawedRequest<Case>(flawed: Flawed<Case>): SuiteCheck {
  const { requirement, other, flaw: flawOf, describe, wrong, names, cases, ...rest } = flawed;
  return check({
    ...rest,
    proves: other === undefined ? [requirement] : [requirement, other.requirement],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({ of: cases, fresh: fc.boolean(), state: fc.boolean() }),
    describe: ({ of, fresh }) =>
      `${describe(of)}, ${fresh ? 'in a new browser session' : 'with a session and an earlier consent'}`,
    arrange: (scene) => aWorkingFlow(scene, [ownRedirectUri]),
    async gather(scene, { of, fresh, state }, flow) {
      const flaw = flawOf(of, flow);
      if (flaw === undefined) return null;
      const { user, app, redirectUri } = flow;
      // an earlier case may have left the browser without a session
      if (!fresh) await authorize(scene, { user, app, redirectUri });
      const authorized = await authorize(scene, {
        ...{ user, app, redirectUri, ...flaw },
        ...(state ? { state: 'a-state' } : {}),
        ...(fresh ? { freshSession: true } : {}),
      });
      return attempted(scene, app, authorized, redirectUri);
    },
    *judge(attempt, { of }) {
      if (attempt === null) {
        yield notApplicable('the drawn flaw does not make this request wrong');
        return;
      }
      const broken = other?.isOf(of) === true ? other.requirement : requirement;
      for (const judgement of handsOverNothing(attempt, broken, describe(of), names)) {
        yield judgement;
        if (judgement.kind === 'finding') return;
      }
      const observed = `${wrong} is refused by ${refusalPlace(attempt.authorized, ownRedirectUri)}`;
      yield observation('FRE-54', observed);
    },
  });
}

type ClientId = { readonly like: Change } | { readonly value: string };

/**
 * Returns a client id that no app has. Differences in letter case and leading zeros only do not count, because a
 * tenant may ignore them in some identifiers.
 */
function strangeClientId(given: ClientId, clientId: string): string | undefined {
  const value = 'value' in given ? given.value : changed(clientId, given.like);
  if (value === undefined || value.toLowerCase() === clientId.toLowerCase()) return undefined;
  return /^\d+$/.test(clientId + value) && Number(value) === Number(clientId) ? undefined : value;
}

/** The parameters that are required ("GET {base_url}/oauth/authorize"). */
export const parametersChecks: readonly SuiteCheck[] = [
  flawedRequest({
    id: 'delegated/without-client-id-there-is-no-code',
    title: 'An authorization request without client_id gives no code',
    requirement: 'DEL-06',
    cases: fc.constant('missing'),
    maxCases: 6,
    flaw: () => ({ clientId: null }),
    describe: () => 'an authorization request without client_id',
    wrong: 'a missing client_id',
  }),

  flawedRequest<ClientId>({
    id: 'delegated/an-unknown-client-id-gives-no-code',
    title: 'An authorization request with a client_id that no app has gives no code',
    requirement: 'DEL-07',
    cases: fc.oneof(
      { weight: 3, arbitrary: objectOf({ like: changes }) },
      { weight: 2, arbitrary: objectOf({ value: strangers }) },
      { weight: 1, arbitrary: fc.constantFrom({ value: '' }, { value: '*' }, { value: '%' }, { value: '0' }) },
    ),
    maxCases: 40,
    flaw: (given, { app }) => {
      const clientId = strangeClientId(given, app.clientId);
      return clientId === undefined ? undefined : { clientId };
    },
    describe: (given) =>
      'like' in given
        ? `an authorization request with the client_id of an app, ${describeChange(given.like)},`
        : `an authorization request with the unknown client_id ${JSON.stringify(given.value.slice(0, 40))}`,
    wrong: 'an unknown client_id',
  }),

  flawedRequest({
    id: 'delegated/without-redirect-uri-there-is-no-code',
    title: 'An authorization request without redirect_uri gives no code, even if the app has just one',
    requirement: 'DEL-08',
    // an empty redirect_uri is a value that was sent, and it is not registered
    other: { requirement: 'DEL-65', isOf: (kind) => kind === 'empty' },
    cases: fc.constantFrom('missing', 'missing', 'empty'),
    maxCases: 12,
    flaw: (kind) => ({ redirectUri: kind === 'empty' ? '' : null }),
    describe: (kind) => `an authorization request ${kind === 'empty' ? 'with an empty' : 'without'} redirect_uri`,
    wrong: 'a missing redirect_uri',
  }),

  flawedRequest({
    id: 'delegated/without-response-type-there-is-no-code',
    title: 'An authorization request without response_type gives no code',
    requirement: 'DEL-13',
    cases: fc.constant('missing'),
    maxCases: 6,
    flaw: () => ({ responseType: null }),
    describe: () => 'an authorization request without response_type',
    wrong: 'a missing response_type',
  }),

  flawedRequest({
    id: 'delegated/another-response-type-gives-neither-code-nor-token',
    title: 'A response_type other than code yields neither a code nor a token',
    requirement: 'DEL-14',
    cases: otherResponseTypes,
    maxCases: 80,
    flaw: (responseType) => ({ responseType }),
    describe: (responseType) => `an authorization request with the response_type ${JSON.stringify(responseType)}`,
    wrong: 'an unknown response_type',
    names: ['code', 'access_token', 'id_token', 'refresh_token'],
  }),
];
