import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../http/message.ts';
import { isRefusal, refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** A 401 for one of these reasons comes without a challenge. */
const noChallengeTo =
  (...reasons: readonly RefusalReason[]): Fault['behaviour'] =>
  (normal) => ({
    challenges: (call, refused) => (reasons.includes(refused.refused) ? [] : normal.challenges(call, refused)),
  });

/** The queries of some calls are judged before the credential. */
const queriesFirst =
  (isWrong: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticate: (call) =>
      isWrong(call) ? refusal('invalid-query', 'The query cannot be read.') : normal.authenticate(call),
  });

/** The actor that the session of a browser stands for. */
function actorOfSession(call: Call, normal: Behaviour): Actor | undefined {
  const userId = normal.sessionOf(call)?.userId;
  const key = userId === undefined ? undefined : { value: '', userId, createdAt: call.now, retiredAt: undefined };
  return key === undefined ? undefined : normal.actorOfKey(call, key);
}

/** Mistakes about what else comes with a credential, and about values that resemble one. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'transport/a-user-is-a-bearer-value',
    breaks: ['TRN-07'],
    summary: 'The identifier of a user as bearer value authenticates as that user.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        call.tenant.state.users.has(value)
          ? normal.actorOfKey(call, { value, userId: value, createdAt: call.now, retiredAt: undefined })
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/an-app-is-a-bearer-value',
    breaks: ['TRN-07'],
    summary: 'The identifier of an app as bearer value stands for its latest token.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        (call.tenant.state.apps.has(value)
          ? [...call.tenant.state.accessTokens.values()].findLast(({ appId }) => appId === value)
          : undefined),
    }),
  },
  {
    id: 'transport/foreign-page-tokens-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A page token that was never issued is refused with 400 before the credential is looked at.',
    behaviour: queriesFirst(({ request }) => {
      const token = request.query.get('nextToken');
      return token !== null && token !== '' && !/^[\w-]+\.[\w-]{43}$/.test(token);
    }),
  },
  {
    id: 'transport/no-challenge-to-the-suspended',
    breaks: ['TRN-17'],
    summary: 'What a suspended user sends is answered with 401 without a challenge.',
    behaviour: noChallengeTo('suspended-user'),
  },
  {
    id: 'transport/no-challenge-to-the-archived',
    breaks: ['TRN-17'],
    summary: 'What an archived app sends is answered with 401 without a challenge.',
    behaviour: noChallengeTo('archived-app'),
  },
  {
    id: 'transport/no-challenge-to-unknown-schemes',
    breaks: ['TRN-17'],
    summary: 'An unknown scheme is answered with 401 without a challenge.',
    behaviour: noChallengeTo('unsupported-scheme'),
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
    id: 'transport/larger-pages-are-lines',
    breaks: ['TRN-18'],
    summary: 'Pages of more than eight items are labelled as lines of JSON.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || (answer.body?.match(/"modifiedAt"/g)?.length ?? 0) <= 8) return answer;
        return {
          ...answer,
          headers: answer.headers.map(([name, value]) =>
            name === 'Content-Type' ? [name, 'application/x-ndjson'] : [name, value],
          ),
        };
      },
    }),
  },
  {
    id: 'transport/filtered-pages-are-labelled-as-text',
    breaks: ['TRN-18'],
    summary: 'What a filter finds is labelled as text.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || !call.request.target.includes('schemaFields')) return answer;
        return { ...answer, headers: [['Content-Type', 'text/plain; charset=utf-8']] };
      },
    }),
  },
  {
    id: 'transport/a-session-outweighs-a-token',
    breaks: ['TRN-14'],
    also: ['TRN-15'],
    summary: 'A call with a live token and the cookie of a session acts as the user who is signed in.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        return isRefusal(actor) ? actor : (actorOfSession(call, normal) ?? actor);
      },
    }),
  },
  {
    id: 'transport/a-session-adds-what-its-user-sees',
    breaks: ['TRN-14'],
    summary:
      'A call with a live token and the cookie of a session shows what the user who is signed in may see as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const other = actorOfSession(call, normal);
        return (
          normal.hasAccess(call, actor, project) || (other !== undefined && normal.hasAccess(call, other, project))
        );
      },
    }),
  },
];
