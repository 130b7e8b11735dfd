import { addressOf, namedBy, textOf } from './control-input.ts';
import { type ControlOperations, ControlRefusal } from './control-service.ts';
import type { OpenIdConnect } from './identity-provider.ts';
import { objectionTo } from './redirect-uris.ts';
import type { Registry } from './registry.ts';
import type { TenantBrowser } from './tenant-browser.ts';

/** The parts of the tenant that the operations below use. */
export interface Delegation {
  readonly baseUrl: string;
  readonly browser: TenantBrowser;
  readonly openIdConnect: OpenIdConnect;
}

/** Returns the operations on redirect URIs, the users' browsers and the identity provider. */
export function delegationOperations(registry: Registry, delegation: Delegation): ControlOperations {
  const { baseUrl, browser, openIdConnect } = delegation;
  return {
    'app.registerRedirectUri': (input) => {
      const app = namedBy(input, 'appId', registry.apps);
      const redirectUri = textOf(input, 'redirectUri');
      const reason = objectionTo(redirectUri);
      if (reason !== undefined) return { registered: false, reason };
      if (!app.redirectUris.includes(redirectUri)) app.redirectUris.push(redirectUri);
      return { registered: true };
    },
    'browser.authorize': (input) => {
      const user = namedBy(input, 'userId', registry.users);
      const url = addressOf(input, 'url');
      if (url.origin !== new URL(baseUrl).origin) {
        throw new ControlRefusal(400, 'invalid_input', 'url has to be an address of the tenant.');
      }
      const consent = textOf(input, 'consent');
      if (consent !== 'grant' && consent !== 'deny') {
        throw new ControlRefusal(400, 'invalid_input', 'consent has to be grant or deny.');
      }
      return browser.authorize(user, url, { consents: consent === 'grant', fresh: input['freshSession'] === true });
    },
    'identityProvider.trust': (input) => {
      const audience = openIdConnect.trust({
        issuer: textOf(input, 'issuer'),
        configurationUrl: addressOf(input, 'configurationUrl'),
        ...(input['caPem'] === undefined ? {} : { caPem: textOf(input, 'caPem') }),
      });
      return { audience };
    },
  };
}
