import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../core/delivery.ts';
import { isOfItsResource, kindOf, mayTellOf, belongsToCause } from '../../drivers/world/event.ts';
import { insteadOfEnvelope, isTextual } from '../../specs/expectations/carried-envelope.ts';
import { areEquivalentTargets } from '../../specs/expectations/equivalent-target.ts';
import { areTwoEvents } from '../../specs/expectations/event-ids.ts';
import { instantsOf } from '../../specs/expectations/iso-instant.ts';
import { brokenRules, envelopeRules, messageRules } from '../../specs/expectations/webhook-rules.ts';

function delivered(message: unknown, number = 2): Delivery {
  const body = JSON.stringify({
    app: { id: 'app_1' },
    appDefinition: { id: 'def_1', versionNumber: '1' },
    baseURL: 'https://acme.example',
    channel: 'events',
    tenantId: 'ten_1',
    version: 0,
    message,
  });
  return {
    number,
    at: 0,
    address: 'https://hooks.example/x',
    received: { method: 'POST', target: '/x', headers: {}, body },
  };
}

const standard = {
  createdAt: '2026-11-20T08:00:00Z',
  deprecated: false,
  id: 'evt_1',
  resourceId: 'res_1',
  schema: null,
};

describe('the kind of a message', () => {
  test.each([
    [{ ...standard, type: 'v2.workflowTask.updated.fields', updates: ['a'] }, 'v2.workflowTask.updated.fields'],
    [standard, 'v2.entry.created'],
    [{ deprecated: false, featureId: 'f', resourceId: 'c', userId: 'u' }, 'v2.canvas.initialized'],
    [{ deprecated: false, userId: 'u', id: 'evt', createdAt: 'now' }, 'v2.canvas.initialized'],
    [{ deprecated: true }, 'v2.app.installed'],
    [{ ...standard, userId: 'author' }, 'v2.entry.created'],
    [{ ...standard, schema: undefined, type: 'mappingCompleted' }, undefined],
    [{ deprecated: false, featureId: 'f', resourceId: 'c', userId: 'u', type: 'sketch' }, 'v2.canvas.initialized'],
    [{ deprecated: false, featureId: 'f', resourceId: 'c', userId: 'u', type: 'v2.canvas.closed' }, undefined],
    [{ ...standard, type: 'v2.moon.risen' }, undefined],
    [{ ...standard, featureId: null, userId: null }, 'v2.entry.created'],
    [{ ...standard, featureId: 'fea_1', schema: { id: 'sch_1' } }, 'v2.entry.created'],
    [{ featureId: 'fea_1', userId: 'usr_1', deprecated: false, type: null, schema: null }, 'v2.canvas.initialized'],
    ['no object', undefined],
  ])('%j is %s', (message, kind) => {
    expect(kindOf(delivered(message))).toBe(kind);
  });
});

describe('two deliveries of one id', () => {
  const at = (createdAt: string): Delivery => delivered({ ...standard, createdAt });

  test.for([
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:05Z', true],
    ['2026-11-20T08:00:00Z', '20261120T093000+0130', false],
    // a time without a zone may be in any zone
    ['2026-11-20T08:00:00', '2026-11-20T10:00:00Z', false],
    ['2026-11-20T08:00:00', '2026-11-20T08:00:05', true],
  ] as const)('of %s and %s are two events: %s', ([one, other, two]) => {
    expect(areTwoEvents(at(one), at(other))).toBe(two);
  });
});

describe('a delivery', () => {
  const cause = { type: 'v2.entry.created', number: 1, resourceId: 'res_1', appId: 'app_1' } as const;

  test('is of its cause if kind and resource agree and it came later', () => {
    expect(belongsToCause(delivered(standard), cause)).toBe(true);
    expect(belongsToCause(delivered(standard, 1), cause)).toBe(false);
    expect(belongsToCause(delivered({ ...standard, resourceId: 'res_2' }), cause)).toBe(false);
  });

  test('may be of its cause if something is wrong with it, unless it is about the resource of another check', () => {
    const strange = delivered({ ...standard, resourceId: 'res_2' });
    expect(mayTellOf(strange, cause, new Map())).toBe(true);
    expect(mayTellOf(strange, cause, new Map([['res_2', 'app_2']]))).toBe(false);
    expect(mayTellOf(strange, cause, new Map([['res_2', 'app_1']]))).toBe(true);
    expect(mayTellOf(delivered({ deprecated: false }), cause, new Map())).toBe(false);
    expect(mayTellOf(delivered({ type: 'v2.webhook.verified' }), cause, new Map())).toBe(false);
  });

  test('is of another cause if a cause of its kind with the same identifier is known', () => {
    const task = delivered({ ...standard, type: 'v2.workflowTask.updated.fields', resourceId: 'res_1' });
    expect(isOfItsResource(task, cause)).toBe(true);
    expect(mayTellOf(task, cause, new Map())).toBe(true);
    const counted = { ...cause, kinds: ['v2.entry.created', 'v2.workflowTask.updated.fields'] };
    expect(isOfItsResource(task, counted)).toBe(false);
    expect(mayTellOf(task, counted, new Map())).toBe(false);
    expect(isOfItsResource(delivered(standard), counted)).toBe(true);
  });
});

describe('the rules of messages', () => {
  const broken = (message: unknown, type: Parameters<typeof brokenRules>[2]): string[] =>
    brokenRules([...envelopeRules, ...messageRules], delivered(message), type).map(({ requirement }) => requirement);

  test.each([
    [{}, []],
    [{ schema: { id: 's', name: 'extra' }, extra: 1 }, []],
    [{ schema: undefined }, ['WHK-37']],
    [{ schema: {} }, ['WHK-37']],
    [{ type: null }, ['WHK-43']],
    [{ updates: [] }, ['WHK-48']],
    [{ deprecated: 'false' }, ['WHK-32']],
    [{ createdAt: '2026-11-20' }, ['WHK-30']],
    [{ id: 7, resourceId: null }, ['WHK-33', 'WHK-35']],
  ])('of an entry with %j: %j', (change, requirements) => {
    expect(broken({ ...standard, ...change }, 'v2.entry.created')).toEqual(requirements);
  });

  test('an installed message has only deprecated', () => {
    expect(broken({ deprecated: false }, 'v2.app.installed')).toEqual([]);
    expect(broken({ deprecated: false, id: 'evt' }, 'v2.app.installed')).toEqual(['WHK-54']);
  });
});

describe('a body', () => {
  const fault = (body: string): string | undefined =>
    insteadOfEnvelope({ received: { method: 'POST', target: '/x', headers: {}, body } });
  const { body: envelope } = delivered(standard).received;
  const form = new URLSearchParams(
    Object.entries(JSON.parse(envelope) as object).map(([name, value]): [string, string] => [
      name,
      JSON.stringify(value),
    ]),
  ).toString();
  const signed = ['{"alg":"EdDSA"}', envelope, 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  test.each([
    ['an envelope', envelope],
    ['one in a list', `[${envelope}]`],
    ['one in a text', JSON.stringify(envelope)],
    ['one after a byte order mark', `\uFEFF${envelope}`],
    ['one as a form', form],
    ['one that is signed', signed],
    ['one with most of its fields missing', '{"app":{"id":"app_1"}}'],
  ])('that is %s carries the envelope', (_, body) => {
    expect(fault(body)).toBeUndefined();
  });

  test.each([
    ['', 'had an empty body'],
    [' \n', 'had an empty body'],
    ['{"deprecated":false}', 'had the body {"deprecated":false}, which has no field of an envelope'],
    ['app=app_1', 'had a body that names no appDefinition, baseURL, channel, tenantId, version, message'],
    [`[${envelope.replace('tenantId', 'tenant')}]`, 'had a body that names no tenantId'],
  ])('of %j carries no envelope', (body, words) => {
    expect(fault(body)).toBe(words);
  });

  test('of octets that are no text is not judged', () => {
    const received = { method: 'POST', target: '/x', headers: {}, body: '\uFFFD', base64: '/w==' };
    expect(isTextual({ received })).toBe(false);
    expect(isTextual({ received: { method: 'POST', target: '/x', headers: {}, body: '\u0000\u0001' } })).toBe(false);
    expect(isTextual(delivered(standard))).toBe(true);
  });
});

describe('two spellings of an address', () => {
  test.each([
    ['/a~b?c=-._', '/a%7Eb?c=%2D%2e%5F', true],
    ['/a%2Fb', '/a%2fb', true],
    ['/a%2Fb', '/a/b', false],
    ['/a@b', '/a%40b', false],
    ['/a?b=%20', '/a?b=+', false],
    ['/a', '/A', false],
    ['/a', '/a/', false],
  ])('%s and %s are equivalent: %s', (one, other, equivalent) => {
    expect(areEquivalentTargets(one, other)).toBe(equivalent);
  });
});

describe('an ISO 8601 date and time', () => {
  const at = Date.UTC(2026, 10, 20, 8, 5, 9) / 1000;

  test.each([
    '2026-11-20T08:05:09Z',
    '2026-11-20T08:05:09.000Z',
    '20261120T080509Z',
    '2026-W47-5T08:05:09Z',
    '2026-324T08:05:09Z',
    '2026-11-20T13:35:09+05:30',
    '2026-11-20T02:05:09-06',
    '2026-11-20T08:05,15Z',
    '2026-11-20T08:05Z',
    '2026-11-20T13:35:09',
  ])('%s may mean the instant', (text) => {
    expect(instantsOf(text).some(({ from, to }) => from <= at && at <= to)).toBe(true);
  });

  test.each(['2026-11-20T08:05:11Z', '2026-11-20T08:07Z', '2026-11-20T08:05:09+01:00', '2026-11-20T08:04:00', 'soon'])(
    '%s does not',
    (text) => {
      expect(instantsOf(text).some(({ from, to }) => from <= at && at <= to)).toBe(false);
    },
  );

  test('from toISOString means its instant, in a span of at most two seconds', () => {
    const instant = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const details = fc.check(
      fc.property(instant, (date) => {
        const [span] = instantsOf(date.toISOString());
        const seconds = date.getTime() / 1000;
        return span !== undefined && span.from <= seconds && seconds <= span.to && span.to - span.from <= 2;
      }),
      { seed: 20261120 },
    );
    expect(details.counterexample).toBeNull();
  });
});
