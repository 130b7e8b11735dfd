/** The cookies that a browser keeps for the one tenant that it visits. */
export interface CookieJar {
  /** Stores the cookies of an answer's Set-Cookie headers. */
  readonly take: (headers: readonly string[]) => void;
  /** Returns the cookies as `name=value`, in the order in which they came. */
  readonly pairs: () => string[];
}

export function createCookieJar(): CookieJar {
  const values = new Map<string, string>();
  return {
    take: (headers) => {
      for (const header of headers) {
        const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
        if (!pair.includes('=')) continue;
        const name = pair.slice(0, pair.indexOf('='));
        if (attributes.some((attribute) => /^max-age=(?:0|-\d+)$/i.test(attribute))) values.delete(name);
        else values.set(name, pair.slice(name.length + 1));
      }
    },
    pairs: () => [...values].map(([name, value]) => `${name}=${value}`),
  };
}
