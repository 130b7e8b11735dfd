import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isOpenTo } from '../operators/visibility.ts';
import { isDelegate } from './listing-calls.ts';
import { breaking } from './rows.ts';
import { alsoIf, onlyIf } from '../operators/rules.ts';

/** Faults in which a grant or withdrawal of a project opens or closes too little or too much. */
export const grantFaults: readonly Fault[] = breaking('LST-31', {
  'grants-are-counted': [
    (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (!isOpenTo(project, actor)) {
          normal.grantAccess(tenant, project, actor);
          return;
        }
        tenant.state.projects.grant(project, actor, tenant.clock.now());
      },
      revokeAccess: (tenant, project, actor) => {
        const grant = project.grants.find((each) => sameActor(each.actor, actor) && each.revokedAt === undefined);
        if (grant !== undefined) grant.revokedAt = tenant.clock.now();
      },
    }),
    'If a project was granted twice to the same actor, only the second withdrawal withdraws it.',
  ],
  'a-second-grant-brings-nothing': [
    onlyIf(
      'hasAccess',
      (_call, actor, project) =>
        !(actor.kind === 'user' && project.grants.some((one) => sameActor(one.actor, actor) && one.revokedAt)),
    ),
    'If a project was granted to a user, revoked and granted again, it stays hidden.',
  ],
  'a-withdrawal-from-an-app-is-one-from-its-users': [
    (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        for (const { appId, userId } of tenant.state.delegations) {
          if (actor.kind === 'app' && actor.id === appId) {
            normal.revokeAccess(tenant, project, { kind: 'user', id: userId });
          }
        }
      },
    }),
    'A project that is withdrawn from an app is also withdrawn from the users for whom the app acts.',
  ],
  'revoked-projects-stay-in-v3': [
    alsoIf(
      'mayRead',
      (call, actor, record) =>
        actor.kind === 'user' &&
        call.request.path.startsWith('/api/v3/') &&
        call.tenant.state.projects.get(record.projectId)?.grants.some((one) => sameActor(one.actor, actor)) === true,
    ),
    'In v3, a user still sees the records of a project that was revoked.',
    ['LST-32'],
  ],
  'what-comes-after-a-grant-is-not-seen': [
    onlyIf(
      'mayRead',
      (call, actor, record) =>
        record.kind !== 'plate' ||
        actor.kind === 'app' ||
        call.tenant.state.projects
          .get(record.projectId)
          ?.grants.some((one) => sameActor(one.actor, actor) && one.grantedAt > record.addedAt) === true,
    ),
    'A grant of a project shows a user the plates that are already in it, but none that are added later.',
    ['LST-13', 'KEY-03'],
  ],
  'what-was-there-before-a-grant-is-not-seen': [
    onlyIf(
      'mayRead',
      (call, actor, record) =>
        actor.kind === 'user' ||
        call.tenant.state.projects
          .get(record.projectId)
          ?.grants.some((one) => sameActor(one.actor, actor) && one.grantedAt <= record.addedAt) === true,
    ),
    'A grant of a project shows an app only the records that are added later.',
    ['LST-13', 'CCR-08', 'CCR-11'],
  ],
  'delegates-see-what-the-app-sees-too': [
    (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        if (!isDelegate(actor)) return false;
        const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
        const appId = call.tenant.state.accessTokens.find(bearer)?.appId;
        return appId !== undefined && normal.mayRead(call, { ...actor, kind: 'app', id: appId }, record);
      },
    }),
    'An app that acts for a user lists its own records in addition to those of the user.',
    ['DEL-01', 'LST-30'],
  ],
});
