import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { always, at, atResults } from '../operators/kinds.ts';
import { faultsOf } from '../operators/rows.ts';
import { isFromBefore } from './conditions.ts';
import { alone, beside, besideAddress } from './decisions.ts';

/** Faults in which the password counts as a key. */
export const passwordFaults: readonly Fault[] = faultsOf('api-key', {
  'password-without-username-does': [
    alone,
    always,
    'The tenant accepts a key as the password if the username is empty.',
  ],
  'password-alone-lists-results': [
    alone,
    atResults,
    'The listing of assay results accepts a key as the password if the username is empty.',
  ],
  'keys-from-before-count-as-passwords': [
    alone,
    isFromBefore,
    'A key from before 7 August 2026 is accepted as the password if the username is empty.',
  ],
  'either-half-may-be-the-key': [
    beside('KEY-09', () => true),
    always,
    'The tenant looks for the key in the password as well as in the username.',
    { breaks: ['KEY-09', 'KEY-10'] },
  ],
  'name-and-key': [
    beside('KEY-10', (username, { name }) => username === name),
    always,
    "The tenant accepts a key as the password if the username is its owner's name.",
    { also: ['KEY-09'] },
  ],
  'user-identifier-and-key': [
    beside('KEY-10', (username, { id }) => username === id),
    always,
    "The tenant accepts a key as the password if the username is its owner's identifier.",
  ],
  'e-mail-address-and-key': [
    beside('KEY-10', (username, { email }) => username.toLowerCase() === email),
    always,
    "The tenant accepts a key as the password if the username is its owner's e-mail address in any letter case.",
  ],
  'e-mail-address-and-key-on-v3-plates': [
    besideAddress,
    at('/api/v3/plate/items'),
    "The v3 listing of plates accepts a key as the password if the username is its owner's e-mail address.",
  ],
  'sorted-listings-take-a-key-beside-an-address': [
    besideAddress,
    sorts,
    "A sorted listing accepts a key as the password if the username is its owner's e-mail address.",
  ],
});
