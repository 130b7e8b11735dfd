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

/** Lifetimes that are announced wrongly. */
export const announcedFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'an-hour-is-announced': [
      seconds(3600),
      always,
      'expires_in is 3600, and tokens end after 900 seconds all the same.',
      { also: ['CCR-01', 'DEL-27', 'DEL-36', 'VER-06', 'VER-09', 'VER-10'] },
    ],
    'a-minute-less-is-announced-of-refreshes': [
      seconds(840),
      isOfRefresh,
      'A refresh announces an expires_in of 840, and the token goes on for 900 seconds.',
      { also: ['DEL-36', 'DEL-35', 'TOK-06'] },
    ],
    'later-refreshes-announce-too-little': [
      seconds(600),
      afterRefreshes(2),
      'From the second refresh on 600 seconds are announced of an access token.',
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
      'A refresh announces what was left of the token that was sent, and gives thirty days.',
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
      'A further app token is announced with the seconds that the first has left.',
      ['TOK-03', 'TOK-04', 'VER-08'],
    ],
  }),
];
