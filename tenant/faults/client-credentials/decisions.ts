import type { Actor, Call } from '../../call.ts';
import type { AccessToken, ActorReference, App } from '../../state/model.ts';
import { always, forItself, isAppToken } from '../operators/kinds.ts';
import { addMembers, alsoStop, alsoTakeAsBearer, creditInstead, refuseClients } from '../operators/operators.ts';
import { ofActor, type Presented } from '../operators/presented.ts';
import { readNot, readToo, seeNot, seeToo, type OfProject, type OfRecord } from '../operators/visibility.ts';
import type { Wrong } from '../operators/rows.ts';
import { appWhere } from './apps-and-users.ts';

/** An app obtains no token for itself, or none at all. */
export const noOwnToken: Wrong = { breaks: ['CCR-01', 'CCR-06'], wrong: refuseClients(forItself) };
export const noToken: Wrong = { ...noOwnToken, wrong: refuseClients(always) };

/** With its own token an app is told of a refresh token. */
export const refreshTokenBeside: Wrong = {
  breaks: ['CCR-02'],
  also: ['CCR-03'],
  wrong: addMembers(isAppToken, ({ value }) => ({
    refresh_token: `rt_${value.slice(3)}`,
    refresh_token_expires_in: 2_592_000,
  })),
};
/** With its own token an app is told something else. */
export const told = (breaks: string, members: (token: AccessToken) => Record<string, unknown>): Wrong => ({
  breaks: [breaks],
  wrong: addMembers(isAppToken, members),
});

/** A token that lives is refused: one that an app has for itself, or any. */
export const ownTokenIsRefused = (breaks: string): Wrong => ({
  breaks: [breaks],
  also: ['EXP-35'],
  wrong: alsoStop('tokenHasEnded', isAppToken),
});
export const tokenIsRefused = (breaks: string): Wrong => ({
  ...ownTokenIsRefused(breaks),
  wrong: alsoStop('tokenHasEnded', always),
});

/** An app sees, or reads, what it was not added to. */
const tooMuch = (breaks: string) => ({ breaks: [breaks], also: ['CCR-09', 'CCR-13', 'CCR-14', 'LST-31'] });
export const seesToo = (breaks: string, which?: OfProject): Wrong => ({
  ...tooMuch(breaks),
  wrong: seeToo(isAppToken, which),
});
export const readsToo = (breaks: string, which?: OfRecord): Wrong => ({
  ...tooMuch(breaks),
  wrong: readToo(isAppToken, which),
});

/** An app does not see, or read, what it was added to. */
const tooLittle = (breaks: string) => ({ breaks: [breaks], also: ['CCR-08', 'CCR-11', 'CCR-12', 'LST-31'] });
export const seesNot = (breaks: string, which?: OfProject): Wrong => ({
  ...tooLittle(breaks),
  wrong: seeNot(isAppToken, which),
});
export const readsNot = (breaks: string, which?: OfRecord): Wrong => ({
  ...tooLittle(breaks),
  wrong: readNot(isAppToken, which),
});

/** What is created names somebody else. */
export const names = (
  another: (call: Call, presented: Presented) => ActorReference | undefined,
  like = isAppToken,
): Wrong => ({ breaks: ['CCR-15'], wrong: creditInstead(like, another) });
export const user = (id: string | undefined): ActorReference | undefined =>
  id === undefined ? undefined : { kind: 'user', id };
export const latestUser = (call: Call): ActorReference | undefined => user([...call.tenant.state.users.keys()].at(-1));

/** An app that calls by something else than a token. */
const actingAs = (call: Call, app: App | undefined): Actor | undefined => {
  if (app === undefined) return undefined;
  const subject = { kind: 'app', id: app.id } as const;
  const token = { value: '', issuedAt: call.now, subject, appId: app.id, path: '' };
  return { ...subject, credential: { kind: 'accessToken', token } };
};

/** HTTP Basic of something of an app's that is no API key lets it in; the password is any where none is named. */
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

/** A bearer value that is something of an app's, and no token, lets it in. */
export const bearerOf = (sentFor: (app: App) => string): Wrong => ({
  breaks: ['CCR-17'],
  wrong: alsoTakeAsBearer((call, value) => {
    const app = appWhere(call, (one) => sentFor(one) === value);
    return actingAs(call, app);
  }),
});
export const secretAsBearer = bearerOf(({ clientSecret }) => clientSecret);
