import type { App, User } from '../../state/model.ts';

/** Reports whether an app or user has a property that a faulty tenant handles wrongly. */
export const hasMarks = ({ name }: App | User): boolean => /['"<>&]/.test(name);
export const isBeyondAscii = ({ name }: App | User): boolean => /[^ -~]/.test(name);
export const hasWebhook = ({ webhook }: App): boolean => webhook !== undefined;
export const hasSeveralRedirectUris = ({ redirectUris }: App): boolean => redirectUris.length > 1;
