import { setTimeout } from 'node:timers/promises';
import { withHeader, type Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { AccessToken, Delegation, RefreshToken } from '../../state/model.ts';
import { nearMissesOfAddresses } from './near-misses-of-addresses.ts';
import type { Fault } from '../fault.ts';
import { silentCodes } from './silent-codes.ts';

const secondsSince = (call: Call, moment: Date): number => (call.now.getTime() - moment.getTime()) / 1000;

const isRefresh = (call: Call): boolean => call.request.body.toString('utf8').includes('grant_type=refresh_token');

/** Wrong only after something before, for a second user or app, or for one of several ways. */
export const nearMissFaults: readonly Fault[] = [
  ...nearMissesOfAddresses,
  {
    id: 'delegated/codes-of-the-silent-way-are-worthless',
    breaks: ['DEL-27'],
    also: ['DEL-17'],
    summary: 'A code that was given without a prompt cannot be exchanged.',
    behaviour: (normal) => {
      const { silent, remembering } = silentCodes(normal);
      return {
        ...remembering,
        findCode: (call, value) => {
          const code = normal.findCode(call, value);
          return code !== undefined && silent.has(code) ? undefined : code;
        },
      };
    },
  },
  {
    id: 'delegated/one-pending-code-an-app',
    breaks: ['DEL-27'],
    also: ['DEL-60', 'DEL-59', 'DEL-34'],
    summary: 'A code of one user ends the code of another user of the app that was not exchanged yet.',
    behaviour: (normal) => {
      const latest = new Map<string, AuthorizationCode>();
      return {
        issueCode: (call, request, user) => {
          const code = normal.issueCode(call, request, user);
          latest.set(request.app.id, code);
          return code;
        },
        findCode: (call, value) => {
          const code = normal.findCode(call, value);
          const other = code === undefined ? undefined : latest.get(code.delegation.appId);
          const superseded =
            code?.usedAt === undefined && other !== undefined && other.delegation.userId !== code?.delegation.userId;
          return superseded ? undefined : code;
        },
      };
    },
  },
  {
    id: 'delegated/no-code-is-good-after-a-denial',
    breaks: ['DEL-27'],
    summary: 'What a user who once denied an app authorizes it for cannot be exchanged.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(`${user.id} ${app.id}`);
          normal.rememberDenial(call, user, app);
        },
        codeIsBarred: (call, code) =>
          denied.has(`${code.delegation.userId} ${code.delegation.appId}`)
            ? refusal('denied-consent', 'The user did not consent.')
            : normal.codeIsBarred(call, code),
      };
    },
  },
  {
    id: 'delegated/a-second-app-sees-nothing',
    breaks: ['DEL-31'],
    also: ['DEL-34', 'DEL-62'],
    summary: 'The tokens of the second app that a user authorizes show nothing.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const { credential } = actor;
        const delegation = credential.kind === 'accessToken' ? credential.token.delegation : undefined;
        const first = call.tenant.state.delegations.find(({ userId }) => userId === delegation?.userId);
        return normal.mayRead(call, actor, record) && (delegation === undefined || first?.appId === delegation.appId);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-rebinds-the-tokens-of-the-app',
    breaks: ['DEL-34'],
    also: ['DEL-31', 'DEL-32', 'TRN-14', 'TRN-15'],
    summary: 'After a refresh for one user all access tokens of the app from before act for that user.',
    behaviour: (normal) => {
      const last = new Map<string, { userId: string; at: Date }>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (predecessor !== undefined) last.set(app.id, { userId: delegation.userId, at: call.now });
          return token;
        },
        actorOfToken: (call, token) => {
          const actor = normal.actorOfToken(call, token);
          const user = last.get(token.appId);
          return token.delegation === undefined || user === undefined || token.issuedAt > user.at
            ? actor
            : { ...actor, id: user.userId };
        },
      };
    },
  },
  {
    id: 'delegated/simultaneous-exchanges-mix-their-users',
    breaks: ['DEL-34'],
    also: ['DEL-60', 'DEL-31'],
    summary: 'Of code exchanges at the same time all act for the user of the one that arrived last.',
    behaviour: (normal) => {
      let current: AuthorizationCode | undefined;
      return {
        prepareTokenRequest: (call) => {
          const code = new URLSearchParams(call.request.body.toString('utf8')).get('code');
          current = code === null ? undefined : normal.findCode(call, code);
          return current === undefined ? normal.prepareTokenRequest(call) : setTimeout(5);
        },
        userOfDelegation: (call, delegation) =>
          current !== undefined && !isRefresh(call) && current.delegation.appId === delegation.appId
            ? current.delegation.userId
            : normal.userOfDelegation(call, delegation),
      };
    },
  },
  {
    id: 'delegated/no-refresh-before-the-access-token-was-used',
    breaks: ['DEL-37'],
    also: ['DEL-39', 'DEL-40'],
    summary: 'A refresh is refused while the access token that was issued along was never used.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/refreshes-within-a-second-are-refused',
    breaks: ['DEL-37'],
    also: ['DEL-39', 'DEL-46', 'DEL-63'],
    summary: 'A refresh within a second of the refresh before it is refused.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        token.predecessor !== undefined && secondsSince(call, token.issuedAt) < 1
          ? refusal('ended-grant', 'Too soon.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'delegated/late-refreshes-give-the-token-back',
    breaks: ['DEL-38'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'EXP-13', 'EXP-12', 'EXP-15', 'EXP-14'],
    summary:
      'A refresh after the access token has expired gives back the refresh token that was sent, which stays good.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        if (secondsSince(call, token.issuedAt) < 900) normal.spendRefreshToken(call, token);
      },
      issueRefreshToken: (call, delegation, predecessor) =>
        predecessor !== undefined && secondsSince(call, predecessor.issuedAt) >= 900
          ? predecessor
          : normal.issueRefreshToken(call, delegation, predecessor),
    }),
  },
  {
    id: 'delegated/refreshes-after-ten-days-give-the-token-back',
    breaks: ['DEL-38'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'EXP-13', 'EXP-12', 'EXP-15', 'EXP-14'],
    summary: 'A refresh after ten days or more gives back the refresh token that was sent, which stays good.',
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        if (secondsSince(call, token.issuedAt) < 864_000) normal.spendRefreshToken(call, token);
      },
      issueRefreshToken: (call, delegation, predecessor) =>
        predecessor !== undefined && secondsSince(call, predecessor.issuedAt) >= 864_000
          ? predecessor
          : normal.issueRefreshToken(call, delegation, predecessor),
    }),
  },
  {
    id: 'delegated/spent-tokens-work-until-the-new-one-is-used',
    breaks: ['DEL-42', 'DEL-43'],
    also: ['DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12', 'LIF-45'],
    summary: 'A spent refresh token is accepted until the one that was given for it has been used.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) =>
        normal.refreshTokenIsSpent(call, token) &&
        call.tenant.state.refreshTokens
          .values()
          .some((next) => next.predecessor === token && next.spentAt !== undefined),
    }),
  },
  {
    id: 'delegated/spent-tokens-work-until-the-new-access-token-is-used',
    breaks: ['DEL-42'],
    also: ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12', 'LIF-45'],
    summary: 'A spent refresh token is accepted until the access token that was given for it has been used.',
    behaviour: (normal) => {
      const used = new WeakSet<Delegation>();
      return {
        tokenHasEnded: (call, token) => {
          if (token.delegation !== undefined && token.refreshToken?.predecessor !== undefined)
            used.add(token.delegation);
          return normal.tokenHasEnded(call, token);
        },
        refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && used.has(token.delegation),
      };
    },
  },
  {
    id: 'delegated/rotating-the-secret-unspends',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'After a rotation of the client secret the spent refresh tokens of the app are good again.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const rotated = call.tenant.state.apps.get(token.delegation.appId)?.formerSecrets.at(-1)?.retiredAt;
        return (
          normal.refreshTokenIsSpent(call, token) &&
          !(rotated !== undefined && token.spentAt !== undefined && rotated > token.spentAt)
        );
      },
    }),
  },
  {
    id: 'delegated/the-error-of-spent-tokens-stands-in-a-header',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'The error of a spent refresh token stands in a header, and the body says invalid_token.',
    behaviour: (normal) => ({
      refusalCode: (call, refused) =>
        refused.refused === 'spent-refresh-token' ? 'invalid_token' : normal.refusalCode(call, refused),
      answer: (answer, call) =>
        normal.answer(
          call.found.refusal?.refused === 'spent-refresh-token'
            ? withHeader(answer, 'X-Error', 'invalid_grant')
            : answer,
          call,
        ),
    }),
  },
  {
    id: 'delegated/spent-tokens-of-expired-access-tokens-are-unknown',
    breaks: ['DEL-43'],
    also: ['DEL-44'],
    summary: 'A token that was spent after its access token had expired is refused as unknown_token.',
    behaviour: (normal) => {
      const late = new WeakSet<RefreshToken>();
      const presented = new WeakMap<Call, RefreshToken>();
      return {
        spendRefreshToken: (call, token) => {
          if (secondsSince(call, token.issuedAt) >= 900) late.add(token);
          normal.spendRefreshToken(call, token);
        },
        spentRefreshTokenWasPresented: (call, token) => void presented.set(call, token),
        refusalCode: (call, refused) => {
          const token = presented.get(call);
          return token !== undefined && late.has(token) ? 'unknown_token' : normal.refusalCode(call, refused);
        },
      };
    },
  },
  {
    id: 'delegated/several-win-a-race-of-five',
    breaks: ['DEL-52'],
    also: ['DEL-42', 'DEL-43', 'DEL-53', 'VER-12'],
    summary: 'Where five or more refreshes are under way, a refresh token is found unspent before it is spent.',
    behaviour: (normal) => {
      let under = 0;
      const crowded = new WeakSet<Call>();
      return {
        prepareTokenRequest: (call) => {
          if (!isRefresh(call)) return normal.prepareTokenRequest(call);
          under += 1;
          if (under >= 5) crowded.add(call);
          return setTimeout(4).then(() => void (under -= 1));
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) &&
          !(crowded.has(call) && token.spentAt !== undefined && secondsSince(call, token.spentAt) < 1),
      };
    },
  },
  {
    id: 'delegated/a-refresh-uses-up-the-consent',
    breaks: ['DEL-17'],
    summary: 'After a refresh the user is asked for consent again at the next authorization.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) &&
        !call.tenant.state.delegations.some(
          (each) =>
            each.userId === user.id && each.appId === app.id && each.latestRefreshToken?.predecessor !== undefined,
        ),
    }),
  },
  {
    id: 'delegated/consent-lasts-as-long-as-an-access-token',
    breaks: ['DEL-17'],
    summary: 'A consent is forgotten after a quarter of an hour, while the session goes on.',
    behaviour: (normal) => ({
      consentIsOf: (call, consent, user) =>
        normal.consentIsOf(call, consent, user) && secondsSince(call, consent.givenAt) < 900,
    }),
  },
  {
    id: 'delegated/consent-belongs-to-its-state',
    breaks: ['DEL-17'],
    summary: 'An authorization without state asks for consent, whatever was given before.',
    behaviour: (normal) => ({
      nextPrompt: (call, request, user) =>
        user !== undefined && request.state === undefined ? 'consent' : normal.nextPrompt(call, request, user),
    }),
  },
];
