/**
 * The command with which a reader starts a run: the script of the repository, or the command of the installed package.
 */
export const startingARun = import.meta.url.endsWith('.ts') ? 'npm run conformance --' : 'npx labconform run';
