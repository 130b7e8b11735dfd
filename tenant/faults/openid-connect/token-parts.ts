/** A part of a token as JSON, or nothing where it is none. */
export const part = (value: string, at: number): unknown => {
  try {
    return JSON.parse(Buffer.from(value.split('.')[at] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** The claims as they were sent. */
export const claimsIn = (token: string): Buffer => Buffer.from(token.split('.')[1] ?? '', 'base64url');
