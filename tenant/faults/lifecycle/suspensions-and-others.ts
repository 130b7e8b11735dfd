import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor, type AccessToken, type App, type User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

const someoneIsSuspended = ({ state }: Tenant): boolean => state.users.values().some(({ active }) => !active);

/** What the suspension of a user does to other users, to apps and to their secrets. */
export const suspensionsAndOthersFaults: readonly Fault[] = [
  {
    id: 'lifecycle/while-two-are-suspended-nobody-refreshes',
    breaks: ['LIF-08'],
    summary: 'While two users of an app are suspended, the app refreshes for nobody.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const users = call.tenant.state.delegations
          .filter(({ appId, userId }) => appId === token.delegation.appId && normal.userIsSuspended(call, userId))
          .map(({ userId }) => userId);
        const over = new Set(users).size > 1 ? refusal('ended-grant', 'Users are suspended.') : undefined;
        return normal.refreshIsBarred(call, token) ?? over;
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-stops-legacy-refreshes-of-others',
    breaks: ['LIF-08'],
    summary: 'While a user of an app is suspended, the app refreshes for nobody at the legacy path.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { appId } = token.delegation;
        const legacy = call.request.path === '/api/v2/token';
        const lacksOne = call.tenant.state.delegations.some(
          (one) => one.appId === appId && normal.userIsSuspended(call, one.userId),
        );
        const barred = legacy && lacksOne ? refusal('ended-grant', 'A user of the app is suspended.') : undefined;
        return normal.refreshIsBarred(call, token) ?? barred;
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-stops-writing-by-others',
    breaks: ['LIF-08'],
    also: ['LIF-09'],
    summary: 'While a member of a project is suspended, nobody creates records in it.',
    behaviour: (normal) => ({
      writableProject: (call, actor, id) => {
        const project = normal.writableProject(call, actor, id);
        if (isRefusal(project)) return project;
        const stopped = project.grants.some(
          (one) => one.actor.kind === 'user' && normal.userIsSuspended(call, one.actor.id),
        );
        return stopped ? refusal('forbidden', 'A member of the project is suspended.') : project;
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-empties-the-projects-of-the-user',
    breaks: ['LIF-08'],
    also: ['LST-31', 'LIF-07', 'LIF-09', 'LIF-10', 'LIF-42'],
    summary: 'With a user all others are taken out of the projects that the user was in.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        if (active) return;
        for (const { grants } of tenant.state.projects.values()) {
          if (!grants.some(({ actor }) => actor.id === user.id)) continue;
          for (const grant of grants) if (grant.actor.id !== user.id) grant.revokedAt ??= tenant.clock.now();
        }
      },
    }),
  },
  {
    id: 'lifecycle/users-of-the-same-name-are-suspended-together',
    breaks: ['LIF-08'],
    also: ['LIF-42'],
    summary: 'Users who have the name of a suspended user are suspended with them.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const users = call.tenant.state.users;
        const name = users.get(userId)?.name;
        return (
          normal.userIsSuspended(call, userId) || users.values().some((each) => !each.active && each.name === name)
        );
      },
    }),
  },
  {
    id: 'lifecycle/users-of-a-project-are-suspended-together',
    breaks: ['LIF-08'],
    also: ['LIF-42'],
    summary: 'Users who share a project with a suspended user are suspended with them.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const { projects, users } = call.tenant.state;
        if (normal.userIsSuspended(call, userId)) return true;
        return projects
          .values()
          .some(
            ({ grants }) =>
              grants.some(({ actor }) => sameActor(actor, { kind: 'user', id: userId })) &&
              grants.some(({ actor }) => actor.kind === 'user' && users.get(actor.id)?.active === false),
          );
      },
    }),
  },
  {
    id: 'lifecycle/suspension-stops-apps-of-the-same-project',
    breaks: ['LIF-09'],
    also: ['LIF-10', 'LIF-42', 'CCR-20'],
    summary: 'An app that shares a project with a suspended user is refused.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        if (normal.suspensionStops(call, credential)) return true;
        if (credential.kind !== 'accessToken' || credential.token.delegation !== undefined) return false;
        const app = { kind: 'app', id: credential.token.appId } as const;
        return call.tenant.state.projects
          .values()
          .some(
            ({ grants }) =>
              grants.some((grant) => sameActor(grant.actor, app)) &&
              grants.some(
                ({ actor }) => actor.kind === 'user' && call.tenant.state.users.get(actor.id)?.active === false,
              ),
          );
      },
    }),
  },
  {
    id: 'lifecycle/apps-of-a-suspended-user-get-no-token',
    breaks: ['LIF-10'],
    also: ['LIF-09', 'LIF-42', 'TOK-22'],
    summary: 'While one of the users who authorized an app is suspended, the app gets no token of its own.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const { delegations, users } = call.tenant.state;
        const affected = delegations.some(
          ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
        );
        return (
          normal.clientIsBarred(call, app) ??
          (affected && call.found.grantType === 'client_credentials'
            ? refusal('wrong-client', 'A user of the app is suspended.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'lifecycle/app-tokens-of-a-suspension-are-dead',
    breaks: ['LIF-10'],
    also: ['LIF-42', 'LIF-09', 'CCR-04'],
    summary: 'What an app asks for while one of the users who authorized it is suspended is refused on calls.',
    behaviour: (normal) => {
      const dead = new WeakSet<AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const { delegations, users } = call.tenant.state;
          const affected = delegations.some(
            ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
          );
          if (subject.kind === 'app' && affected) dead.add(token);
          return token;
        },
        tokenHasEnded: (call, token) => dead.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'lifecycle/the-legacy-path-serves-no-app-of-a-suspended-user',
    breaks: ['LIF-10'],
    also: ['LIF-42', 'VER-15', 'LIF-08'],
    summary: 'The legacy path grants an app nothing while one of the users who authorized it is suspended.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        normal.clientIsBarred(call, app) ??
        (call.request.path === '/api/v2/token' &&
        call.tenant.state.delegations.some(
          ({ appId, userId }) => appId === app.id && normal.userIsSuspended(call, userId),
        )
          ? refusal('archived-client', 'A user of the app is suspended.')
          : undefined),
    }),
  },
  {
    id: 'lifecycle/a-secret-rotated-in-a-suspension-waits-for-its-end',
    breaks: ['LIF-10'],
    also: ['LIF-11', 'LIF-42', 'TOK-22', 'LIF-29'],
    summary:
      'A secret that an app was given while one of its users was suspended works once that user is active again.',
    behaviour: (normal) => {
      const waits = new Map<string, { app: App; users: readonly User[] }>();
      return {
        rotateClientSecret: (tenant, app) => {
          const { delegations, users } = tenant.state;
          const affected = delegations.filter(({ appId }) => appId === app.id).map(({ userId }) => users.get(userId));
          const secret = normal.rotateClientSecret(tenant, app);
          waits.set(secret, {
            app,
            users: affected.filter((user) => user?.active === false).filter((user) => user !== undefined),
          });
          return secret;
        },
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) &&
          waits.get(clientSecret)?.users.some(({ active }) => !active) !== true,
      };
    },
  },
  {
    id: 'lifecycle/a-rotation-in-a-suspension-waits-for-the-new-secret',
    breaks: ['LIF-11'],
    also: ['TOK-23'],
    summary: 'A secret that is rotated while somebody is suspended works until the new one is used.',
    behaviour: (normal) => {
      const waiting = new Set<string>();
      return {
        rotateClientSecret: (tenant, app) => {
          if (someoneIsSuspended(tenant)) waiting.add(app.id);
          return normal.rotateClientSecret(tenant, app);
        },
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (right) waiting.delete(app.id);
          return right || (waiting.has(app.id) && app.formerSecrets.at(-1)?.value === clientSecret);
        },
      };
    },
  },
  {
    id: 'lifecycle/former-secrets-work-at-the-legacy-path-in-a-suspension',
    breaks: ['LIF-11'],
    also: ['TOK-23', 'VER-15', 'VER-11'],
    summary: 'While a user of an app is suspended, the legacy path takes the secret before the last rotation as well.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const { delegations, users } = call.tenant.state;
        const affected = delegations.some(
          ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
        );
        return (
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (affected && call.request.path === '/api/v2/token' && app.formerSecrets.at(-1)?.value === clientSecret)
        );
      },
    }),
  },
];
