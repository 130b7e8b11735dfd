import type { Call, Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor, type AccessToken } from '../../state/model.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** What is read from a bearer token as `client_id:client_secret` is as good as a token of the app itself. */
function takingClients(read: (value: string) => string): Deviation {
  return (normal) => ({
    authenticateBearer: (call, value) => {
      const [clientId = '', ...secret] = read(value).split(':');
      const app = call.tenant.behaviour.findClient(call, clientId);
      if (app === undefined || app.clientSecret !== secret.join(':')) return normal.authenticateBearer(call, value);
      const subject = { kind: 'app', id: app.id } as const;
      return normal.actorOfToken(call, { value, issuedAt: call.now, subject, appId: app.id, path: '' });
    },
  });
}

/** Mistakes about an app's own tokens and reach that show at a size, after a time, or beside strangers. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'client-credentials/ten-projects-an-app',
    breaks: ['CCR-08'],
    also: ['CCR-11', 'CCR-12'],
    summary: 'Only the first ten projects that an app was added to are read.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.kind !== 'app') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.take(10).some(({ id }) => id === project.id);
      },
    }),
  },
  {
    id: 'client-credentials/strangers-spoil-a-connection',
    breaks: ['CCR-05'],
    also: ['CCR-04'],
    summary: 'After a call without a credential its connection takes no tokens of apps.',
    behaviour: (normal) => {
      const spoilt = new WeakSet<Connection>();
      return {
        authorizationOf: (call) => {
          const sent = normal.authorizationOf(call);
          if (isRefusal(sent) && sent.refused === 'no-credential') spoilt.add(call.connection);
          return sent;
        },
        tokenFitsCall: (call, token) =>
          normal.tokenFitsCall(call, token) && (token.subject.kind !== 'app' || !spoilt.has(call.connection)),
      };
    },
  },
  {
    id: 'client-credentials/a-refresh-for-a-user-ends-the-apps-tokens',
    breaks: ['CCR-07'],
    also: ['CCR-05', 'CCR-20', 'DEL-63'],
    summary: 'When an app refreshes for one of its users, the tokens that it has for itself end.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        refresh: (call, app, fields) => {
          const outcome = normal.refresh(call, app, fields);
          for (const token of isRefusal(outcome) ? [] : call.tenant.state.accessTokens.values()) {
            if (token.appId === app.id && token.delegation === undefined) ended.add(token);
          }
          return outcome;
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/grants-of-apps-last-a-day',
    breaks: ['CCR-08'],
    also: ['CCR-11'],
    summary: 'An app sees a project for a day after it was added to it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        (actor.kind !== 'app' ||
          project.grants.some(
            (grant) => sameActor(grant.actor, actor) && call.now.getTime() - grant.grantedAt.getTime() < DAY,
          )),
    }),
  },
  {
    id: 'client-credentials/both-halves-as-bearer-token',
    breaks: ['CCR-17'],
    also: ['TRN-07'],
    summary: 'The client id and the client secret with a colon between them work as a bearer token.',
    behaviour: takingClients((value) => value),
  },
  {
    id: 'client-credentials/basic-of-a-client-as-bearer-token',
    breaks: ['CCR-17'],
    also: ['TRN-07'],
    summary: 'What stands behind Basic for a client works behind Bearer.',
    behaviour: takingClients((value) => Buffer.from(value, 'base64').toString('utf8')),
  },
  {
    id: 'client-credentials/access-tokens-of-other-apps-refresh',
    breaks: ['CCR-18'],
    summary: 'The own access token of another app is taken for a refresh token.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
        return token?.delegation === undefined && token !== undefined && token.appId !== app.id
          ? normal.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
      },
    }),
  },
  {
    id: 'client-credentials/a-subject-makes-a-user-token',
    breaks: ['CCR-21'],
    also: ['CCR-09'],
    summary: 'A client_credentials request with the e-mail address of a user as subject gives a token for that user.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const email = formOf(call).get('subject');
        const user = call.tenant.state.users.values().find((one) => one.email === email);
        return normal.issueAccessToken(call, user === undefined ? subject : { kind: 'user', id: user.id }, app);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-code-of-another-app-makes-a-user-token',
    breaks: ['CCR-21'],
    summary: 'A client_credentials request with a fresh code of another app gives a token for the user of the code.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'client_credentials'
          ? (granted, app, fields) => {
              const code = granted.tenant.state.codes.find(fields.get('code') ?? '');
              const isForeign = code !== undefined && code.delegation.appId !== app.id;
              const subject = isForeign
                ? ({ kind: 'user', id: code.delegation.userId } as const)
                : ({ kind: 'app', id: app.id } as const);
              return granted.tenant.behaviour.issueAccessToken(granted, subject, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'client-credentials/no-other-token-on-one-connection',
    breaks: ['CCR-01'],
    also: ['CCR-06', 'EXP-09', 'LIF-42'],
    summary: 'A connection on which an app got a token gives another app none.',
    behaviour: (normal) => {
      const first = new WeakMap<Connection, string>();
      return {
        clientIsBarred: (call, app) => {
          const barred = normal.clientIsBarred(call, app);
          if (barred !== undefined || call.found.grantType !== 'client_credentials') return barred;
          const known = first.get(call.connection) ?? app.id;
          first.set(call.connection, known);
          return known === app.id ? undefined : refusal('wrong-client', 'The connection belongs to another app.');
        },
      };
    },
  },
  {
    id: 'client-credentials/many-projects-drop-the-filter',
    breaks: ['CCR-13'],
    also: ['CCR-09', 'CCR-14'],
    summary: 'For an app that was added to more than twenty projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.kind !== 'app') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.toArray().length > 20 || normal.hasAccess(call, actor, project);
      },
    }),
  },
];
