import type { App, User } from '../../state/model.ts';

/** What an app or a user is like. */
export const hasMarks = ({ name }: App | User): boolean => /['"<>&]/.test(name);
export const isBeyondAscii = ({ name }: App | User): boolean => /[^ -~]/.test(name);
export const hasWebhook = ({ webhook }: App): boolean => webhook !== undefined;
export const hasSeveralRedirectUris = ({ redirectUris }: App): boolean => redirectUris.length > 1;
