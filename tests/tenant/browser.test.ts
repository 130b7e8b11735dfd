import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { createCookieJar } from '../../tenant/browser/cookie-jar.ts';
import { Unanswered, visit } from '../../tenant/browser/browser.ts';
import { httpServer } from '../drivers/loopback-server.ts';

test('a page of endless length is cut off', async () => {
  let left = false;
  await using server = await httpServer((_request, response) => {
    response.on('close', () => (left = true));
    const piece = Buffer.alloc(64 * 1024, ' ');
    const goOn = (): void => {
      if (!response.destroyed) response.write(piece, goOn);
    };
    goOn();
  });
  const dispatcher = new Agent();
  const person = { email: 'ada@example.org', password: 'right', consent: 'grant' } as const;
  const visited = visit(new URL(server.url), { dispatcher, jar: createCookieJar(), person, isInside: () => true });
  await expect(visited).rejects.toThrow(Unanswered);
  await dispatcher.destroy();
  await expect.poll(() => left).toBe(true);
});
