import { setTimeout } from 'node:timers/promises';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { silentCodes } from './silent-codes.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a deviation that refuses to exchange the codes in `over`. */
const barring = (over: Pick<WeakSet<object>, 'has'>): Deviation =>
  becomes(
    'codeIsBarred',
    (right, _call, code) => right ?? (over.has(code) ? refusal('ended-grant', 'The code has ended.') : undefined),
  );

/** Faults with codes that end before they are exchanged, or can never be exchanged. */
export const pendingCodeFaults: readonly Fault[] = [
  ...breaking('DEL-27', {
    'a-token-of-its-own-ends-codes': [
      (normal) => {
        const over = new WeakSet<object>();
        return {
          issueAccessToken: (call, subject, app) => {
            if (subject.kind === 'app') {
              for (const code of call.tenant.state.codes.values()) if (code.delegation.appId === app.id) over.add(code);
            }
            return normal.issueAccessToken(call, subject, app);
          },
          ...barring(over)(normal),
        };
      },
      'When an app obtains an app token, the codes that it has not exchanged yet end.',
      ['DEL-63'],
    ],
    'a-refresh-ends-codes': [
      (normal) => {
        const over = new WeakSet<object>();
        return {
          spendRefreshToken: (call, token) => {
            const { appId } = token.delegation;
            for (const code of call.tenant.state.codes.values()) if (code.delegation.appId === appId) over.add(code);
            normal.spendRefreshToken(call, token);
          },
          ...barring(over)(normal),
        };
      },
      'When an app refreshes, the codes that it has not exchanged yet end.',
    ],
    'one-pending-code-an-app': [
      (normal) => {
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
      'A code for one user ends the unexchanged code of another user of the same app.',
      ['DEL-60', 'DEL-59', 'DEL-34'],
    ],
    'an-app-exchanges-one-code-at-a-time': [
      (normal) => {
        const underWay = new Map<string, string>();
        const late = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const value = formOf(call).get('code');
            const code = value === null ? undefined : call.tenant.behaviour.findCode(call, value);
            if (code === undefined) return normal.prepareTokenRequest(call);
            const { appId } = code.delegation;
            const other = underWay.get(appId);
            if (other !== undefined && other !== code.value) {
              late.add(call);
              return undefined;
            }
            underWay.set(appId, code.value);
            return setTimeout(3).then(() => void underWay.delete(appId));
          },
          codeIsBarred: (call, code) =>
            normal.codeIsBarred(call, code) ??
            (late.has(call) ? refusal('ended-grant', 'Another exchange is under way.') : undefined),
        };
      },
      'While the exchange of a code is under way, the other codes of the app are refused.',
    ],
    'codes-of-the-silent-way-are-worthless': [
      (normal) => {
        const { silent, remembering } = silentCodes(normal);
        return {
          ...remembering,
          findCode: (call, value) => {
            const code = normal.findCode(call, value);
            return code !== undefined && silent.has(code) ? undefined : code;
          },
        };
      },
      'A code that was given without a prompt cannot be exchanged.',
      ['DEL-17'],
    ],
    'codes-for-redirect-uris-with-a-query-are-worthless': [
      (normal) => ({
        codeFitsRedirectUri: (call, code, redirectUri) =>
          normal.codeFitsRedirectUri(call, { ...code, redirectUri: code.redirectUri.split('?')[0] ?? '' }, redirectUri),
      }),
      'A code that was sent to a redirect URI with a query of its own cannot be exchanged.',
      ['DEL-22'],
    ],
    'no-code-is-good-after-a-denial': [
      (normal) => {
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
      'Once a user has denied an app, no code of that user for the app can be exchanged.',
    ],
  }),
  ...breaking('DEL-60', {
    'one-pending-code-a-user': [
      (normal) => {
        const latest = new Map<string, AuthorizationCode>();
        return {
          issueCode: (call, request, user) => {
            const code = normal.issueCode(call, request, user);
            latest.set(user.id, code);
            return code;
          },
          findCode: (call, value) => {
            const code = normal.findCode(call, value);
            const other = code === undefined ? undefined : latest.get(code.delegation.userId);
            const superseded =
              code?.usedAt === undefined && other !== undefined && other.delegation.appId !== code?.delegation.appId;
            return superseded ? undefined : code;
          },
        };
      },
      "A code for one app ends the user's unexchanged code for another app.",
      ['DEL-27', 'DEL-46', 'DEL-59', 'DEL-21', 'DEL-30'],
    ],
  }),
];
