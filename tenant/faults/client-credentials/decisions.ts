import type { AccessToken } from '../../state/model.ts';
import { always, isAppToken } from '../operators/kinds.ts';
import { addMembers, alsoStop, refuseClients, showAll, showNothing } from '../operators/operators.ts';
import { readNot, readToo, seeNot, seeToo, type OfProject, type OfRecord } from '../operators/visibility.ts';
import type { Wrong } from '../operators/rows.ts';
import { forItself } from './conditions.ts';

/** An app obtains no token for itself, or none at all. */
export const noOwnToken: Wrong = { breaks: ['CCR-01'], also: ['CCR-06'], wrong: refuseClients(forItself) };
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
export const seesAll = (breaks: string): Wrong => ({ ...tooMuch(breaks), wrong: showAll(isAppToken) });
export const seesToo = (breaks: string, which: OfProject): Wrong => ({
  ...tooMuch(breaks),
  wrong: seeToo(isAppToken, which),
});
export const readsToo = (breaks: string, which: OfRecord): Wrong => ({
  ...tooMuch(breaks),
  wrong: readToo(isAppToken, which),
});

/** An app does not see, or read, what it was added to. */
const tooLittle = (breaks: string) => ({ breaks: [breaks], also: ['CCR-08', 'CCR-11', 'CCR-12', 'LST-31'] });
export const seesNothing = (breaks: string): Wrong => ({ ...tooLittle(breaks), wrong: showNothing(isAppToken) });
export const seesNot = (breaks: string, which: OfProject): Wrong => ({
  ...tooLittle(breaks),
  wrong: seeNot(isAppToken, which),
});
export const readsNot = (breaks: string, which: OfRecord): Wrong => ({
  ...tooLittle(breaks),
  wrong: readNot(isAppToken, which),
});
