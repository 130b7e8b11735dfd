import { expect, test } from 'vitest';
import { TestBedTrouble } from '../../core/trouble.ts';
import { Control } from '../../drivers/control/control.ts';

/** Returns a control that gives each operation the next answer: `done`, or the words of a refusal. */
function controlThat(answers: readonly string[]) {
  let asked = 0;
  const control = new Control({
    kind: 'http',
    description: {
      protocol: 'tenant-control/1',
      tenantId: 't',
      baseUrl: 'https://tenant.example',
      clock: 'real',
      operations: ['user.suspend'],
    },
    operate: () => {
      const answer = answers[asked++] ?? 'done';
      return answer === 'done'
        ? Promise.resolve({})
        : Promise.reject(new TestBedTrouble(answer, { refusal: true, cause: 'it refuses' }));
    },
  });
  const suspend = (check: string): Promise<unknown> =>
    control.call('user.suspend', { userId: 'u' }, undefined, check).catch((reason: unknown) => reason);
  return { suspend, asked: () => asked };
}

const always = (words: string): string[] => Array.from({ length: 50 }, () => words);
const checks = ['one', 'two', 'three', 'four', 'five', 'six'];

test('an operation that is refused to five checks in the same words is not called any more, and keeps its cause', async () => {
  const { suspend, asked } = controlThat(always('no'));
  for (const check of checks) await suspend(check);
  expect(asked()).toBe(5);
  expect(await suspend('seven')).toMatchObject({ refusal: true, cause: 'it refuses' });
});

test('one check alone may be refused any number of times', async () => {
  const { suspend, asked } = controlThat(always('no'));
  for (let time = 0; time < 20; time++) await suspend('one');
  expect(asked()).toBe(20);
});

test('an operation that is refused in other words each time is called again', async () => {
  const { suspend, asked } = controlThat(always('no').map((words, at) => `${words} ${at}`));
  for (let time = 0; time < 3; time++) for (const check of checks) await suspend(check);
  expect(asked()).toBe(18);
});

test('an operation that was carried out once is never given up', async () => {
  const { suspend, asked } = controlThat(['done', ...always('no')]);
  await suspend('first');
  for (const check of checks) await suspend(check);
  for (const check of checks) await suspend(check);
  expect(asked()).toBe(13);
});
