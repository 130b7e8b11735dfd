import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../core/journal.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import { aUser } from '../../drivers/world/actors.ts';
import type { ActorMake } from '../../drivers/world/actor-makes.ts';
import { ActorMakes, plain, traitsOf } from '../../drivers/world/actor-makes.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import '../drawn-seed.ts';

const several = 24;

function drawnFrom(makes: ActorMakes): ActorMake[] {
  return Array.from({ length: several }, () => makes.next());
}

/**
 * Returns the parts of a scene that making users needs. Its control accepts names and addresses for which `refusal`
 * returns undefined.
 */
function sceneAt(
  refusal: (email: string, name: string) => TestBedTrouble | undefined,
): [scene: Scene, asked: { email: string; name: string }[]] {
  const asked: { email: string; name: string }[] = [];
  let made = 0;
  const scene = {
    makes: new ActorMakes(1),
    journal: new Journal(),
    supports: () => false,
    target: {
      control: { kind: 'http' },
      runId: 'r1',
      makesToAvoid: new Set<string>(),
      name: (what: string) => `labconform r1 ${what} ${++made}`,
    },
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
  test('have the same names each time that the case is done', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(drawnFrom(new ActorMakes(seed))).toEqual(drawnFrom(new ActorMakes(seed)));
      }),
    );
  });

  test('of its parts have the same names, whichever part is the first', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), (seed, before) => {
        const [one, other] = [new ActorMakes(seed), new ActorMakes(seed)];
        for (let made = 0; made < before; made++) [one, other].map((makes) => makes.next());
        const there = [one.ofPart(0), one.ofPart(1)].map(drawnFrom);
        const back = [other.ofPart(1), other.ofPart(0)].map(drawnFrom);
        expect(back.toReversed()).toEqual(there);
      }),
    );
  });

  test('are plain outside a case', () => {
    expect(drawnFrom(new ActorMakes())).toEqual(Array.from({ length: several }, () => plain));
  });

  test('have every trait in some cases', () => {
    const traits = new Set(
      Array.from({ length: 20 }, (_, seed) => drawnFrom(new ActorMakes(seed)))
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

/** Makes several users at a control that fails `failing`. Returns the operations, and the actors in the journal. */
async function doneFor(kind: string, failing?: string) {
  const done: string[] = [];
  const journal = new Journal();
  let made = 0;
  const scene = {
    makes: new ActorMakes(2, true),
    journal,
    supports: () => true,
    target: { runId: 'r1', makesToAvoid: new Set(), control: { kind }, name: (what: string) => `${what} ${++made}` },
    operate: async (operation: string, input: { email?: string }) => {
      done.push(operation);
      if (operation === failing) throw new TestBedTrouble(`${operation} ended with an error`, {});
      return { userId: `u${made}`, appId: `a${made}`, projectId: `p${made}`, email: input.email };
    },
  };
  for (let user = 0; user < several; user++) await aUser(scene as unknown as Scene);
  const times = (operation: string): number => done.filter((one) => one === operation).length;
  return { times, actors: journal.actors };
}

describe('the surroundings of the users of a case', () => {
  test('are sometimes further projects and archived apps, and the journal names them', async () => {
    const { times, actors } = await doneFor('http');
    expect(times('project.grant')).toBeGreaterThan(0);
    expect(times('project.grant')).toBeLessThan(several);
    expect(times('app.archive')).toBeGreaterThan(0);
    expect([...actors]).toEqual(expect.arrayContaining(['two further projects', 'an archived app beside']));
  });

  test('contain nothing that a person would have to do', async () => {
    const { times } = await doneFor('manual');
    expect(times('user.create')).toBe(several);
    expect(times('project.create') + times('app.create')).toBe(0);
  });

  test('contain nothing that the control failed to make once', async () => {
    const { times, actors } = await doneFor('http', 'app.archive');
    expect(times('user.create')).toBe(several);
    expect(times('app.archive')).toBe(1);
    expect(actors).not.toContain('an archived app beside');
  });
});

describe('a control', () => {
  test('that accepts every name gets users as drawn, and the journal names their traits', async () => {
    const [scene, asked] = sceneAt(() => undefined);
    for (let user = 0; user < several; user++) await aUser(scene);
    expect(asked).toHaveLength(several);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(several);
    expect(scene.journal.actors.size).toBe(4);
  });

  test.each([
    ['refuses', { refusal: true }],
    ['fails for', {}],
  ])('that %s addresses with a tag is asked for such an address only once', async (_, facts) => {
    const [scene, asked] = sceneAt((email) =>
      email.includes('+') ? new TestBedTrouble('user.create ended with an error', facts) : undefined,
    );
    for (let user = 0; user < several; user++) await aUser(scene);
    const tagged = asked.filter(({ email }) => email.includes('+'));
    expect(new Set(tagged.map(({ email }) => email)).size).toBe(1);
    expect(scene.journal.actors).not.toContain('a tag in the address');
  });
});
