import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Interrupted, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { atATime } from '../../drivers/control/at-a-time.ts';
import { openCommandControl } from '../../drivers/control/command.ts';
import { Control } from '../../drivers/control/control.ts';

const description = JSON.stringify({
  protocol: 'tenant-control/1',
  tenantId: 'ten_1',
  baseUrl: 'https://127.0.0.1:8443',
  clock: 'controllable',
  operations: ['clock.advance', 'user.suspend', 'app.create'],
});
const describing = `describe) echo '${description}' ;;`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes an executable of the operator. The operation is its last argument. */
async function script(cases: string): Promise<void> {
  const file = join(folder, 'control.sh');
  await writeFile(file, `#!/bin/sh\nfor operation in "$@"; do :; done\ncase "$operation" in\n${cases}\nesac\n`);
  await chmod(file, 0o755);
}

async function control(command = ['./control.sh'], timeoutSeconds = 20): Promise<Control> {
  return new Control(await openCommandControl({ command, folder, baseUrl: 'https://a.example', timeoutSeconds }));
}

describe('an executable of the operator', () => {
  test('gets the operation as its last argument and the input on standard input, and prints the output', async () => {
    await script(`${describing}
      *) cat > input.json; echo "$@" > arguments.txt; echo '{"now":"2026-11-20T08:00:00Z"}' ;;`);
    const opened = await control(['./control.sh', '--tenant', 'a b']);
    expect(await opened.call('clock.advance', { seconds: 900 })).toEqual({ now: '2026-11-20T08:00:00Z' });
    expect(await readFile(join(folder, 'arguments.txt'), 'utf8')).toBe('--tenant a b clock.advance\n');
    expect(await readFile(join(folder, 'input.json'), 'utf8')).toBe('{"seconds":900}');
    expect(opened.description).toEqual(JSON.parse(description));
    expect(opened.kind).toBe('command');
  });

  test('need neither read its input nor print anything if there is no output', async () => {
    await script(`${describing}\n*) exec 0<&- ;;`);
    const opened = await control();
    expect(await opened.call('user.suspend', { userId: 'u'.repeat(200_000) })).toEqual({});
  });

  test('that does not describe itself is tried with each operation, and its clock counts as real', async () => {
    await script(`user.suspend) echo '{}' ;;\n*) exit 69 ;;`);
    const opened = await control();
    expect(opened.description).toMatchObject({ tenantId: 'unknown', baseUrl: 'https://a.example', clock: 'real' });
    expect(opened.supports('clock.advance')).toBe(false);
    expect(await opened.call('user.suspend', { userId: 'u' })).toEqual({});
    await expect(opened.call('app.archive', { appId: 'a' })).rejects.toBeInstanceOf(Unsupported);
  });

  test('that describes itself with nonsense, or fails to, is trouble of the test bed', async () => {
    await script(`describe) echo '{"protocol":"tenant-control/2"}' ;;`);
    await expect(control()).rejects.toThrow(/\.\/control\.sh gave an invalid description of itself/);
    await script('describe) exit 1 ;;');
    await expect(control()).rejects.toThrow(/\.\/control\.sh ended describe with exit status 1, run it by hand/);
    await expect(control(['./none.sh'])).rejects.toThrow(/\.\/none\.sh can't be run \(ENOENT\)/);
  });
});

describe('an operation', () => {
  test.for(['exit 69', `echo '{"error":"not_supported","message":"no"}'; exit 1`, `echo '{"error":"not_supported"}'`])(
    'that is answered with %s is unsupported',
    async (answer) => {
      await script(`${describing}\n*) ${answer} ;;`);
      await expect((await control()).call('user.suspend', { userId: 'u' })).rejects.toBeInstanceOf(Unsupported);
    },
  );

  test.for([
    [
      'a refusal',
      `echo '{"error":"unknown_user","message":"There is no such user."}'; exit 1`,
      /ended user\.suspend with exit status 1: There is no such user\./,
    ],
    ['a failure that says nothing', 'exit 3', /ended user\.suspend with exit status 3, run it by hand/],
    ['a failure and text', 'echo oops; exit 1', /ended user\.suspend with exit status 1, run it by hand/],
    ['something that is not JSON', 'echo done', /answered user\.suspend with something that is not JSON/],
    ['an end by a signal', 'kill -KILL $$', /was ended by SIGKILL, when asked for user\.suspend/],
  ] as const)('that is answered with %s breaks the test bed', async ([, answer, message]) => {
    await script(`${describing}\n*) ${answer} ;;`);
    const call = (await control()).call('user.suspend', { userId: 'u' });
    await expect(call).rejects.toBeInstanceOf(TestBedTrouble);
    await expect(call).rejects.toThrow(message);
  });

  test('that ends with another status is declined, and may have been done', async () => {
    await script(`${describing}\n*) echo '{"message":"of ent_4f1c"}'; exit 3 ;;`);
    await expect((await control()).call('user.suspend', { userId: 'u' })).rejects.toMatchObject({
      refusal: true,
      undone: false,
      cause: 'the control ./control.sh ended user.suspend with exit status 3',
    });
  });

  test.for(['[]', 'null', '7'])('whose output is no object is refused: %s', async (output) => {
    await script(`${describing}\n*) echo '${output}' ;;`);
    await expect((await control()).call('user.suspend', { userId: 'u' })).rejects.toMatchObject({ kind: 'nonsense' });
  });

  test('never repeats what the executable writes to standard error, because that may contain secrets', async () => {
    await script(`${describing}\n*) echo hush-hush >&2; exit 1 ;;`);
    await expect((await control()).call('user.suspend', { userId: 'u' })).rejects.not.toThrow(/hush/);
  });

  test('whose output lacks a member breaks the test bed', async () => {
    await script(`${describing}\n*) echo '{}' ;;`);
    await expect((await control()).call('clock.advance', { seconds: 1 })).rejects.toThrow(
      /clock\.advance with an invalid answer/,
    );
  });

  test('that does not end in time breaks the test bed', async () => {
    await script(`${describing}\n*) exec sleep 60 ;;`);
    const opened = await control(['./control.sh'], 4);
    await expect(opened.call('user.suspend', { userId: 'u' })).rejects.toThrow(/did not end within 4 s/);
  });

  test('ends with the check that asked for it', async () => {
    await script(`${describing}\n*) exec sleep 60 ;;`);
    const abort = new AbortController();
    const call = (await control()).call('user.suspend', { userId: 'u' }, abort.signal);
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(Interrupted);
  });
});

test('work with a limit on what is under way begins in order, and a failure makes room too', async () => {
  const turn = atATime(2);
  let going = 0;
  let most = 0;
  const begun: number[] = [];
  const works = Array.from({ length: 9 }, (_, index) =>
    turn(async () => {
      begun.push(index);
      most = Math.max(most, ++going);
      for (let tick = 0; tick < 3; tick++) await Promise.resolve();
      going--;
      if (index % 2 === 0) throw new Error('no');
      return index;
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(most).toBe(2);
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(works.map((_, index) => index % 2 === 1));
});
