import packageJson from '../package.json' with { type: 'json' };

/** Name and version of this program, as reports state them. */
export const tool = { name: 'labconform', version: packageJson.version } as const;
