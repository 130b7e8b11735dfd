import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { jsonAnswer } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

const TOKEN_PATHS = ['/oauth/token', '/api/v2/token'];

/** Counts the token requests that are in progress at the same time. */
class InProgress {
  readonly #calls = new Set<Call>();

  get count(): number {
    return this.#calls.size;
  }

  /** Lets a token request wait a little, so that requests that came with it are in progress at the same time. */
  async begin(call: Call): Promise<void> {
    if (!TOKEN_PATHS.includes(call.request.path)) return;
    this.#calls.add(call);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  }

  end(call: Call): void {
    this.#calls.delete(call);
  }
}

/** Returns a deviation that makes the values of access tokens from material that is not always different. */
function valuesFrom(material: (call: Call, appId: string) => string) {
  return (): Partial<Behaviour> => ({
    makeAccessToken: (call, _subject, app) =>
      `at_${createHash('sha256').update(call.tenant.sealingKey.export()).update(material(call, app.id)).digest('base64url')}`,
  });
}

/**
 * Faults with many tokens, one after the other and at once. A token that is issued again lives as long as its last
 * copy, or no longer than its first one, so these faults break the lifetimes too.
 */
export const manyTokensFaults: readonly Fault[] = [
  ...breaking(
    'TOK-32',
    {
      'one-token-an-app-and-second': [
        valuesFrom((call, appId) => `${appId} ${Math.floor(call.now.getTime() / 1000)}`),
        'Tokens are made from the app and the second, so that all tokens of an app in one second are the same.',
        ['EXP-02'],
      ],
      'tokens-come-back': [
        (normal) => {
          let made = 0;
          return { ...valuesFrom(() => String(made++ % 8))(), tokenFitsCall: normal.tokenFitsCall };
        },
        'Tokens are made from a counter of three bits.',
        ['CCR-14', 'EXP-02'],
      ],
      'token-kept-until-it-expires': [
        (normal) => ({
          issueAccessToken: (call, subject, app) =>
            [...call.tenant.state.accessTokens.values()]
              .filter((token) => token.appId === app.id && !normal.tokenHasExpired(call, token))
              .at(-1) ?? normal.issueAccessToken(call, subject, app),
        }),
        'While the last token of an app is valid, the app gets it again, still announced with 900 seconds.',
        ['TOK-05', 'EXP-01'],
      ],
      'tokens-of-an-hour-repeat': [
        () => {
          const made = new Map<string, number>();
          return valuesFrom((call, appId) => {
            const quarter = Math.floor(call.now.getTime() / 900_000);
            const number = (made.get(`${appId} ${quarter}`) ?? 0) + 1;
            made.set(`${appId} ${quarter}`, number);
            return `${appId} ${number}`;
          })();
        },
        'Tokens are made from the app and a number that starts again every quarter of an hour, so that they repeat.',
        ['EXP-02'],
      ],
    },
    ['EXP-08', 'VER-14'],
  ),
  ...breaking('TOK-34', {
    'four-requests-at-a-time': [
      (normal) => {
        const inProgress = new InProgress();
        return {
          accept: async (call) => {
            const full = TOKEN_PATHS.includes(call.request.path) && inProgress.count >= 4;
            if (full) return jsonAnswer(409, { error: 'conflict' });
            await inProgress.begin(call);
            return normal.accept(call);
          },
          answer: (answer, call) => {
            inProgress.end(call);
            return normal.answer(answer, call);
          },
        };
      },
      'A token request that arrives while four others are in progress is answered with 409.',
    ],
    'simultaneous-tokens-get-lost': [
      (normal) => {
        const inProgress = new InProgress();
        return {
          accept: async (call) => {
            await inProgress.begin(call);
            return normal.accept(call);
          },
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            if (inProgress.count > 1) call.tenant.state.accessTokens.delete(token.value);
            return token;
          },
          answer: (answer, call) => {
            inProgress.end(call);
            return normal.answer(answer, call);
          },
        };
      },
      'If several tokens are issued at the same time, only one is remembered.',
      ['EXP-01', 'EXP-08', 'VER-14'],
    ],
  }),
];
