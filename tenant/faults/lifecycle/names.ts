import type { App, User } from '../../state/model.ts';

/** Whether a name has an apostrophe or marks of HTML. */
export const hasMarks = ({ name }: App | User): boolean => /['"<>&]/.test(name);
export const isBeyondAscii = ({ name }: App | User): boolean => /[^ -~]/.test(name);
