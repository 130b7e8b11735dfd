import { randomText } from '../../random.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';
import { canonicalBase64url } from '../token-issuance/credentials.ts';

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

/** Variants of the form of codes and refresh tokens, and of the construction of redirects. */
export const delegatedShapeVariants: readonly Variant[] = [
  {
    id: 'delegated/codes-and-tokens-of-every-character',
    freedoms: ['FRE-37'],
    summary: 'Codes and refresh tokens hold every printable character, including an inner blank.',
    behaviour: () => ({
      makeCode: (call) => `c${printable}${randomText(call.tenant.random, 24, printable.slice(1))}c`,
      makeRefreshToken: (call) => `r${randomText(call.tenant.random, 24, printable.slice(1))}${printable}r`,
    }),
  },
  {
    id: 'delegated/codes-and-tokens-of-three-thousand-characters',
    freedoms: ['FRE-37'],
    summary: 'Codes and refresh tokens are encrypted tokens of five parts and three thousand characters.',
    behaviour: () => ({
      makeCode: (call) =>
        [30, 256, 12, 1900, 16].map((size) => call.tenant.random(size).toString('base64url')).join('.'),
      makeRefreshToken: (call) =>
        [30, 256, 12, 1950, 16].map((size) => call.tenant.random(size).toString('base64url')).join('.'),
    }),
  },
  {
    id: 'delegated/codes-and-tokens-are-compared-as-octets',
    freedoms: ['FRE-37', 'FRE-220'],
    summary:
      'Codes and refresh tokens are 32 octets in base64url, and another spelling of the same octets is valid too.',
    behaviour: (normal) => ({
      makeCode: (call) => call.tenant.random(32).toString('base64url'),
      makeRefreshToken: (call) => call.tenant.random(32).toString('base64url'),
      findCode: (call, value) => normal.findCode(call, canonicalBase64url(value) ?? value),
      findRefreshToken: (call, value) => normal.findRefreshToken(call, canonicalBase64url(value) ?? value),
    }),
  },
  {
    id: 'delegated/redirects-are-written-anew',
    freedoms: ['FRE-56', 'FRE-64'],
    summary: 'Redirect URIs are parsed and written anew, so that paths, ports and queries are in normal form.',
    behaviour: () => ({
      addressWith: (_call, redirectUri, parameters) => {
        const url = new URL(redirectUri);
        for (const [name, value] of parameters) url.searchParams.append(name, value);
        return url.href;
      },
    }),
  },
  {
    id: 'delegated/sessions-of-two-minutes',
    freedoms: ['FRE-78'],
    summary: 'A browser session lasts two minutes.',
    behaviour: () => ({ sessionLifetime: () => 120 }),
  },
  {
    id: 'delegated/a-denial-ends-the-session',
    freedoms: ['FRE-55', 'FRE-78'],
    summary: 'A user who denies is signed out.',
    behaviour: (normal) => ({
      rememberDenial: (call, user, app) => {
        normal.rememberDenial(call, user, app);
        const session = call.tenant.behaviour.sessionOf(call);
        if (session !== undefined) call.tenant.behaviour.endSession(call, session);
      },
    }),
  },
  {
    id: 'delegated/redirect-uris-in-plain-letters',
    freedoms: ['FRE-64', 'FRE-66'],
    summary: 'A registered redirect URI has only ASCII letters in its path and query.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        redirectUri.includes('%')
          ? 'A redirect URI has plain letters only.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
  {
    id: 'delegated/reuse-ends-all-that-the-app-holds-for-the-user',
    freedoms: ['FRE-82', 'FRE-83', 'FRE-76'],
    summary: 'Presenting a spent refresh token ends every authorization by its user and app, and forgets the consent.',
    warnings: ['DEL-46'],
    behaviour: () => ({
      spentRefreshTokenWasPresented: (call, { delegation: { userId, appId } }) => {
        const { state, behaviour } = call.tenant;
        for (const delegation of state.delegations) {
          if (delegation.userId === userId && delegation.appId === appId) behaviour.endDelegation(call, delegation);
        }
        for (let index = state.consents.length - 1; index >= 0; index--) {
          const consent = state.consents[index];
          if (consent?.userId === userId && consent.appId === appId) state.consents.splice(index, 1);
        }
      },
    }),
  },
  {
    id: 'delegated/a-change-of-the-app-ends-consents',
    freedoms: ['FRE-76'],
    summary: 'Users are asked again after the secret of the app was rotated or a redirect URI was registered on it.',
    behaviour: (normal) => {
      const forget = ({ state: { consents } }: Tenant, { id }: App): void => {
        for (let index = consents.length - 1; index >= 0; index--) {
          if (consents[index]?.appId === id) consents.splice(index, 1);
        }
      };
      return {
        rotateClientSecret: (tenant, app) => {
          forget(tenant, app);
          return normal.rotateClientSecret(tenant, app);
        },
        registerRedirectUri: (tenant, app, redirectUri) => {
          forget(tenant, app);
          return normal.registerRedirectUri(tenant, app, redirectUri);
        },
      };
    },
  },
  {
    id: 'delegated/reuse-ends-all-that-apps-hold-for-the-user',
    freedoms: ['FRE-82', 'FRE-83', 'FRE-84'],
    summary: 'Presenting a spent refresh token ends every authorization by its user, for all apps.',
    warnings: ['DEL-46'],
    behaviour: () => ({
      spentRefreshTokenWasPresented: (call, { delegation: { userId } }) => {
        const { state, behaviour } = call.tenant;
        for (const delegation of state.delegations) {
          if (delegation.userId === userId) behaviour.endDelegation(call, delegation);
        }
      },
    }),
  },
];
