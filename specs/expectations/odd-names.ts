/** E-mail addresses that one user may have and another not, made of a name and a host. */
export const addresses = {
  'a plain address': (name, host) => `${name}@${host}`,
  'capitals in the address': (name, host) => `${name.toUpperCase()}@${host}`,
  'a tag in the address': (name, host) => `${name}+lab@${host}`,
  'dots and an apostrophe in the address': (name, host) => `${name}.o'brien@${host}`,
} as const satisfies Record<string, (name: string, host: string) => string>;

/** What stands behind a name that nobody else has, of a user or an app. */
export const endings = {
  'a plain name': '',
  'a name with marks of HTML': ` & <b>"Sons"</b> O'Neil`,
  'a name beyond ASCII': ' Łódź 実験',
} as const;

export const addressKinds = Object.keys(addresses) as readonly (keyof typeof addresses)[];
export const nameKinds = Object.keys(endings) as readonly (keyof typeof endings)[];
