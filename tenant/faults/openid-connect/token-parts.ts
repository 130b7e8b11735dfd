/** Returns a part of a token, parsed as JSON, or undefined if it is not JSON. */
export const part = (value: string, at: number): unknown => {
  try {
    return JSON.parse(Buffer.from(value.split('.')[at] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Returns the octets of the claims as they were sent. */
export const claimsIn = (token: string): Buffer => Buffer.from(token.split('.')[1] ?? '', 'base64url');
