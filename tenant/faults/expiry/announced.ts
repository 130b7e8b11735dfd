import type { AccessToken, App } from '../../state/model.ts';
import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always, isLater, isOfRefresh } from '../operators/kinds.ts';
import { announce, announceOfRefreshTokens } from '../operators/lifetimes.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { afterRefreshes } from './conditions.ts';
import { breaking } from './rows.ts';

const seconds = (announced: number): Wrong => ({ breaks: ['EXP-20'], also: ['TOK-05'], wrong: announce(announced) });
const ofRefreshTokens = ['TOK-08', 'TOK-09', 'TOK-10', 'DEL-27', 'DEL-36', 'VER-10'];

/** Faults in which a lifetime is announced wrongly. */
export const announcedFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'an-hour-is-announced': [
      seconds(3600),
      always,
      'expires_in is 3600, although tokens end after 900 seconds.',
      { also: ['CCR-01', 'DEL-27', 'DEL-36', 'VER-06', 'VER-09', 'VER-10'] },
    ],
    'a-minute-less-is-announced-of-refreshes': [
      seconds(840),
      isOfRefresh,
      'The response to a refresh has an expires_in of 840, although the token lasts 900 seconds.',
      { also: ['DEL-36', 'DEL-35', 'TOK-06'] },
    ],
    'later-refreshes-announce-too-little': [
      seconds(600),
      afterRefreshes(2),
      'From the second refresh on, expires_in is 600, although the access token lasts 900 seconds.',
    ],
    'milliseconds-are-announced': [
      { breaks: ['EXP-20'], also: ofRefreshTokens, wrong: announceOfRefreshTokens(() => THIRTY_DAYS) },
      always,
      'refresh_token_expires_in is given in milliseconds.',
    ],
    'the-remaining-days-are-announced': [
      {
        breaks: ['EXP-20'],
        also: ofRefreshTokens,
        wrong: announceOfRefreshTokens(({ issuedAt, predecessor = { issuedAt } }) =>
          Math.round((THIRTY_DAYS - (issuedAt.getTime() - predecessor.issuedAt.getTime())) / 1000),
        ),
      },
      isLater,
      'A refresh announces the time that the sent refresh token had left, although the new one lasts thirty days.',
    ],
  }),
  ...breaking('EXP-20', {
    'what-is-left-of-the-token-before-is-announced': [
      (normal) => {
        const latest = new WeakMap<App, AccessToken>();
        const announced = new WeakMap<AccessToken, number>();
        return {
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            if (subject.kind !== 'app') return token;
            const before = latest.get(app);
            const left = before === undefined ? 0 : 900_000 - (call.now.getTime() - before.issuedAt.getTime());
            if (left > 0) announced.set(token, Math.ceil(left / 1000));
            else latest.set(app, token);
            return token;
          },
          announcedLifetime: (call, token) => announced.get(token) ?? normal.announcedLifetime(call, token),
        };
      },
      'The response with a further app token announces the seconds that the first token has left.',
      ['TOK-03', 'TOK-04', 'VER-08'],
    ],
  }),
];
