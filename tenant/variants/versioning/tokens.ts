import { refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

const inSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Variants of the lifetime of access tokens. */
export const tokenVariants: readonly Variant[] = [
  {
    id: 'versioning/lifetimes-in-whole-seconds',
    freedoms: ['FRE-128'],
    summary: 'The age of a token is counted in whole seconds of the clock, without fractions.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        inSeconds(call.now) - inSeconds(token.issuedAt) >= normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/lifetimes-in-rounded-seconds',
    freedoms: ['FRE-128'],
    summary: 'The age of a token is counted in seconds of the clock, rounded to the nearest.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        Math.round(call.now.getTime() / 1000) - Math.round(token.issuedAt.getTime() / 1000) >=
        normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/counted-from-the-answer',
    freedoms: ['FRE-129'],
    summary: 'Token requests take 30 ms, and the 900 seconds begin with the answer.',
    behaviour: (normal) => ({
      accept: async (call) => {
        if (call.request.path.endsWith('/token')) await new Promise((resolve) => setTimeout(resolve, 30));
        return undefined;
      },
      issueAccessToken: (call, subject, app) =>
        normal.issueAccessToken({ ...call, now: call.tenant.clock.now() }, subject, app),
    }),
  },
  {
    id: 'versioning/counted-from-the-request',
    freedoms: ['FRE-129'],
    summary: 'Token requests take 30 ms, and the 900 seconds begin with the request.',
    behaviour: () => ({
      accept: async (call) => {
        if (call.request.path.endsWith('/token')) await new Promise((resolve) => setTimeout(resolve, 30));
        return undefined;
      },
    }),
  },
  {
    id: 'versioning/expired-told-from-unknown',
    freedoms: ['FRE-130', 'FRE-01'],
    summary: 'The refusal of an expired token says so and gives a time; the refusal of an unknown one says nothing.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) =>
        refused.refused === 'expired-credential'
          ? { error: 'token_expired', message: refused.detail, at: call.now.toISOString() }
          : refused.refused === 'unknown-credential'
            ? {}
            : normal.refusalBody(call, refused),
    }),
  },
  {
    id: 'versioning/expired-tokens-are-forgotten',
    freedoms: ['FRE-130'],
    summary: 'An expired token is deleted and answered like one that never existed.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        const token = normal.findAccessToken(call, value);
        if (token === undefined || !normal.tokenHasExpired(call, token)) return token;
        call.tenant.state.accessTokens.delete(value);
        return undefined;
      },
    }),
  },
  {
    id: 'versioning/archiving-ends-tokens-for-good',
    freedoms: ['FRE-120'],
    summary: 'Tokens from before an archiving stay invalid after the app is unarchived.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        const app = call.tenant.state.apps.get(token.appId);
        const archivedSince = app !== undefined && app.archivedChangedAt.getTime() > token.issuedAt.getTime();
        return archivedSince || normal.tokenHasEnded(call, token);
      },
    }),
  },
  {
    id: 'versioning/archived-apps-get-tokens-that-do-not-work',
    freedoms: ['FRE-122', 'FRE-18'],
    summary: 'The token paths serve an archived app, whose tokens are answered with 403.',
    behaviour: (normal) => ({
      clientIsBarred: () => undefined,
      actorIsBarred: (call, actor) => {
        const barred = normal.actorIsBarred(call, actor);
        return barred?.refused === 'archived-app' ? refusal('forbidden', barred.detail) : barred;
      },
    }),
  },
  {
    id: 'versioning/rotation-ends-tokens',
    freedoms: ['FRE-42'],
    summary: 'Rotating the client secret ends the access tokens that were obtained with the former one.',
    behaviour: (normal) => {
      const secrets = new WeakMap<AccessToken, string>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          secrets.set(token, app.clientSecret);
          return token;
        },
        tokenHasEnded: (call, token) =>
          secrets.get(token) !== call.tenant.state.apps.get(token.appId)?.clientSecret ||
          normal.tokenHasEnded(call, token),
      };
    },
  },
];
