import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Returns a deviation: records that some delegated tokens create name the app as their creator. */
const namesTheApp =
  (some: (call: Call, token: AccessToken) => boolean): Fault['behaviour'] =>
  (normal) => ({
    attributedTo: (call, actor) => {
      const token = actor.credential.kind === 'accessToken' ? actor.credential.token : undefined;
      return token !== undefined && actor.kind === 'user' && some(call, token)
        ? { kind: 'app', id: token.appId }
        : normal.attributedTo(call, actor);
    },
  });

/** Faults that record a wrong creator after an event in the past of the app or the user (DEL-33, CCR-15). */
export const creatorsAfterAPastFaults: readonly Fault[] = [
  ...breaking('DEL-33', {
    'after-a-rotation-records-name-the-app': [
      namesTheApp((call, { appId }) => (call.tenant.state.apps.get(appId)?.formerSecrets.length ?? 0) > 0),
      'Once the secret of an app was rotated, records that it creates for users name the app as their creator.',
    ],
    'after-a-reinstallation-records-name-the-app': [
      namesTheApp((call, { appId }) => (call.tenant.state.apps.get(appId)?.installation ?? 0) > 1),
      'Once an app was installed again, records that it creates for users name the app as their creator.',
    ],
    'after-a-suspension-records-name-the-app': [
      namesTheApp((call, { subject }) => {
        const user = call.tenant.state.users.get(subject.id);
        return user !== undefined && user.activeChangedAt.getTime() !== user.createdAt.getTime();
      }),
      'Once a user was suspended, records that apps create for the user name the app as their creator.',
    ],
    'older-tokens-create-in-the-name-of-the-app': [
      namesTheApp((call, { issuedAt }) => call.now.getTime() - issuedAt.getTime() > 600_000),
      'A record that is created with a delegated token of more than ten minutes names the app as its creator.',
    ],
  }),
  ...breaking('CCR-15', {
    'older-tokens-of-apps-create-as-their-user': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const token = actor.credential.kind === 'accessToken' ? actor.credential.token : undefined;
          const user = call.tenant.state.delegations.findLast(({ appId }) => appId === actor.id)?.userId;
          return token !== undefined &&
            actor.kind === 'app' &&
            user !== undefined &&
            call.now.getTime() - token.issuedAt.getTime() > 840_000
            ? { kind: 'user', id: user }
            : normal.attributedTo(call, actor);
        },
      }),
      'A record that an app creates with an app token of more than fourteen minutes names the latest user of the app.',
    ],
    'later-tokens-of-apps-write-as-their-latest-user': [
      (normal) => ({
        attributedTo: (call, actor) => {
          if (actor.kind !== 'app' || actor.credential.kind !== 'accessToken') return normal.attributedTo(call, actor);
          const { accessTokens, delegations } = call.tenant.state;
          const isOwn = ({ subject }: AccessToken) => subject.id === actor.id;
          const user = delegations.findLast(({ appId }) => appId === actor.id)?.userId;
          return user === undefined || accessTokens.values().find(isOwn) === actor.credential.token
            ? normal.attributedTo(call, actor)
            : { kind: 'user', id: user };
        },
      }),
      'A record that an app creates with a later app token than its first names the user who authorized the app last.',
    ],
  }),
];
