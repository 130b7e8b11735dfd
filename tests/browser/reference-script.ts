import type { LoadedBrowser } from '../../drivers/profile/resolved.ts';
import { findChromium } from '../../drivers/browser/executable.ts';

/** The Chromium of this machine. Without one, the tests that drive it are skipped. */
export const executable = await findChromium(process.env['PATH'] ?? '');

export const whySkipped = 'no chromium is on PATH: apt-get install chromium';

/** Returns the browser script for the pages of the reference tenant. */
export function scriptFor(password: string): LoadedBrowser {
  return {
    ...(executable === undefined ? {} : { executable }),
    password,
    inside: [],
    signIn: {
      when: 'input[name=password]',
      steps: [
        { fill: 'input[name=email]', with: '{{email}}' },
        { fill: 'input[name=password]', with: '{{password}}' },
        { click: 'button[type=submit]' },
      ],
    },
    consent: {
      when: 'button[value=allow]',
      grant: [{ click: 'button[value=allow]' }],
      deny: [{ click: 'button[value=deny]' }],
    },
  };
}
