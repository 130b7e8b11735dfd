import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neighbourOf, neighbours } from './email-neighbour.ts';

test('a neighbour is neither the user nor the other one, in whatever letter case', () => {
  const emails = fc.emailAddress().map((email) => email.toLowerCase());
  fc.assert(
    fc.property(emails, emails, neighbours, (email, other, kind) => {
      const neighbour = neighbourOf(email, kind, other).toLowerCase();
      expect([email, ...(kind.startsWith('at ') ? [] : [other])]).not.toContain(neighbour);
      expect(neighbour).not.toBe('');
    }),
  );
});
