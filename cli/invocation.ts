/** How a reader starts a run where this suite is: the repository has a script for it, an installed package its command. */
export const startingARun = import.meta.url.endsWith('.ts') ? 'npm run conformance --' : 'npx labconform run';
