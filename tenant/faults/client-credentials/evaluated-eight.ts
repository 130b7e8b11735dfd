import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Where an app's client id and secret as HTTP Basic do as well as its token. */
const clientsAreKnown =
  (where: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticateBasic: (call, value) => {
      const { username, password } = normal.readBasic(call, value) ?? {};
      const app = call.tenant.state.apps
        .values()
        .find(({ clientId, clientSecret }) => clientId === username && clientSecret === password);
      const token =
        app !== undefined && where(call)
          ? call.tenant.state.accessTokens.values().find(({ appId }) => appId === app.id)
          : undefined;
      return token === undefined ? normal.authenticateBasic(call, value) : normal.actorOfToken(call, token);
    },
  });

/** Mistakes about what an app has beside its projects, and about what it writes. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'client-credentials/client-credentials-get-following-pages',
    breaks: ['CCR-16'],
    summary: 'A following page is given for the client id and the secret as HTTP Basic.',
    behaviour: clientsAreKnown(({ request }) => request.query.has('nextToken')),
  },
  {
    id: 'client-credentials/client-credentials-create',
    breaks: ['CCR-16'],
    summary: 'A record is created for the client id and the secret as HTTP Basic.',
    behaviour: clientsAreKnown(({ request }) => request.method === 'POST'),
  },
  {
    id: 'client-credentials/a-stray-used-code-makes-a-user-token',
    breaks: ['CCR-21'],
    summary: 'A code beside the grant of an app makes the token that of its user, where the code was exchanged before.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const code = normal.findCode(call, new URLSearchParams(call.request.body.toString('utf8')).get('code') ?? '');
        const used = call.found.grantType === 'client_credentials' && code?.usedAt !== undefined;
        const user = used ? ({ kind: 'user', id: code.delegation.userId } as const) : subject;
        return normal.issueAccessToken(call, user, app);
      },
    }),
  },
  {
    id: 'client-credentials/apps-of-one-redirect-uri-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-10'],
    summary: 'Apps that have registered the same redirect URI see the projects of each other.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project) || actor.kind !== 'app')
          return normal.hasAccess(call, actor, project);
        const { apps } = call.tenant.state;
        const own = apps.get(actor.id)?.redirectUris ?? [];
        return apps
          .values()
          .some(
            (one) =>
              one.redirectUris.some((uri) => own.includes(uri)) &&
              normal.hasAccess(call, { ...actor, id: one.id }, project),
          );
      },
    }),
  },
  {
    id: 'client-credentials/apps-with-webhooks-get-no-token',
    breaks: ['CCR-01'],
    also: ['CCR-06'],
    summary: 'An app that has a webhook address is issued no token of its own.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app: App) =>
        normal.clientIsBarred(call, app) ??
        (app.webhook?.url !== undefined && call.found.grantType === 'client_credentials'
          ? refusal('unauthorized-client', 'The app is told of what happens.')
          : undefined),
    }),
  },
  {
    id: 'client-credentials/a-webhook-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    summary: 'Setting the webhook of an app ends the tokens that it holds.',
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        setWebhook: (tenant, app, webhook) => {
          for (const token of tenant.state.accessTokens.values()) if (token.appId === app.id) over.add(token);
          normal.setWebhook(tenant, app, webhook);
        },
        tokenHasEnded: (call, token) => normal.tokenHasEnded(call, token) || over.has(token),
      };
    },
  },
  {
    id: 'client-credentials/writers-of-one-second-are-one',
    breaks: ['CCR-15'],
    also: ['KEY-05', 'DEL-33', 'OIC-23'],
    summary: 'What is created within a second names whoever created something first in it.',
    behaviour: (normal) => {
      let first: { readonly second: number; readonly by: ReturnType<typeof normal.attributedTo> } | undefined;
      return {
        attributedTo: (call, actor) => {
          const second = Math.floor(call.now.getTime() / 1000);
          if (first?.second !== second) first = { second, by: normal.attributedTo(call, actor) };
          return first.by;
        },
      };
    },
  },
];
