import type { LoadedBrowser, LoadedStep } from '../profile/resolved.ts';

/** A page at which a person has to act. */
export type Prompt = 'signIn' | 'consent';

/** The user who sits at the browser. */
export interface BrowserUser {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** A step, and the key of the profile that contains it. */
export interface NamedStep {
  readonly key: string;
  readonly step: LoadedStep;
}

/** Returns the steps of a user at a page, in order. */
export function stepsAt(script: LoadedBrowser, prompt: Prompt, consent: 'grant' | 'deny'): readonly NamedStep[] {
  const [key, steps] =
    prompt === 'signIn'
      ? (['browser.signIn.steps', script.signIn.steps] as const)
      : ([`browser.consent.${consent}`, script.consent[consent]] as const);
  return steps.map((step, index) => ({ key: `${key}[${index}]`, step }));
}

/** Returns every selector of the script, with the key of the profile that contains it. */
export function selectorsOf(script: LoadedBrowser): readonly (readonly [key: string, selector: string])[] {
  const steps = [
    ...stepsAt(script, 'signIn', 'grant'),
    ...stepsAt(script, 'consent', 'grant'),
    ...stepsAt(script, 'consent', 'deny'),
  ];
  return [
    ['browser.signIn.when', script.signIn.when],
    ['browser.consent.when', script.consent.when],
    ...steps.map(({ key, step }) => [key, selectorOf(step)] as const),
  ];
}

export function selectorOf(step: LoadedStep): string {
  if ('fill' in step) return step.fill;
  return 'click' in step ? step.click : step.waitFor;
}

/** The names of the placeholders for a user's data, in a text that is filled in. */
export const placeholders = ['email', 'userId', 'password'] as const;

/** Returns a text with the placeholders replaced; a placeholder within a user's value is not replaced. */
export function filledInFor(user: BrowserUser, text: string): string {
  return text.replaceAll(/\{\{(email|userId|password)\}\}/g, (_whole, name: keyof BrowserUser) => user[name]);
}
