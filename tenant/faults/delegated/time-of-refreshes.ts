import { refusal } from '../../http/refusal.ts';
import type { AccessToken, Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { ageOf, isLate, secondsSince } from './ages.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Faults with refreshes that come early, late or soon after another one. */
export const timeOfRefreshFaults: readonly Fault[] = [
  ...breaking('DEL-37', {
    'no-refresh-before-the-access-token-was-used': [
      (normal) => {
        const used = new WeakSet<AccessToken>();
        return {
          tokenHasEnded: (call, token) => {
            used.add(token);
            return normal.tokenHasEnded(call, token);
          },
          refreshIsBarred: (call, token) => {
            const latest = token.delegation.latestAccessToken;
            return latest !== undefined && !used.has(latest)
              ? refusal('ended-grant', 'Use the access token first.')
              : normal.refreshIsBarred(call, token);
          },
        };
      },
      'A refresh is refused until the access token that came with the refresh token has been used.',
      ['DEL-39', 'DEL-40'],
    ],
    'refreshes-within-a-second-are-refused': [
      replaceIf(
        'refreshIsBarred',
        (call, token) => token.predecessor !== undefined && secondsSince(call, token.issuedAt) < 1,
        () => refusal('ended-grant', 'Too soon.'),
      ),
      'A refresh within a second of the refresh before it is refused.',
      ['DEL-39', 'DEL-46', 'DEL-63'],
    ],
    'a-chain-has-ten-refreshes': [
      (normal) => ({
        refreshIsBarred: (call, token) => {
          let refreshes = 0;
          for (let one = token.predecessor; one !== undefined; one = one.predecessor) refreshes++;
          return refreshes >= 10
            ? refusal('ended-grant', 'The authorization was renewed often enough.')
            : normal.refreshIsBarred(call, token);
        },
      }),
      'The eleventh refresh of a chain is refused.',
      ['DEL-38', 'DEL-40'],
    ],
  }),
  ...breaking('DEL-39', {
    'no-refresh-in-the-last-minute': [
      becomes(
        'refreshIsBarred',
        (right, call, token) =>
          right ??
          (ageOf(call, token) >= 840 && !isLate(call, token)
            ? refusal('ended-grant', 'The access token is about to end.')
            : undefined),
      ),
      'A refresh is refused in the last minute of the access token.',
      ['DEL-37', 'EXP-05'],
    ],
  }),
  ...breaking('DEL-40', {
    'one-late-refresh-an-authorization': [
      (normal) => {
        const known = new WeakSet<Delegation>();
        return {
          refreshIsBarred: (call, token) =>
            normal.refreshIsBarred(call, token) ??
            (isLate(call, token) && known.has(token.delegation)
              ? refusal('ended-grant', 'The access token has ended again.')
              : undefined),
          spendRefreshToken: (call, token) => {
            if (isLate(call, token)) known.add(token.delegation);
            normal.spendRefreshToken(call, token);
          },
        };
      },
      'After one refresh with an expired access token, an authorization can be refreshed only before the access token expires.',
      ['DEL-37', 'EXP-11', 'EXP-12', 'EXP-13', 'EXP-14', 'EXP-15', 'EXP-16', 'EXP-17', 'EXP-18', 'DEL-41', 'EXP-20'],
    ],
  }),
  ...breaking('DEL-41', {
    'late-refreshes-need-a-session-of-the-last-hour': [
      (normal) => ({
        refreshIsBarred: (call, token) => {
          const present = call.tenant.state.sessions
            .values()
            .some(
              ({ userId, startedAt }) =>
                userId === token.delegation.userId && call.now.getTime() - startedAt.getTime() < 3_600_000,
            );
          return (
            normal.refreshIsBarred(call, token) ??
            (isLate(call, token) && !present ? refusal('ended-grant', 'The user is not there.') : undefined)
          );
        },
      }),
      'A refresh after the access token has expired needs a session that the user began within the last hour.',
      [
        'DEL-37',
        'DEL-40',
        'EXP-11',
        'EXP-12',
        'EXP-13',
        'EXP-14',
        'EXP-15',
        'EXP-16',
        'EXP-17',
        'EXP-18',
        'TOK-09',
        'LIF-14',
        'EXP-10',
        'EXP-20',
      ],
    ],
  }),
  ...breaking(
    'DEL-38',
    {
      'late-refreshes-give-the-token-back': [
        (normal) => ({
          spendRefreshToken: (call, token) => {
            if (secondsSince(call, token.issuedAt) < 900) normal.spendRefreshToken(call, token);
          },
          issueRefreshToken: (call, delegation, predecessor) =>
            predecessor !== undefined && secondsSince(call, predecessor.issuedAt) >= 900
              ? predecessor
              : normal.issueRefreshToken(call, delegation, predecessor),
        }),
        'A refresh after the access token has expired returns the refresh token that was sent, which stays valid.',
      ],
      'refreshes-after-ten-days-give-the-token-back': [
        (normal) => ({
          spendRefreshToken: (call, token) => {
            if (secondsSince(call, token.issuedAt) < 864_000) normal.spendRefreshToken(call, token);
          },
          issueRefreshToken: (call, delegation, predecessor) =>
            predecessor !== undefined && secondsSince(call, predecessor.issuedAt) >= 864_000
              ? predecessor
              : normal.issueRefreshToken(call, delegation, predecessor),
        }),
        'A refresh after ten days or more returns the refresh token that was sent, which stays valid.',
      ],
    },
    ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'EXP-13', 'EXP-12', 'EXP-15', 'EXP-14'],
  ),
  ...breaking('DEL-47', {
    'a-refresh-sweeps-older-tokens-of-the-app': [
      (normal) => ({
        spendRefreshToken: (call, token) => {
          for (const other of call.tenant.state.refreshTokens.values()) {
            if (other.delegation.appId === token.delegation.appId && secondsSince(call, other.issuedAt) > 3600) {
              normal.spendRefreshToken(call, other);
            }
          }
          normal.spendRefreshToken(call, token);
        },
      }),
      "A refresh ends the app's other refresh tokens that are older than an hour.",
      ['DEL-46'],
    ],
  }),
];
