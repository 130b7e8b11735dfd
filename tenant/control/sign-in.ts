import { Unanswered } from '../browser/browser.ts';
import type { Browsers } from '../browser/browsers.ts';
import type { Tenant } from '../tenant.ts';
import { existing, oneOf, optionalBoolean, optionalText, requiredText, webAddress } from './input.ts';
import type { ControlOperations } from './operation-types.ts';
import { Refused } from './refused.ts';

/** Returns the operations by which users authenticate: in a browser, or at an identity provider. */
export function signInOperations(
  tenant: Tenant,
  browsers: Browsers,
): Pick<ControlOperations, 'browser.authorize' | 'identityProvider.trust'> {
  return {
    'browser.authorize': async (input) => {
      const user = existing(input, 'userId', tenant.state.users);
      const url = webAddress(input, 'url');
      if (!browsers.isInside(url))
        throw new Refused(400, 'invalid_input', "url must be one of the tenant's addresses.");
      const consent = oneOf(input, 'consent', ['grant', 'deny']);
      const freshSession = optionalBoolean(input, 'freshSession') ?? false;
      try {
        return await browsers.run({ user, url, consent, freshSession });
      } catch (error) {
        // behind a gateway any answer may be lost, and the caller must be able to recognise that
        if (error instanceof Unanswered) throw new Refused(502, 'no_answer', error.message);
        throw error;
      }
    },

    'identityProvider.trust': (input) => {
      const issuer = requiredText(input, 'issuer');
      const configurationUrl = webAddress(input, 'configurationUrl').href;
      const caPem = optionalText(input, 'caPem');
      const provider = { issuer, configurationUrl, caPem, fetched: undefined };
      const audience = tenant.behaviour.trustProvider(tenant, provider);
      return audience === undefined ? {} : { audience };
    },
  };
}
