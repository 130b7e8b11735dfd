import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../core/journal.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import { aUser } from '../../drivers/world/actors.ts';
import type { Naming } from '../../drivers/world/naming.ts';
import { Namings, plain, traitsOf } from '../../drivers/world/naming.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import '../drawn-seed.ts';

const several = 24;

function drawnFrom(namings: Namings): Naming[] {
  return Array.from({ length: several }, () => namings.next());
}

/** As much of a scene as users are made with, at a control that takes names and addresses for which `refusal` gives nothing. */
function sceneAt(
  refusal: (email: string, name: string) => TestBedTrouble | undefined,
): [scene: Scene, asked: { email: string; name: string }[]] {
  const asked: { email: string; name: string }[] = [];
  let made = 0;
  const scene = {
    namings: new Namings(1),
    journal: new Journal(),
    target: { runId: 'r1', namesToAvoid: new Set<string>(), name: (what: string) => `labconform r1 ${what} ${++made}` },
    operate: async (_: string, input: { email: string; name: string }) => {
      asked.push(input);
      const trouble = refusal(input.email, input.name);
      if (trouble !== undefined) throw trouble;
      return { userId: `u${asked.length}`, email: input.email };
    },
  };
  return [scene as unknown as Scene, asked];
}

describe('the users and apps of a case', () => {
  test('are named the same each time that the case is done', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(drawnFrom(new Namings(seed))).toEqual(drawnFrom(new Namings(seed)));
      }),
    );
  });

  test('of its parts are named the same, whichever part is the first', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), (seed, before) => {
        const [one, other] = [new Namings(seed), new Namings(seed)];
        for (let made = 0; made < before; made++) [one, other].map((namings) => namings.next());
        const there = [one.ofPart(0), one.ofPart(1)].map(drawnFrom);
        const back = [other.ofPart(1), other.ofPart(0)].map(drawnFrom);
        expect(back.toReversed()).toEqual(there);
      }),
    );
  });

  test('are plain where no case is in hand', () => {
    expect(drawnFrom(new Namings())).toEqual(Array.from({ length: several }, () => plain));
  });

  test('have every trait in some cases', () => {
    const traits = new Set(
      Array.from({ length: 20 }, (_, seed) => drawnFrom(new Namings(seed)))
        .flat()
        .flatMap(traitsOf),
    );
    expect([...traits].toSorted()).toEqual([
      'a name beyond ASCII',
      'a name with marks of HTML',
      'a tag in the address',
      'dots and an apostrophe in the address',
    ]);
  });
});

describe('a control', () => {
  test('that takes every name gets users as drawn, and the case tells of them', async () => {
    const [scene, asked] = sceneAt(() => undefined);
    for (let user = 0; user < several; user++) await aUser(scene);
    expect(asked).toHaveLength(several);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(several);
    expect(scene.journal.actors.size).toBe(4);
  });

  test.each([
    ['refuses', { refusal: true }],
    ['fails for', {}],
  ])('that %s addresses with a tag is asked for one once', async (_, facts) => {
    const [scene, asked] = sceneAt((email) =>
      email.includes('+') ? new TestBedTrouble('user.create ended with an error', facts) : undefined,
    );
    for (let user = 0; user < several; user++) await aUser(scene);
    const tagged = asked.filter(({ email }) => email.includes('+'));
    expect(new Set(tagged.map(({ email }) => email)).size).toBe(1);
    expect(scene.journal.actors).not.toContain('a tag in the address');
  });
});
