import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** What some tokens that act for users create names the app as its creator. */
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

/** Wrong creators of records when something had happened to the app or to the user (DEL-33, CCR-15). */
export const creatorsAfterAPastFaults: readonly Fault[] = [
  ...breaking('DEL-33', {
    'after-a-rotation-records-name-the-app': [
      namesTheApp((call, { appId }) => (call.tenant.state.apps.get(appId)?.formerSecrets.length ?? 0) > 0),
      'Once the secret of an app was rotated, what it creates for users names the app.',
    ],
    'after-a-reinstallation-records-name-the-app': [
      namesTheApp((call, { appId }) => (call.tenant.state.apps.get(appId)?.installation ?? 0) > 1),
      'Once an app was installed again, what it creates for users names the app.',
    ],
    'after-a-suspension-records-name-the-app': [
      namesTheApp((call, { subject }) => {
        const user = call.tenant.state.users.get(subject.id);
        return user !== undefined && user.activeChangedAt.getTime() !== user.createdAt.getTime();
      }),
      'Once a user was suspended, what apps create for the user names the app.',
    ],
    'older-tokens-create-in-the-name-of-the-app': [
      namesTheApp((call, { issuedAt }) => call.now.getTime() - issuedAt.getTime() > 600_000),
      'Ten minutes after a token of a user was issued, what is created with it names the app.',
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
      'What an app creates with a token of more than fourteen minutes names the latest user of the app.',
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
      'What an app creates with another than its first token names the user who came last to it.',
    ],
  }),
];
