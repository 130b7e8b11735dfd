import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neighbourKinds, neighbourOf, neighbours } from './email-neighbour.ts';

test('a neighbour is the address of neither user, in any letter case', () => {
  const emails = fc.emailAddress().map((email) => email.toLowerCase());
  fc.assert(
    fc.property(emails, emails, neighbours, (email, other, kind) => {
      const neighbour = neighbourOf(email, kind, other).toLowerCase();
      expect([email, ...(kind.startsWith('at ') ? [] : [other])]).not.toContain(neighbour);
      expect(neighbour).not.toBe('');
    }),
  );
});

test('a neighbour is another address even if the text after a plus is ignored', () => {
  const counted = (email: string): string => email.toLowerCase().replace(/\+[^@]*@/, '@');
  const email = 'ann-marie+plates@lab.example';
  const alike = neighbourKinds.filter(
    (kind) => counted(neighbourOf(email, kind, 'ben@lab.example')) === counted(email),
  );
  expect(alike).toEqual([]);
});
