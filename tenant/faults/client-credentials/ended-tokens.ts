import { isRefusal } from '../../http/refusal.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { AccessToken, App, Grant } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';
import { tokensOf } from './apps-and-users.ts';

/** The tokens that an app has for itself. */
const ownTokens = (tenant: Tenant, app: App): AccessToken[] =>
  tenant.state.accessTokens
    .values()
    .filter((token) => token.appId === app.id && token.delegation === undefined)
    .toArray();

/** Only so many tokens of an app live at a time: those that were issued last. */
function endsBeyond(most: number): Deviation {
  return (normal) => ({
    tokenHasEnded: (call, token) => {
      const own = token.subject.kind === 'app' ? tokensOf(call, token.appId) : [];
      return own.length - own.indexOf(token) > most || normal.tokenHasEnded(call, token);
    },
  });
}

/** A token ends with what becomes of a grant to its app at a time. */
function endsWith(at: (grant: Grant) => Date | undefined): Deviation {
  return (normal) => ({
    tokenHasEnded: (call, token) =>
      (token.subject.kind === 'app' &&
        call.tenant.state.projects
          .values()
          .some(({ grants }) =>
            grants.some((grant) => grant.actor.id === token.appId && (at(grant) ?? 0) > token.issuedAt),
          )) ||
      normal.tokenHasEnded(call, token),
  });
}

/** Tokens of an app that end with something that should not touch them. */
export const endedTokenFaults: readonly Fault[] = [
  {
    id: 'client-credentials/an-older-token-ends-when-the-newer-is-used',
    breaks: ['CCR-07'],
    also: ['CCR-05', 'TOK-34', 'VER-02', 'VER-09'],
    summary: 'With the first call of a newer token the older ones of the app end.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        tokenHasEnded: (call, token) => {
          if (token.subject.kind !== 'app') return normal.tokenHasEnded(call, token);
          used.add(token);
          const own = tokensOf(call, token.appId);
          return (
            own.slice(own.indexOf(token) + 1).some((newer) => used.has(newer)) || normal.tokenHasEnded(call, token)
          );
        },
      };
    },
  },
  {
    id: 'client-credentials/a-token-of-the-other-path-ends-the-one-before',
    breaks: ['CCR-07'],
    also: ['VER-09', 'VER-10'],
    summary: 'A token of one path ends those that the app had from the other path.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        const own = token.subject.kind === 'app' ? tokensOf(call, token.appId) : [];
        return (
          own.slice(own.indexOf(token) + 1).some(({ path }) => path !== token.path) || normal.tokenHasEnded(call, token)
        );
      },
    }),
  },
  {
    id: 'client-credentials/a-bad-request-ends-the-token',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'A token with which a bad request was made is refused from then on.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        refuse: (call, refused) => {
          const credential = call.found.actor?.credential;
          if (credential?.kind === 'accessToken' && credential.token.subject.kind === 'app')
            ended.add(credential.token);
          return normal.refuse(call, refused);
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/a-wrong-secret-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    summary: 'When somebody names an app with a wrong secret, the tokens that the app has for itself end.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (!right) for (const token of ownTokens(call.tenant, app)) ended.add(token);
          return right;
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/a-rotation-ends-the-tokens-of-other-apps',
    breaks: ['CCR-07'],
    also: ['CCR-05', 'TOK-24'],
    summary: 'When the secret of an app is rotated, the tokens end that other apps hold for themselves.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        normal.tokenHasEnded(call, token) ||
        (token.subject.kind === 'app' &&
          call.tenant.state.apps.values().some(({ id, formerSecrets }) => {
            const last = formerSecrets.at(-1);
            return id !== token.appId && last !== undefined && last.retiredAt.getTime() >= token.issuedAt.getTime();
          })),
    }),
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
    id: 'client-credentials/a-new-redirect-uri-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    also: ['CCR-05'],
    summary: 'When a redirect URI is registered on an app, the tokens that the app has for itself end.',
    behaviour: (normal) => {
      const ended = new WeakSet<AccessToken>();
      return {
        registerRedirectUri: (tenant, app, redirectUri) => {
          for (const token of ownTokens(tenant, app)) ended.add(token);
          return normal.registerRedirectUri(tenant, app, redirectUri);
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },

  {
    id: 'client-credentials/twenty-five-live-tokens-at-most',
    breaks: ['CCR-07'],
    also: ['TOK-34'],
    summary: 'The twenty-sixth token of an app ends the first one.',
    behaviour: endsBeyond(25),
  },
  {
    id: 'client-credentials/fifty-live-tokens-at-most',
    breaks: ['CCR-07'],
    also: ['TOK-34'],
    summary: 'The fifty-first token of an app ends the first one.',
    behaviour: endsBeyond(50),
  },
  {
    id: 'client-credentials/a-grant-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    also: ['CCR-12'],
    summary: 'Adding an app to a project ends the tokens that it has.',
    behaviour: endsWith((grant) => grant.grantedAt),
  },
  {
    id: 'client-credentials/a-withdrawal-ends-the-tokens-of-its-app',
    breaks: ['CCR-07'],
    also: ['CCR-08', 'CCR-12'],
    summary: 'Taking an app from a project ends the tokens that it has.',
    behaviour: endsWith((grant) => grant.revokedAt),
  },
];
