import type { AccessToken, Project } from '../state/model.ts';
import type { Fault } from './fault.ts';

export const clientCredentialsFaults: readonly Fault[] = [
  {
    id: 'client-credentials/every-tenth-token-brings-a-refresh-token',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'Every tenth response carries refresh_token and refresh_token_expires_in.',
    behaviour: (normal) => {
      let responses = 0;
      return {
        tokenMembers: (call, token) => {
          const members = normal.tokenMembers(call, token);
          if (++responses % 10 !== 0) return members;
          const refreshToken = `rt_${call.tenant.random(33).toString('base64url')}`;
          return { ...members, refresh_token: refreshToken, refresh_token_expires_in: 2_592_000 };
        },
      };
    },
  },
  {
    id: 'client-credentials/power-frozen-at-issue',
    breaks: ['CCR-12'],
    also: ['CCR-08', 'CCR-11', 'LST-31', 'VER-20'],
    summary: 'A token goes on with the projects that its app had when it was issued.',
    behaviour: (normal) => {
      const reach = new WeakMap<AccessToken, ReadonlySet<Project>>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const actor = normal.actorOfToken(call, token);
          const projects = call.tenant.state.projects.values();
          reach.set(token, new Set(projects.filter((project) => normal.hasAccess(call, actor, project))));
          return token;
        },
        hasAccess: (call, actor, project) =>
          actor.credential.kind === 'accessToken'
            ? reach.get(actor.credential.token)?.has(project) === true
            : normal.hasAccess(call, actor, project),
      };
    },
  },
];
