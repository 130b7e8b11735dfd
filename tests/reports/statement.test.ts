import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../reports/digest.ts';
import { writeJson } from '../../reports/json.ts';
import type { Report } from '../../reports/report.ts';
import { statementDifferences } from '../../reports/statement-check.ts';
import type { Envelope } from '../../reports/statement-envelope.ts';
import {
  isSignedWith,
  keyId,
  payloadOf,
  privateKey,
  publicKey,
  signed,
  UnfitKey,
} from '../../reports/statement-envelope.ts';
import { statementOf } from '../../reports/statement.ts';
import { validator } from '../../schemas/validate.ts';
import { sampleReport } from './sample.ts';

const report = sampleReport();
const bytes = Buffer.from(writeJson(report));

const pairs = {
  Ed25519: generateKeyPairSync('ed25519'),
  'ECDSA on P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ECDSA on P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'ECDSA on P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
};
const kinds = Object.keys(pairs) as (keyof typeof pairs)[];

function envelopeBy(kind: keyof typeof pairs, of: Report = report): Envelope {
  return signed(statementOf(of, bytes), pairs[kind].privateKey);
}

/** Returns an envelope as a Sigstore bundle, with only its key named. */
function bundleOf(envelope: Envelope): Parameters<typeof toSignedEntity>[0] {
  const signatures = envelope.signatures.map(({ sig, keyid = '' }) => ({ sig: Buffer.from(sig, 'base64'), keyid }));
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    content: {
      $case: 'dsseEnvelope',
      dsseEnvelope: { payload: payloadOf(envelope), payloadType: envelope.payloadType, signatures },
    },
    verificationMaterial: {
      content: { $case: 'publicKey', publicKey: { hint: signatures[0]?.keyid ?? '' } },
      tlogEntries: [],
      timestampVerificationData: undefined,
    },
  };
}

describe('the statement of a result', () => {
  const statement = statementOf(report, bytes);

  test('is an in-toto statement with the test-result predicate', () => {
    expect(validator('statement')(statement)).toEqual([]);
    for (const { uri, digest } of statement.predicate.configuration) expect(uri ?? digest).toBeDefined();
    const names = statement.subject.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('binds report, target, evidence, suite, catalogue and profile', () => {
    const of = (given: Partial<Report>) => JSON.stringify(statementOf({ ...report, ...given }, bytes));
    const known = of({});
    expect(of({ target: { ...report.target, tenantId: 'ten_other' } })).not.toBe(known);
    expect(of({ target: { ...report.target, profileDigest: digestOf({}) } })).toContain(digestOf({}));
    expect(of({ tool: { ...report.tool, version: '9.9.9' } })).toContain('@9.9.9');
    expect(of({ catalogue: { ...report.catalogue, digest: digestOf('x') } })).toContain(digestOf('x'));
    expect(of({ observations: [] })).not.toBe(known);
    expect(JSON.stringify(statementOf(report, Buffer.from('other')))).not.toBe(known);
  });

  test('lists each check as passed, warned or failed', () => {
    const { passedTests, warnedTests, failedTests } = statement.predicate;
    const ended = (verdict: string) => report.checks.filter((check) => check.verdict === verdict).map(({ id }) => id);
    expect(passedTests).toEqual(ended('passed'));
    expect(failedTests).toEqual(ended('failed'));
    expect(warnedTests?.length).toBe(ended('warning').length + ended('waived').length);
  });

  test.each([
    ['conforming', { warning: 0, waived: 0 }, 'PASSED'],
    ['conforming', { warning: 1, waived: 0 }, 'WARNED'],
    ['conforming', { warning: 0, waived: 1 }, 'WARNED'],
    ['not-conforming', { warning: 0, waived: 0 }, 'FAILED'],
    ['incomplete', { warning: 0, waived: 0 }, 'FAILED'],
    ['broken', { warning: 0, waived: 0 }, 'FAILED'],
  ] as const)('of a run that is %s with %o says %s', (outcome, counts, result) => {
    const made = statementOf({ ...report, outcome, summary: { ...report.summary, ...counts } }, bytes);
    expect(made.predicate.result).toBe(result);
  });
});

describe.each(kinds)('a signature by %s', (kind) => {
  const envelope = envelopeBy(kind);
  const key = pairs[kind].publicKey;

  test('is valid, and its statement fits the report', () => {
    expect(validator('envelope')(envelope)).toEqual([]);
    expect(isSignedWith(envelope, key)).toBe(true);
    expect(statementDifferences(envelope, report, bytes)).toEqual([]);
    expect(envelope.signatures[0]?.keyid).toBe(keyId(key));
  });

  test('is not valid for another key, of this kind or another', () => {
    const strangers: KeyObject[] = kinds.filter((other) => other !== kind).map((other) => pairs[other].publicKey);
    for (const stranger of [...strangers, generateKeyPairSync('ed25519').publicKey]) {
      expect(isSignedWith(envelope, stranger)).toBe(false);
    }
  });

  test('is not valid if a byte of the payload, its type or the signature was changed', () => {
    const flipped = (base64: string, at: number): string => {
      const changed = Buffer.from(base64, 'base64');
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
      return changed.toString('base64');
    };
    fc.assert(
      fc.property(fc.nat(), (at) => {
        expect(isSignedWith({ ...envelope, payload: flipped(envelope.payload, at) }, key)).toBe(false);
        const [signature] = envelope.signatures;
        const sig = flipped(signature?.sig ?? '', at);
        expect(isSignedWith({ ...envelope, signatures: [{ sig }] }, key)).toBe(false);
      }),
      { seed: 20261120, numRuns: 25 },
    );
    expect(isSignedWith({ ...envelope, payloadType: 'application/json' }, key)).toBe(false);
  });
});

test.each(['Ed25519', 'ECDSA on P-256'] as const)(
  'another program accepts an envelope signed by %s, and no forged one',
  (kind) => {
    const envelope = envelopeBy(kind);
    const key = pairs[kind].publicKey;
    const trust = toTrustMaterial(
      { mediaType: '', certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] },
      () => ({
        publicKey: key,
        validFor: () => true,
      }),
    );
    const verifier = new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
    const entity = (of: Envelope) => toSignedEntity(bundleOf(of));
    expect(() => verifier.verify(entity(envelope))).not.toThrow();
    const forged = { ...envelope, payload: payloadOf(envelope).toString('base64').replace(/^./, 'f') };
    expect(() => verifier.verify(entity(forged))).toThrow(/signature verification failed/);
  },
);

describe('a statement that does not fit the report is detected', () => {
  test('if the report has other bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), (at) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(statementDifferences(envelopeBy('Ed25519'), report, changed)).toContain(
          'the report is not the one that was signed: its SHA-256 differs',
        );
      }),
      { seed: 20261120, numRuns: 25 },
    );
  });

  test.each([
    [
      'the target',
      { target: { ...report.target, baseUrl: 'https://other.example' } },
      'the target is not the one that was signed',
    ],
    ['the suite', { tool: { name: 'labconform', version: '9' } }, 'the suite is not the one that was signed'],
    [
      'the catalogue',
      { catalogue: { ...report.catalogue, version: '9' } },
      'the catalogue is not the one that was signed',
    ],
    ['the evidence', { observations: [] }, 'the evidence is not the one that was signed'],
    ['the result', { outcome: 'conforming' as const }, 'the result is FAILED, but WARNED follows from the report'],
    ['the checks', { checks: [] }, 'passedTests are not those of the report'],
  ])('if %s is another', (_what, given, difference) => {
    expect(statementDifferences(envelopeBy('Ed25519'), { ...report, ...given }, bytes)).toContain(difference);
  });

  test('if the payload is something else', () => {
    const of = (payload: string) => ({ ...envelopeBy('Ed25519'), payload: Buffer.from(payload).toString('base64') });
    expect(statementDifferences(of('<xml/>'), report, bytes)).toEqual(['the payload is not JSON']);
    expect(statementDifferences(of('{}'), report, bytes)[0]).toMatch(/_type is missing/);
    const typed = { ...envelopeBy('Ed25519'), payloadType: 'text/plain' };
    expect(statementDifferences(typed, report, bytes)).toEqual([
      expect.stringMatching(/^the payload is "text\/plain"/),
    ]);
  });
});

describe('an unsuitable key is refused without showing it,', () => {
  const pem = (key: KeyObject): string =>
    String(
      key.type === 'public'
        ? key.export({ type: 'spki', format: 'pem' })
        : key.export({ type: 'pkcs8', format: 'pem' }),
    );
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const encrypted = String(
    pairs.Ed25519.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
  );

  test.each([
    ['no PEM', 'just text', /found no PEM/],
    ['a public key', pem(pairs.Ed25519.publicKey), /found a public key/],
    ['an encrypted key', encrypted, /found an encrypted key/],
    ['RSA', pem(rsa.privateKey), /found a key of type rsa/],
    ['another curve', pem(koblitz.privateKey), /found a key of type ec on the curve secp256k1/],
    ['half a PEM', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /PEM without such a key/],
  ])('for signing: %s', (_what, text, message) => {
    expect(() => privateKey(text)).toThrow(UnfitKey);
    expect(() => privateKey(text)).toThrow(message);
  });

  test.each([
    ['no PEM', 'just text', /found no PEM/],
    ['a private key', pem(pairs.Ed25519.privateKey), /found a private key/],
    ['RSA', pem(rsa.publicKey), /found a key of type rsa/],
  ])('for checking: %s', (_what, text, message) => {
    expect(() => publicKey(text)).toThrow(message);
  });

  test.each(kinds)('but %s is accepted', (kind) => {
    const { privateKey: ours, publicKey: theirs } = pairs[kind];
    const envelope = signed(statementOf(report, bytes), privateKey(pem(ours)));
    expect(isSignedWith(envelope, publicKey(pem(theirs)))).toBe(true);
  });
});
