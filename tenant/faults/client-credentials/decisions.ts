import type { Actor, Call } from '../../call.ts';
import type { AccessToken, ActorReference, App } from '../../state/model.ts';
import { always, forItself, isAppToken } from '../operators/kinds.ts';
import { addMembers, alsoStop, alsoTakeAsBearer, creditInstead, refuseClients } from '../operators/operators.ts';
import { ofActor, type Presented } from '../operators/presented.ts';
import {
  hideRecords,
  listAlso,
  hideProjects,
  showAlso,
  type OfProject,
  type OfRecord,
} from '../operators/visibility.ts';
import type { Wrong } from '../operators/rows.ts';
import { appWhere } from './apps-and-users.ts';

/** The wrong decisions that an app obtains no token for itself, or no token at all. */
export const noOwnToken: Wrong = { breaks: ['CCR-01', 'CCR-06'], wrong: refuseClients(forItself) };
export const noToken: Wrong = { ...noOwnToken, wrong: refuseClients(always) };

/** The wrong decision that an app gets a refresh token with its own token. */
export const refreshTokenBeside: Wrong = {
  breaks: ['CCR-02'],
  also: ['CCR-03'],
  wrong: addMembers(isAppToken, ({ value }) => ({
    refresh_token: `rt_${value.slice(3)}`,
    refresh_token_expires_in: 2_592_000,
  })),
};
/** Adds members to the token response for an app's own token. */
export const told = (breaks: string, members: (token: AccessToken) => Record<string, unknown>): Wrong => ({
  breaks: [breaks],
  wrong: addMembers(isAppToken, members),
});

/** Refuses valid tokens: an app's own tokens, or any token. */
export const ownTokenIsRefused = (breaks: string): Wrong => ({
  breaks: [breaks],
  also: ['EXP-35'],
  wrong: alsoStop('tokenHasEnded', isAppToken),
});
export const tokenIsRefused = (breaks: string): Wrong => ({
  ...ownTokenIsRefused(breaks),
  wrong: alsoStop('tokenHasEnded', always),
});

/** The requirements on an app that sees projects, or reads records, without being added to them. */
const tooMuch = (breaks: string) => ({ breaks: [breaks], also: ['CCR-09', 'CCR-13', 'CCR-14', 'LST-31'] });
export const seesToo = (breaks: string, which?: OfProject): Wrong => ({
  ...tooMuch(breaks),
  wrong: showAlso(isAppToken, which),
});
export const readsToo = (breaks: string, which?: OfRecord): Wrong => ({
  ...tooMuch(breaks),
  wrong: listAlso(isAppToken, which),
});

/** The requirements on an app that does not see projects, or read records, although it was added to them. */
const tooLittle = (breaks: string) => ({ breaks: [breaks], also: ['CCR-08', 'CCR-11', 'CCR-12', 'LST-31'] });
export const seesNot = (breaks: string, which?: OfProject): Wrong => ({
  ...tooLittle(breaks),
  wrong: hideProjects(isAppToken, which),
});
export const readsNot = (breaks: string, which?: OfRecord): Wrong => ({
  ...tooLittle(breaks),
  wrong: hideRecords(isAppToken, which),
});

/** Makes a created record name another actor. */
export const names = (
  another: (call: Call, presented: Presented) => ActorReference | undefined,
  like = isAppToken,
): Wrong => ({ breaks: ['CCR-15'], wrong: creditInstead(like, another) });
export const user = (id: string | undefined): ActorReference | undefined =>
  id === undefined ? undefined : { kind: 'user', id };
export const latestUser = (call: Call): ActorReference | undefined => user([...call.tenant.state.users.keys()].at(-1));

/** Returns the actor for an app that is let in without a token. */
const actingAs = (call: Call, app: App | undefined): Actor | undefined => {
  if (app === undefined) return undefined;
  const subject = { kind: 'app', id: app.id } as const;
  const token = { value: '', issuedAt: call.now, subject, appId: app.id, path: '' };
  return { ...subject, credential: { kind: 'accessToken', token } };
};

/** Lets an app in by HTTP Basic with its values that are not an API key. Without a named password, any is accepted. */
export const basicOf = (sentFor: (app: App) => readonly [username: string, password?: string]): Wrong => ({
  breaks: ['CCR-16'],
  wrong: (when) => (normal) => ({
    authenticateBasic: (call, value) => {
      const sent = normal.readBasic(call, value);
      const app = appWhere(call, (one) => {
        const [username, password = sent?.password] = sentFor(one);
        return username === sent?.username && password === sent.password;
      });
      const actor = actingAs(call, app);
      return actor !== undefined && when(call, ofActor(actor)) ? actor : normal.authenticateBasic(call, value);
    },
  }),
});
export const clientAsBasic = basicOf(({ clientId, clientSecret }) => [clientId, clientSecret]);

/** Lets an app in by a bearer value of the app that is not a token. */
export const bearerOf = (sentFor: (app: App) => string): Wrong => ({
  breaks: ['CCR-17'],
  wrong: alsoTakeAsBearer((call, value) => {
    const app = appWhere(call, (one) => sentFor(one) === value);
    return actingAs(call, app);
  }),
});
export const secretAsBearer = bearerOf(({ clientSecret }) => clientSecret);
