import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withHeader, withMembers, type Answer } from '../../http/message.ts';
import { isRefusal, type RefusalReason } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { Variant } from '../variant.ts';

/** Refusals of codes and refresh tokens that are invalid without having been spent. */
const WITHOUT_A_NAME: ReadonlySet<RefusalReason> = new Set([
  'unknown-code',
  'used-code',
  'expired-code',
  'foreign-code',
  'misdirected-code',
  'unknown-refresh-token',
  'expired-refresh-token',
  'foreign-refresh-token',
  'suspended-grant',
  'archived-grant',
  'ended-grant',
]);

/** Answers refusals for this reason with another status. */
function statusOf(reason: RefusalReason, status: number) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refusalStatus: (call, refused) => (refused.refused === reason ? status : normal.refusalStatus(call, refused)),
  });
}

/** Changes the form of the token endpoint's refusals. */
function refusingWith(form: (call: Call, code: string, detail: string, normal: Answer) => Answer) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refuse: (call, refused) => {
      const answer = normal.refuse(call, refused);
      return call.found.route?.part === 'token'
        ? form(call, call.tenant.behaviour.refusalCode(call, refused), refused.detail, answer)
        : answer;
    },
  });
}

/** Variants of codes, refreshes and their refusals. */
export const delegatedTokenVariants: readonly Variant[] = [
  {
    id: 'delegated/invalid-grant-with-401',
    freedoms: ['FRE-22', 'FRE-24'],
    summary: 'A spent refresh token is refused with status 401.',
    behaviour: statusOf('spent-refresh-token', 401),
  },
  {
    id: 'delegated/invalid-grant-with-403',
    freedoms: ['FRE-22'],
    summary: 'A spent refresh token is refused with status 403.',
    behaviour: statusOf('spent-refresh-token', 403),
  },
  {
    id: 'delegated/invalid-grant-nested',
    freedoms: ['FRE-23', 'FRE-24'],
    summary: 'The error code of the token endpoint is in a list within the body.',
    behaviour: refusingWith((_call, code, detail, answer) => ({
      ...answer,
      body: JSON.stringify({ message: detail, errors: [{ kind: 'oauth', details: { code } }] }),
    })),
  },
  {
    id: 'delegated/invalid-grant-in-plain-text',
    freedoms: ['FRE-23', 'FRE-24'],
    summary: 'The token endpoint refuses in plain text.',
    behaviour: refusingWith((_call, code, detail, answer) =>
      withHeader({ ...answer, body: `${code}: ${detail}\n` }, 'Content-Type', 'text/plain; charset=utf-8'),
    ),
  },
  {
    id: 'delegated/invalid-grant-in-a-longer-code',
    freedoms: ['FRE-23', 'FRE-24'],
    summary: 'The error of the token endpoint is the end of a longer code.',
    behaviour: refusingWith((_call, code, _detail, answer) => ({
      ...answer,
      body: JSON.stringify({ type: `https://errors.platform.example/oauth/${code}`, title: 'Refused' }),
    })),
  },
  {
    id: 'delegated/invalid-grant-in-a-header',
    freedoms: ['FRE-23', 'FRE-231'],
    summary:
      'A refusal of the token endpoint names its error code in the header WWW-Authenticate, and the reason in its body.',
    behaviour: refusingWith((_call, code, detail, answer) =>
      withHeader({ ...answer, body: JSON.stringify({ message: detail }) }, 'WWW-Authenticate', `OAuth error="${code}"`),
    ),
  },
  {
    id: 'delegated/errors-without-description',
    freedoms: ['FRE-24'],
    summary: 'The error has an address of its own and no description.',
    behaviour: refusingWith((_call, code, _detail, answer) => ({
      ...answer,
      body: JSON.stringify({ error: code, error_uri: `https://errors.platform.example/${code}` }),
    })),
  },
  {
    id: 'delegated/other-errors-for-what-was-not-spent',
    freedoms: ['FRE-25', 'FRE-26', 'FRE-27', 'FRE-28', 'FRE-130'],
    summary: 'Codes and refresh tokens that are invalid for a reason other than their use are refused with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        WITHOUT_A_NAME.has(refused.refused) ? 403 : normal.refusalStatus(call, refused),
      refusalCode: (call, refused) =>
        WITHOUT_A_NAME.has(refused.refused) ? `${refused.refused}_error` : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'delegated/dead-tokens-are-all-spent',
    freedoms: ['FRE-25', 'FRE-26', 'FRE-27', 'FRE-130'],
    summary: 'The refusal of a code or a refresh token names no reason: the answer is always the same.',
    behaviour: refusingWith((_call, code, _detail, answer) =>
      code === 'invalid_grant' ? { ...answer, body: JSON.stringify({ error: code }) } : answer,
    ),
  },
  {
    id: 'delegated/further-members-beside-tokens',
    freedoms: ['FRE-35', 'FRE-36'],
    summary: 'Answers with tokens also carry a scope, a time, a user and an ID token.',
    behaviour: (normal) => ({
      answerToken: (call, token) =>
        withMembers(normal.answerToken(call, token), (members) => ({
          scope: 'read write',
          created_at: Math.floor(call.now.getTime() / 1000),
          ...(token.delegation === undefined ? {} : { user_id: token.delegation.userId, id_token: 'e30.e30.' }),
          ...members,
        })),
    }),
  },
  {
    id: 'delegated/codes-can-be-used-again',
    freedoms: ['FRE-61', 'FRE-62'],
    summary: 'A code can be exchanged any number of times for ten minutes.',
    behaviour: () => ({ codeIsUsed: () => false, codeLifetime: () => 600 }),
  },
  {
    id: 'delegated/a-used-code-ends-its-tokens',
    freedoms: ['FRE-61'],
    summary: 'When a code is presented again, the authorization that it gave is ended.',
    behaviour: () => ({
      usedCodeWasPresented: (call, code) => call.tenant.behaviour.endDelegation(call, code.delegation),
    }),
  },
  {
    id: 'delegated/a-later-code-takes-the-place-of-an-earlier',
    freedoms: ['FRE-63'],
    summary: 'An authorization invalidates the unexchanged codes of the same user and app.',
    behaviour: (normal) => ({
      issueCode: (call, request, user) => {
        for (const code of call.tenant.state.codes.values()) {
          const { userId, appId } = code.delegation;
          if (userId === user.id && appId === request.app.id) call.tenant.behaviour.useCode(call, code);
        }
        return normal.issueCode(call, request, user);
      },
    }),
  },
  {
    id: 'delegated/a-sign-in-ends-pending-codes',
    freedoms: ['FRE-62', 'FRE-63'],
    summary: 'When a user signs in again, the pending codes of this user can no longer be exchanged.',
    behaviour: (normal) => ({
      beginSession: (call, user) => {
        for (const code of call.tenant.state.codes.values()) {
          if (code.delegation.userId === user.id) call.tenant.behaviour.useCode(call, code);
        }
        return normal.beginSession(call, user);
      },
    }),
  },
  {
    id: 'delegated/a-refused-code-is-used-up',
    freedoms: ['FRE-61', 'FRE-27'],
    summary: 'A code whose exchange was refused can no longer be exchanged, regardless of the app that tried.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const token = normal.exchangeCode(call, app, fields);
        const code = normal.findCode(call, normal.codeOf(call, fields) ?? '');
        if (isRefusal(token) && code !== undefined) call.tenant.behaviour.useCode(call, code);
        return token;
      },
    }),
  },
  {
    id: 'delegated/a-loser-ends-what-the-winner-got',
    freedoms: ['FRE-82', 'FRE-83', 'FRE-85'],
    summary: 'Any presentation of a spent refresh token ends the newest tokens of its authorization, one by one.',
    behaviour: (normal) => ({
      spentRefreshTokenWasPresented: (call, token) => {
        const { latestRefreshToken } = token.delegation;
        if (latestRefreshToken !== undefined) normal.spendRefreshToken(call, latestRefreshToken);
      },
      tokenHasEnded: (call, token) => token.refreshToken?.spentAt !== undefined || normal.tokenHasEnded(call, token),
    }),
  },
  {
    id: 'delegated/one-authorization-per-user-and-app',
    freedoms: ['FRE-84', 'FRE-81'],
    summary: 'The tokens of an authorization replace those of the previous one by the same user and app.',
    warnings: ['DEL-46', 'DEL-48'],
    behaviour: (normal) => ({
      issueDelegatedTokens: (call, app, delegation, predecessor) => {
        if (predecessor === undefined) {
          for (const other of call.tenant.state.delegations) {
            const same = other.appId === delegation.appId && other.userId === delegation.userId;
            if (same && other !== delegation) call.tenant.behaviour.endDelegation(call, other);
          }
        }
        return normal.issueDelegatedTokens(call, app, delegation, predecessor);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-takes-the-place-of-parallel-ones',
    freedoms: ['FRE-84'],
    summary: "A refresh ends the user's other authorizations of the same app.",
    warnings: ['DEL-46', 'DEL-48'],
    behaviour: (normal) => ({
      spendRefreshToken: (call, token) => {
        for (const other of call.tenant.state.delegations) {
          const { appId, userId } = token.delegation;
          const same = other.appId === appId && other.userId === userId;
          if (same && other !== token.delegation) call.tenant.behaviour.endDelegation(call, other);
        }
        normal.spendRefreshToken(call, token);
      },
    }),
  },
  {
    id: 'delegated/refused-refreshes-spend',
    freedoms: ['FRE-86'],
    summary: 'A refresh token that is presented with a wrong client secret or by the wrong app is spent.',
    warnings: ['DEL-49', 'DEL-51'],
    behaviour: (normal) => ({
      refreshWasRefused: (call, token) => normal.spendRefreshToken(call, token),
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const value = isRefusal(app) ? normal.refreshTokenOf(call, fields) : undefined;
        const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
        if (token !== undefined) normal.spendRefreshToken(call, token);
        return app;
      },
    }),
  },
  {
    id: 'delegated/refreshes-know-no-further-fields',
    freedoms: ['FRE-88', 'FRE-34'],
    summary: 'A refresh with a scope or a redirect_uri is refused.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) =>
        fields.has('scope') || fields.has('redirect_uri')
          ? { refused: 'malformed-token-request', detail: 'A refresh has no scope and no redirect_uri.' }
          : normal.refresh(call, app, fields),
    }),
  },
  {
    id: 'delegated/rotation-ends-refresh-tokens',
    freedoms: ['FRE-42', 'FRE-43'],
    summary: 'Rotating the client secret ends all authorizations by users.',
    behaviour: (normal) => {
      const secrets = new WeakMap<RefreshToken, string | undefined>();
      const secretOf = (call: Call, { delegation }: RefreshToken): string | undefined =>
        call.tenant.state.apps.get(delegation.appId)?.clientSecret;
      return {
        issueRefreshToken: (call, delegation, predecessor) => {
          const token = normal.issueRefreshToken(call, delegation, predecessor);
          secrets.set(token, secretOf(call, token));
          return token;
        },
        refreshTokenHasExpired: (call, token) =>
          secrets.get(token) !== secretOf(call, token) || normal.refreshTokenHasExpired(call, token),
        tokenHasEnded: (call, token) =>
          (token.refreshToken !== undefined &&
            secrets.get(token.refreshToken) !== secretOf(call, token.refreshToken)) ||
          normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'delegated/tokens-of-many-kinds',
    freedoms: ['FRE-37'],
    summary: 'Refresh tokens are long and signed, codes are short and consist of digits.',
    behaviour: (normal) => ({
      makeRefreshToken: (call, delegation) =>
        [33, 300, 66].map((bytes) => call.tenant.random(bytes).toString('base64url')).join('.') +
        normal.makeRefreshToken(call, delegation).slice(3),
      makeCode: (call) => BigInt(`0x${call.tenant.random(16).toString('hex')}`).toString(),
    }),
  },
  {
    id: 'delegated/tokens-in-hexadecimal',
    freedoms: ['FRE-37'],
    summary: 'Refresh tokens and codes are hexadecimal numbers.',
    behaviour: () => ({
      makeRefreshToken: (call) => call.tenant.random(32).toString('hex'),
      makeCode: (call) => call.tenant.random(20).toString('hex'),
    }),
  },
  {
    id: 'delegated/key-rotation-ends-delegated-tokens',
    freedoms: ['FRE-98'],
    summary: "Rotating a user's personal key ends the user's authorizations of apps.",
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        endDelegations(tenant, ({ userId }) => userId === user.id);
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
];
