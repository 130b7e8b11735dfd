import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

const bearerIn = (call: Call): string =>
  /^bearer +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0] ?? '')?.[1] ?? '';

/** Mistakes about versions that show beside another call, or for one kind of credential. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-refuses-what-v2-is-answering',
    breaks: ['VER-02'],
    also: ['CCR-05'],
    summary: 'A token with which v2 is being called at this moment is refused on v3.',
    behaviour: (normal) => {
      const underWay = new Map<string, number>();
      const early = new WeakSet<Call>();
      return {
        prepareCall: (call) => {
          const value = bearerIn(call);
          if (!call.request.path.startsWith('/api/')) return normal.prepareCall(call);
          if (isV3(call)) {
            if ((underWay.get(value) ?? 0) > 0) early.add(call);
            return normal.prepareCall(call);
          }
          underWay.set(value, (underWay.get(value) ?? 0) + 1);
          return setTimeout(3)
            .then(() => normal.prepareCall(call))
            .then(() => void underWay.set(value, (underWay.get(value) ?? 1) - 1));
        },
        tokenFitsCall: (call, token) => normal.tokenFitsCall(call, token) && !early.has(call),
      };
    },
  },
  {
    id: 'versioning/v3-takes-id-tokens-past-their-end',
    breaks: ['VER-16'],
    also: ['OIC-21'],
    summary: 'The end of an ID token is not looked at on v3.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => !isV3(call) && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'versioning/v3-shows-id-tokens-no-later-grants',
    breaks: ['VER-20'],
    also: ['OIC-02'],
    summary: 'On v3 an ID token shows the projects that its user had when it was first sent there.',
    behaviour: (normal) => {
      const known = new Map<string, ReadonlySet<string>>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor) || !isV3(call) || known.has(value)) return actor;
          const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
          known.set(value, new Set(open.map(({ id }) => id)));
          return actor;
        },
        hasAccess: (call, actor, project) => {
          const first = actor.credential.kind === 'idToken' && isV3(call) ? known.get(bearerIn(call)) : undefined;
          return normal.hasAccess(call, actor, project) && (first === undefined || first.has(project.id));
        },
      };
    },
  },
  {
    id: 'versioning/v3-does-not-verify-id-tokens',
    breaks: ['VER-16'],
    also: ['OIC-05', 'OIC-06', 'OIC-19'],
    summary: 'On v3 plates an ID token is believed whoever signed it.',
    behaviour: (normal) => ({
      signatureIsRight: (call, provider, token) =>
        call.request.path === '/api/v3/plate/items'
          ? Promise.resolve(true)
          : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'versioning/v3-takes-tokens-of-the-last-hour',
    breaks: ['VER-16'],
    also: ['EXP-01', 'EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'A delegated token that was refreshed since is accepted on v3 for an hour.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token: AccessToken) => {
        const { delegation } = token;
        const isReplaced = delegation !== undefined && delegation.latestAccessToken !== token;
        const age = call.now.getTime() - token.issuedAt.getTime();
        return normal.tokenHasExpired(call, token) && !(isV3(call) && isReplaced && age < 3_600_000);
      },
    }),
  },
  {
    id: 'versioning/legacy-path-decodes-capital-escapes-only',
    breaks: ['TOK-29'],
    also: ['VER-05'],
    summary: 'At the legacy path escapes in lower case stay as they are.',
    behaviour: (normal) => ({
      decodeFormText: (call, text) =>
        call.request.path === '/api/v2/token'
          ? normal.decodeFormText(call, text.replaceAll(/%(?=[0-9A-F]?[a-f])/g, '%25'))
          : normal.decodeFormText(call, text),
    }),
  },
  {
    id: 'versioning/legacy-path-knows-no-charset',
    breaks: ['TOK-30'],
    also: ['VER-05'],
    summary: 'At the legacy path the content type must name no charset.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        normal.isFormEncoded(call) &&
        !(
          call.request.path === '/api/v2/token' && /charset/i.test(call.request.headers.get('content-type')?.[0] ?? '')
        ),
    }),
  },
  {
    id: 'versioning/legacy-secrets-end-at-a-nul',
    breaks: ['VER-13'],
    also: ['TOK-18'],
    summary: 'At the legacy path what follows a NUL in a client secret is not looked at.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(
          call,
          app,
          call.request.path === '/api/v2/token' ? (clientSecret.split('\0')[0] ?? '') : clientSecret,
        ),
    }),
  },
];
