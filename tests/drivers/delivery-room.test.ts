import { describe, expect, test } from 'vitest';
import { DeliveryRoom } from '../../drivers/session/delivery-room.ts';

const never = new AbortController().signal;

/** A room for one case, and the names of the cases that came in so far. */
function roomForOne() {
  const room = new DeliveryRoom();
  const cases = new Map<string, object>();
  const entered: string[] = [];
  const enter = async (name: string, signal = never): Promise<void> => {
    const someone = cases.get(name) ?? {};
    cases.set(name, someone);
    await room.enter(someone, 1, signal);
    entered.push(name);
  };
  const of = (name: string): object => cases.get(name) ?? {};
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { room, entered, enter, of, turn };
}

describe('room for cases that have webhooks', () => {
  test('is there once another case has left', async () => {
    const { room, entered, enter, of, turn } = roomForOne();
    await enter('first');
    void enter('second');
    await turn();
    expect(entered).toEqual(['first']);
    room.leave(of('first'));
    await turn();
    expect(entered).toEqual(['first', 'second']);
  });

  test('is there while another case only listens, which goes on at once afterwards and keeps its place', async () => {
    const { room, entered, enter, of, turn } = roomForOne();
    await enter('first');
    void enter('second');
    void enter('third');
    const listened = Promise.withResolvers<void>();
    const listening = room.whileListening(of('first'), listened.promise);
    await turn();
    expect(entered).toEqual(['first', 'second']);
    listened.resolve();
    await listening;
    room.leave(of('second'));
    await turn();
    expect(entered).toEqual(['first', 'second']);
    room.leave(of('first'));
    await turn();
    expect(entered).toEqual(['first', 'second', 'third']);
  });

  test('is not given up by more than two dozen that listen', async () => {
    const { room, entered, enter, of, turn } = roomForOne();
    const listened = Promise.withResolvers<void>();
    const all: Promise<void>[] = [];
    for (let number = 0; number < 30; number++) {
      void enter(`${number}`);
      await turn();
      all.push(room.whileListening(of(`${number}`), listened.promise));
    }
    await turn();
    expect(entered).toHaveLength(25);
    listened.resolve();
    await Promise.all(all);
  });

  test('is handed on by a case that ends while it waits, or while it listens', async () => {
    const { room, entered, enter, of, turn } = roomForOne();
    await enter('first');
    const stopped = new AbortController();
    void enter('second', stopped.signal);
    void enter('third');
    stopped.abort();
    const listened = Promise.withResolvers<void>();
    const listening = room.whileListening(of('first'), listened.promise);
    await turn();
    expect(entered).toEqual(['first', 'second', 'third']);
    room.leave(of('first'));
    listened.resolve();
    await listening;
    void enter('fourth');
    await turn();
    expect(entered).not.toContain('fourth');
    room.leave(of('third'));
    await turn();
    expect(entered).toContain('fourth');
  });
});
