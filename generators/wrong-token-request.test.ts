import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeWrong, wrongFields, wrongRequests } from './wrong-token-request.ts';

const seed = 20261120;
const app = { clientId: 'Client-0123456789', clientSecret: 'S3cret+/&%=0123456789' };
const other = { clientId: 'Other-9876543210', clientSecret: 'An0ther-secret-9876' };
const right = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };

test('a wrong token request differs from the right one in exactly one field', () => {
  fc.assert(
    fc.property(wrongRequests, (request) => {
      const fields = wrongFields(request, app, other) ?? { grant_type: 'password' };
      const names = new Set([...Object.keys(fields), ...Object.keys(right)]);
      const sent: Readonly<Record<string, string | undefined>> = fields;
      const expected: Readonly<Record<string, string | undefined>> = right;
      const different = [...names].filter((name) => sent[name] !== expected[name]);
      expect(different.length).toBe(wrongFields(request, app, other) === undefined ? 3 : 1);
    }),
    { seed, numRuns: 500 },
  );
});

test('the words for a mistake do not contain the credentials', () => {
  fc.assert(
    fc.property(wrongRequests, (request) => {
      const told = describeWrong(request);
      expect(told.startsWith('with')).toBe(true);
      for (const secret of [app.clientSecret, other.clientSecret]) expect(told).not.toContain(secret);
    }),
    { seed, numRuns: 200 },
  );
});

test('every kind of mistake is drawn', () => {
  const drawn = fc.sample(wrongRequests, { seed, numRuns: 200 });
  expect([...new Set(drawn.map(({ wrong }) => wrong))].toSorted()).toEqual([
    'client id',
    'crossed',
    'empty',
    'grant type',
    'grant without its fields',
    'missing',
    'secret',
  ]);
});
