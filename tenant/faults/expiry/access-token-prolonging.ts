import { sameActor, type AccessToken, type Delegation, type User } from '../../state/model.ts';
import { FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { inAnySeries } from './random-series.ts';

/** Calls and events that give an access token more than its 900 seconds. */
export const accessTokenProlongingFaults: readonly Fault[] = [
  {
    id: 'expiry/calls-that-create-prolong-access-tokens',
    breaks: ['EXP-06'],
    summary: 'A call that creates an entry gives the access token another 900 seconds.',
    behaviour: (normal) => {
      const from = new WeakMap<object, number>();
      return {
        answerCreation: (call, actor) => {
          if (actor.credential.kind === 'accessToken') from.set(actor.credential.token, call.now.getTime());
          return normal.answerCreation(call, actor);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) && call.now.getTime() - (from.get(token) ?? 0) >= 900_000,
      };
    },
  },
  {
    id: 'expiry/following-pages-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: ['EXP-33', 'EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'A following page gives the access token with which it is asked for another 900 seconds.',
    behaviour: (normal) => {
      const renewed = new WeakMap<AccessToken, number>();
      return {
        tokenFitsCall: (call, token) => {
          if (call.request.query.has('nextToken')) renewed.set(token, call.now.getTime());
          return normal.tokenFitsCall(call, token);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= FIFTEEN_MINUTES,
      };
    },
  },
  {
    id: 'expiry/calls-for-results-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: ['EXP-02', 'EXP-33'],
    summary: 'A call to the assay-results listing gives an access token another 900 seconds.',
    behaviour: (normal) => {
      const usedAt = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          const ended = normal.tokenHasExpired(call, token) && call.now.getTime() - (usedAt.get(token) ?? 0) >= 900_000;
          if (!ended && call.request.path.endsWith('/assay-results')) usedAt.set(token, call.now.getTime());
          return ended;
        },
      };
    },
  },
  {
    id: 'expiry/a-sign-in-prolongs-delegated-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-05', 'EXP-33'],
    summary: 'A delegated access token lasts for 900 seconds from when its user last signed in.',
    behaviour: (normal) => {
      const signedIn = new Map<string, number>();
      return {
        beginSession: (call, user) => {
          signedIn.set(user.id, call.now.getTime());
          return normal.beginSession(call, user);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) &&
          !(
            token.delegation !== undefined &&
            call.now.getTime() - (signedIn.get(token.delegation.userId) ?? 0) < 900_000
          ),
      };
    },
  },
  {
    id: 'expiry/a-grant-of-the-app-prolongs-its-tokens',
    breaks: ['EXP-02'],
    also: ['EXP-03', 'EXP-08', 'EXP-33'],
    summary: 'An own access token lasts for 900 seconds from when its app was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) &&
        !(
          token.subject.kind === 'app' &&
          call.tenant.state.projects
            .values()
            .some(({ grants }) =>
              grants.some(
                ({ actor, grantedAt }) =>
                  actor.id === token.appId && call.now.getTime() - grantedAt.getTime() < 900_000,
              ),
            )
        ),
    }),
  },
  {
    id: 'expiry/a-grant-renews-app-tokens',
    breaks: ['EXP-02'],
    also: [...inAnySeries],
    summary: 'An app token has 900 seconds from when its app was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        if (!normal.tokenHasExpired(call, token)) return false;
        const app = { kind: 'app', id: token.appId } as const;
        const grants = [...call.tenant.state.projects.values()].flatMap((project) => project.grants);
        return !grants.some(
          ({ actor, grantedAt }) =>
            sameActor(actor, app) && grantedAt > token.issuedAt && call.now.getTime() - grantedAt.getTime() < 900_000,
        );
      },
    }),
  },
  {
    id: 'expiry/a-project-prolongs-delegated-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-05'],
    summary: 'A delegated access token lasts for 900 seconds from when its user was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) &&
        !call.tenant.state.projects
          .values()
          .some((project) =>
            project.grants.some(
              ({ actor, grantedAt }) =>
                token.delegation?.userId === actor.id && call.now.getTime() - grantedAt.getTime() < 900_000,
            ),
          ),
    }),
  },
  {
    id: 'expiry/an-exchange-for-another-app-prolongs-access-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-33'],
    summary:
      'When a user authorizes another app, the access tokens that others hold for that user have 900 seconds more.',
    behaviour: (normal) => {
      const renewed = new WeakMap<Delegation, number>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          for (const each of predecessor === undefined ? call.tenant.state.delegations : []) {
            const isOther = each.userId === delegation.userId && each.appId !== delegation.appId;
            if (isOther) renewed.set(each, call.now.getTime());
          }
          return normal.issueDelegatedTokens(call, app, delegation, predecessor);
        },
        tokenHasExpired: (call, token) => {
          const from = token.delegation === undefined ? undefined : renewed.get(token.delegation);
          return (
            normal.tokenHasExpired(call, token) && (from === undefined || call.now.getTime() - from >= FIFTEEN_MINUTES)
          );
        },
      };
    },
  },
  {
    id: 'expiry/a-rotation-of-the-secret-renews-app-tokens',
    breaks: ['EXP-02'],
    also: [...inAnySeries],
    summary: 'An app token has 900 seconds from the last rotation of the client secret.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const rotatedAt = call.tenant.state.apps.get(token.appId)?.formerSecrets.at(-1)?.retiredAt;
        const renewed = rotatedAt !== undefined && call.now.getTime() - rotatedAt.getTime() < 900_000;
        return normal.tokenHasExpired(call, token) && !(renewed && token.issuedAt < rotatedAt);
      },
    }),
  },
  {
    id: 'expiry/an-un-suspension-renews-access-tokens',
    breaks: ['EXP-04'],
    also: [...inAnySeries, 'EXP-05'],
    summary: 'A delegated access token has 900 seconds from the last un-suspension of its user.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const user: User | undefined = call.tenant.state.users.get(token.subject.id);
        const since = user?.active === true && user.activeChangedAt > token.issuedAt ? user.activeChangedAt : undefined;
        const counted: AccessToken = since === undefined ? token : { ...token, issuedAt: since };
        return normal.tokenHasExpired(call, counted);
      },
    }),
  },
];
