import { describe, expect, test } from 'vitest';
import type { Scene } from '../../drivers/world/scene.ts';
import { creatorIn, writeRecord } from '../../drivers/world/write-probe.ts';
import { answered } from './answers.ts';

interface Sent {
  readonly path: string;
  readonly options: {
    readonly method?: string;
    readonly body?: string;
    readonly headers?: object;
    readonly anew: () => { readonly body?: string };
  };
}

let named = 0;

async function sentBy(path: string, body: unknown, projectId: string): Promise<Sent> {
  const sent: Sent[] = [];
  const scene = {
    target: {
      name: (what: string) => `${what} ${++named}`,
      settings: { writeProbe: { method: 'PUT', path, ...(body === undefined ? {} : { body }), createdBy: '/by' } },
    },
    call: (at: string, options: Sent['options']) => {
      sent.push({ path: at, options });
      return Promise.resolve(answered({}, 201));
    },
  };
  await writeRecord(scene as unknown as Scene, 'Bearer token', projectId);
  return sent[0] as Sent;
}

describe('the write probe', () => {
  test('has the project filled in wherever it is named, percent-encoded in the path', async () => {
    const body = { name: 'n', in: ['{{projectId}}', { '{{projectId}}': 'p:{{projectId}}' }], count: 1, none: null };
    const { path, options } = await sentBy('/projects/{{projectId}}/entries?in={{projectId}}', body, 'p/1 $&');
    expect(path).toBe('/projects/p%2F1%20%24%26/entries?in=p%2F1%20%24%26');
    expect(JSON.parse(options.body ?? '')).toEqual({
      name: 'n',
      in: ['p/1 $&', { 'p/1 $&': 'p:p/1 $&' }],
      count: 1,
      none: null,
    });
    expect(options).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/json' } });
  });

  test('has a new name in each call and each further attempt, if the profile asks for one', async () => {
    const body = { name: '{{name}}', title: 'On {{name}}' };
    const [first, second] = [await sentBy('/entries', body, 'p'), await sentBy('/entries', body, 'p')];
    expect(JSON.parse(first.options.body ?? '')).toEqual({ name: 'entry 1', title: 'On entry 1' });
    expect(JSON.parse(second.options.body ?? '')).toEqual({ name: 'entry 2', title: 'On entry 2' });
    expect(JSON.parse(first.options.anew().body ?? '')).toEqual({ name: 'entry 3', title: 'On entry 3' });
  });

  test('has no body and no content type if the profile gives no body', async () => {
    const { options } = await sentBy('/entries', undefined, 'p');
    expect(options).not.toHaveProperty('body');
    expect(options.headers ?? {}).toEqual({});
    expect(options.anew()).toEqual({});
  });
});

describe('the creator of a record', () => {
  test.each([
    ['a text', { createdBy: { id: 'app_1' } }, '/createdBy/id', 'app_1'],
    ['a number', { createdBy: 12 }, '/createdBy', '12'],
    ['in a list', { history: [{ by: 'app_1' }] }, '/history/0/by', 'app_1'],
  ])('is read if it is %s', (_what, body, pointer, name) => {
    expect(creatorIn(answered(body), pointer)).toBe(name);
  });

  test.each([
    ['an object', { createdBy: { id: 'app_1' } }, '/createdBy'],
    ['empty', { createdBy: '' }, '/createdBy'],
    ['not there', {}, '/createdBy/id'],
    ['in HTML', '<p>Created.</p>', '/createdBy/id'],
    ['in an empty body', '', '/createdBy'],
  ])('is not read if it is %s', (_what, body, pointer) => {
    expect(creatorIn(answered(body), pointer)).toBeUndefined();
  });
});
