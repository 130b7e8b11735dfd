import type { SchemaTypes } from '../../schemas/types/registry.ts';

type About = 'waivers' | 'statement' | 'envelope';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/**
 * Right bodies of the files that accompany a report: waivers, a statement of its result, and a statement's envelope.
 */
export const RIGHT_STATEMENTS: { readonly [Name in About]: readonly SchemaTypes[Name][] } = {
  waivers: [
    { waivers: [] },
    {
      waivers: [
        { check: 'a/b', reason: 'known', owner: 'platform team', lastDay: '2026-12-31' },
        { check: 'a/b', requirement: 'DEL-43', reason: 'known', owner: 'platform team', lastDay: '2028-02-29' },
      ],
    },
  ],
  statement: [
    {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'conformance.json', digest: { sha256 }, mediaType: 'application/json' }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result: 'WARNED',
        configuration: [
          { name: 'suite', uri: 'pkg:npm/lab-platform-conformance@0.1.0' },
          { name: 'catalogue', digest: { sha256 }, annotations: { version: '1' } },
        ],
        passedTests: ['a/b'],
        warnedTests: ['a/c'],
        failedTests: [],
      },
    },
  ],
  envelope: [
    {
      payload: 'e30=',
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ keyid: sha256, sig: 'c2ln' }],
    },
  ],
};
