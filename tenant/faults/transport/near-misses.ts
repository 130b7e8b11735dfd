import { sameActor, type Project } from '../../state/model.ts';
import { jsonAnswer, type Actor, type Call, type Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const form = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** Clear text is dropped, but for the calls that are named. */
const inClearText =
  (served: (call: Call) => boolean): Fault['behaviour'] =>
  () => ({
    readsClearText: () => true,
    answerClearText: (call) => (served(call) ? 'as-if-secure' : 'disconnect'),
  });

/** The token that stands in the Authorization header. */
function tokenIn(call: Call) {
  const sent = call.request.headers.get('authorization')?.[0] ?? '';
  return call.tenant.behaviour.findAccessToken(call, sent.replace(/^bearer +/i, ''));
}

/** Wrong only for one form of a credential, after another call or in one place of clear text. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-of-digits-are-numbers',
    breaks: ['TRN-07'],
    summary: 'A bearer value of digits alone is taken for a number, and answered with 500.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        /^[0-9]+$/.test(value)
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/uuids-are-looked-up-elsewhere',
    breaks: ['TRN-07'],
    summary: 'A bearer value that is written like a UUID is looked up among sessions, and not found with 404.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
          ? refusal('not-found', 'There is no such session.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/first-letters-of-tokens-in-any-case',
    breaks: ['TRN-08'],
    summary: 'The first two letters of an access token may be in capitals.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => normal.findAccessToken(call, value.slice(0, 2).toLowerCase() + value.slice(2)),
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
    id: 'transport/filters-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A filter on assay results without a credential finds nothing, where it should be refused.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        call.found.refusal?.refused === 'no-credential' && call.request.target.includes('schemaFields')
          ? jsonAnswer(200, { results: [], nextToken: '' })
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/connection-remembers-keys',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'LST-29'],
    summary: 'A call without a credential acts as the owner of the API key that was used last on its connection.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) {
            return actor.refused === 'no-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          if (actor.credential.kind === 'apiKey') known.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/wrong-tokens-on-a-known-connection',
    breaks: ['TRN-07'],
    also: ['TRN-08', 'TRN-13', 'TRN-15', 'KEY-11', 'CCR-17', 'DEL-56', 'DEL-58', 'VER-16', 'OIC-22'],
    summary: 'On a connection that served a token, a token that is not known acts as that one.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticateBearer: (call, value) => {
          const actor = normal.authenticateBearer(call, value);
          if (isRefusal(actor)) {
            return actor.refused === 'unknown-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          known.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/keys-see-what-consented-apps-see',
    breaks: ['TRN-14'],
    also: ['KEY-04', 'LST-31'],
    summary: 'A key also shows what the apps may see that its owner has consented to.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project: Project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'apiKey' &&
          call.tenant.state.consents.some(
            ({ userId, appId }) =>
              userId === actor.id && project.grants.some((grant) => sameActor(grant.actor, { kind: 'app', id: appId })),
          )),
    }),
  },
  {
    id: 'transport/refreshes-in-clear-text',
    breaks: ['TRN-04'],
    summary: 'Clear-text requests are dropped, but for refreshes.',
    behaviour: inClearText((call) => form(call).get('grant_type') === 'refresh_token'),
  },
  {
    id: 'transport/exchanges-in-clear-text',
    breaks: ['TRN-04'],
    summary: 'Clear-text requests are dropped, but for the exchange of codes.',
    behaviour: inClearText((call) => form(call).get('grant_type') === 'authorization_code'),
  },
  {
    id: 'transport/delegated-tokens-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for calls with a delegated token.',
    behaviour: inClearText((call) => tokenIn(call)?.delegation !== undefined),
  },
  {
    id: 'transport/following-pages-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for following pages.',
    behaviour: inClearText((call) => call.request.query.has('nextToken')),
  },
  {
    id: 'transport/v3-entries-in-clear-text-for-apps',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for the v3 listing of entries with an app token.',
    behaviour: inClearText(
      (call) => call.request.path === '/api/v3/entry/items' && tokenIn(call)?.subject.kind === 'app',
    ),
  },
];
