import fc from 'fast-check';
import { accented } from './letters.ts';

/**
 * Ways in which an address may differ from a user's address, and still be treated as that address by a service that
 * knows how mailboxes of the domain are named. Only the domain decides whether it is another address (RFC 5321,
 * 2.3.11).
 */
const likeSpellings = [
  'with accents',
  'with a dot more before the @',
  'without its hyphens and dots before the @',
] as const;

/**
 * Ways in which an address may resemble a user's address, and still belong to another user. The specification leaves
 * open letter case, a `+` with the text after it, and another notation of the same address, so they do not occur here
 * (FRE-103).
 */
export const neighbourKinds = [
  'cut short by a character',
  'with a character more at its end',
  'with a character more before it',
  'with a character more before the @',
  'without the first character',
  'with one character changed',
  'of somebody else at the domain',
  'at another domain',
  'at a subdomain',
  'at a longer domain',
  'followed by another domain',
  'without a domain',
  'with the domain alone',
  'with % for its local part',
  'with % for its first character',
  'with _ for a character',
  'with a dot for a character',
  'with * for its local part',
  'as a pattern that matches any',
  "followed by another user's",
  "followed by a semicolon and another user's",
  'followed by a blank and more',
  'with a quotation that is always true',
  'followed by a NUL and more',
  'followed by a line break and more',
  ...likeSpellings,
] as const;

export type Neighbour = (typeof neighbourKinds)[number];

export const neighbours: fc.Arbitrary<Neighbour> = fc.constantFrom(...neighbourKinds);

/**
 * Returns the requirement by which an address of no user is refused. The specification does not say which addresses are
 * equal.
 */
export function requirementOf(neighbour: Neighbour, email: string, form: string): 'OIC-15' | 'OIC-28' {
  const isAlike = likeSpellings.some((kind) => kind === neighbour);
  return isAlike && form !== another(email) ? 'OIC-28' : 'OIC-15';
}

export function describeNeighbour(neighbour: Neighbour): string {
  return `of a user, ${neighbour}`;
}

/**
 * Returns an address of no user.
 *
 * @param other the address of another user
 */
export function neighbourOf(email: string, neighbour: Neighbour, other: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const [name = ''] = local.split('+');
  const withName = (changed: string): string => `${changed}${local.slice(name.length)}@${domain}`;
  const forms: Record<Neighbour, string> = {
    'cut short by a character': email.slice(0, -1),
    'with a character more at its end': `${email}x`,
    'with a character more before it': `x${email}`,
    'with a character more before the @': withName(`${name}x`),
    'without the first character': email.slice(1),
    'with one character changed': withName(`${name.slice(0, -1)}${name.endsWith('z') ? 'y' : 'z'}`),
    'of somebody else at the domain': `nobody.${local.slice(-1)}@${domain}`,
    'at another domain': `${local}@another.example`,
    'at a subdomain': `${local}@mail.${domain}`,
    'at a longer domain': `${local}@${domain}.example`,
    'followed by another domain': `${email}@another.example`,
    'without a domain': local,
    'with the domain alone': `@${domain}`,
    'with % for its local part': `%@${domain}`,
    'with % for its first character': `%${email.slice(1)}`,
    'with _ for a character': `_${email.slice(1)}`,
    'with a dot for a character': email.replace(/(?<=^..?)[^.]/u, '.'),
    'with * for its local part': `*@${domain}`,
    'as a pattern that matches any': '.*',
    "followed by another user's": `${email},${other}`,
    "followed by a semicolon and another user's": `${email};${other}`,
    'followed by a blank and more': `${email} nobody`,
    'with a quotation that is always true': `' OR '1'='1`,
    'followed by a NUL and more': `${email}\0.example`,
    'followed by a line break and more': `${email}\r\n${other}`,
    'with accents': withName(accented(name)),
    'with a dot more before the @': withName(`${name.slice(0, 2)}.${name.slice(2)}`),
    'without its hyphens and dots before the @': withName(name.replaceAll(/[.-]/g, '')),
  };
  const form = forms[neighbour];
  // the address already has such a character at this position
  return form.toLowerCase() === email.toLowerCase() ? another(email) : form;
}

function another(email: string): string {
  return `x${email}`;
}
