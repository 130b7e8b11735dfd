import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { notApplicable, observation } from '../../../core/judgement.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { basic, onTheWire } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  alteredKey,
  describeAlteration,
  describeUsername,
  keyAlterations,
  keyLikenesses,
  strangeUsernames,
  usernameOf,
} from '../../../generators/api-key.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { refusedAsClientError, refusedByContrast } from '../../expectations/refusal.ts';
import type { KeyStage } from '../../expectations/open-listings.ts';
import { keyStage, keyStages, listingAt } from '../../expectations/open-listings.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

/** A wrong Basic credential, beside the same call with a right key. */
interface Contrast {
  readonly path: string;
  readonly what: string;
  readonly wrong: Exchange;
  readonly right: Exchange;
}

/** Judges that each of them was refused where a right key is served. */
function* eachRefused(
  calls: readonly Contrast[],
  requirement: RequirementId,
): Generator<Judgement<RequirementId, never>> {
  for (const { path, what, wrong, right } of calls) {
    yield* refusedByContrast(wrong, right, requirement, `GET ${path} with ${what}`);
  }
}

/** Octets that UTF-8 has not, that no username may hold, or that nobody sees. None is white space. */
const noText: readonly (readonly [name: string, octets: readonly number[]])[] = [
  ['an octet that UTF-8 has not', [0xff]],
  ['a character of UTF-8 that was cut off', [0xc3]],
  ['a NUL and a letter', [0x00, 0x78]],
  ['a control character', [0x01]],
  ['DEL', [0x7f]],
  ['a soft hyphen', [0xc2, 0xad]],
];

/** Basic credentials that are no key in the place of a key ("Basic authentication", 1; "Errors", first row). */
export const refusalChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-never-issued-is-answered-401',
    title: 'A key that was never issued is answered with 401',
    proves: ['KEY-06'],
    needs: ['api-key'],
    cases: objectOf({ usernames: fc.array(strangeUsernames, { minLength: 1, maxLength: 4 }), listing: fc.nat(4) }),
    describe: ({ usernames }) => `a username ${usernames.map(describeUsername).join(', then ')}`,
    arrange: keyStage,
    async gather(scene, { usernames, listing }, stage) {
      const seen: Contrast[] = [];
      for (const username of usernames) {
        const text = usernameOf(username, stage.owner.apiKey);
        if (text === undefined) continue; // the key has no stranger of its form
        if (username.kind === 'formed like a key') {
          scene.journal.secrets.learnNearMiss(stage.owner.apiKey, text, 'another one of its form');
        }
        seen.push(await contrast(scene, stage, listing, `a username ${describeUsername(username)}`, basic(text)));
      }
      return seen;
    },
    *judge(seen) {
      for (const { path, what, wrong, right } of seen) {
        yield* refusedByContrast(wrong, right, 'KEY-06', `GET ${path} with ${what} that is nobody's key`);
      }
    },
  }),

  check({
    id: 'api-key/an-altered-key-is-answered-401',
    title: 'A key altered by one character, cut short, extended or in another letter case is answered with 401',
    proves: ['KEY-07'],
    needs: ['api-key'],
    cases: objectOf({ alteration: keyAlterations, listing: fc.nat(4) }),
    describe: ({ alteration }) => `a live key, ${describeAlteration(alteration)}`,
    arrange: keyStage,
    async gather(scene, { alteration, listing }, stage) {
      const { apiKey } = stage.owner;
      const altered = alteredKey(apiKey, alteration);
      if (altered === undefined) return null;
      const what = describeAlteration(alteration);
      scene.journal.secrets.learnNearMiss(apiKey, altered, what);
      return contrast(scene, stage, listing, `a live key, ${what},`, basic(altered));
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('the drawn alteration does not change this key');
        return;
      }
      yield* refusedByContrast(seen.wrong, seen.right, 'KEY-07', `GET ${seen.path} with ${seen.what}`);
    },
  }),

  check({
    id: 'api-key/a-likeness-of-a-key-is-answered-401',
    title: 'A pattern that fits a live key, or letters that resemble it, are answered with 401',
    proves: ['KEY-07'],
    needs: ['api-key'],
    async gather(scene) {
      const stage = await keyStage(scene);
      const seen: Contrast[] = [];
      for (const alteration of keyLikenesses) {
        const pattern = alteredKey(stage.owner.apiKey, alteration);
        if (pattern === undefined) continue;
        const what = describeAlteration(alteration);
        scene.journal.secrets.learnNearMiss(stage.owner.apiKey, pattern, what);
        seen.push(await contrast(scene, stage, 0, `a live key, ${what},`, basic(pattern)));
      }
      return seen;
    },
    *judge(seen) {
      yield* eachRefused(seen, 'KEY-07');
    },
  }),

  check({
    id: 'api-key/octets-beside-a-key-are-not-overlooked',
    title: 'A live key with octets before, in or behind it that are no text, or none that is seen, is refused',
    proves: ['KEY-07'],
    needs: ['api-key'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `live keys with octets that are no text, at ${openListingNamed(listing)}`,
    arrange: keyStage,
    async gather(scene, listing, { owner, authorization, open }) {
      const { path } = listingAt(open, listing);
      const key = Buffer.from(owner.apiKey, 'utf8');
      const calls = [];
      for (const [name, octets] of noText) {
        for (const [place, at] of [
          ['before it', 0],
          ['in its middle', Math.floor(key.length / 2)],
          ['behind it', key.length],
        ] as const) {
          const value = Buffer.concat([key.subarray(0, at), Buffer.from(octets), key.subarray(at), Buffer.from(':')]);
          const what = `${name} ${place}`;
          scene.journal.secrets.learnNearMiss(owner.apiKey, value.toString('latin1').slice(0, -1), what);
          const credential = `Basic ${value.toString('base64')}`;
          calls.push({
            what,
            call: await scene.call(path, { authorization: credential, note: `a live key, ${what}` }),
          });
        }
      }
      return { path, calls, right: await scene.settle(() => scene.call(path, { authorization }), accepted) };
    },
    *judge({ path, calls, right }) {
      for (const { what, call } of calls) {
        yield* refusedAsClientError(call, right, 'KEY-07', `GET ${path} with a live key, ${what}`);
      }
    },
  }),

  check({
    id: 'api-key/empty-basic-credentials-are-answered-401',
    title: 'Basic with an empty username and an empty password is answered with 401',
    proves: ['KEY-08'],
    needs: ['api-key'],
    async gather(scene) {
      const stage = await keyStage(scene);
      const { apiKey } = stage.owner;
      const path = listingAt(stage.open, 0).path;
      const elsewhere = [
        ['FRE-89', 'another password than the empty one', basic(apiKey, 'labconform')],
        ['FRE-90', 'no colon', `Basic ${Buffer.from(apiKey, 'utf8').toString('base64')}`],
        ['FRE-91', 'no base64', `Basic ${onTheWire(apiKey)}`],
      ] as const;
      const free = [];
      for (const [freedom, what, authorization] of elsewhere) {
        const call = await scene.call(path, { authorization, note: `a right key with ${what}, which is free` });
        free.push({ freedom, what, call });
      }
      return { empty: await onEachListing(scene, stage, [['an empty username and password', basic('')]]), free };
    },
    *judge({ empty, free }) {
      yield* eachRefused(empty, 'KEY-08');
      for (const { freedom, what, call } of free) {
        const observed = `a right key with ${what} ${accepted(call) ? 'was served' : 'was refused'}`;
        yield observation(freedom, observed, call);
      }
    },
  }),

  check({
    id: 'api-key/a-key-as-password-is-answered-401',
    title: 'The key as password with an empty username is answered with 401',
    proves: ['KEY-09'],
    needs: ['api-key'],
    async gather(scene) {
      const calls: Contrast[] = [];
      for (const stage of await keyStages(scene)) {
        const what = `${stage.kind} as password and no username`;
        calls.push(...(await onEachListing(scene, stage, [[what, basic('', stage.owner.apiKey)]])));
      }
      return calls;
    },
    *judge(calls) {
      yield* eachRefused(calls, 'KEY-09');
    },
  }),

  check({
    id: 'api-key/a-name-beside-the-key-is-answered-401',
    title: "The owner's name or e-mail address as username with the key as password is answered with 401",
    proves: ['KEY-10'],
    needs: ['api-key'],
    async gather(scene) {
      const calls: Contrast[] = [];
      for (const stage of await keyStages(scene)) {
        const credentials = namesOf(stage.owner).map(
          ([name, text]) =>
            [`${name} as username and ${stage.kind} as password`, basic(text, stage.owner.apiKey)] as const,
        );
        calls.push(...(await onEachListing(scene, stage, credentials)));
      }
      return calls;
    },
    *judge(calls) {
      yield* eachRefused(calls, 'KEY-10');
    },
  }),

  check({
    id: 'api-key/a-name-alone-is-answered-401',
    title: "A user's name, e-mail address or number as username is answered with 401",
    proves: ['KEY-06'],
    needs: ['api-key', 'user.create'],
    async gather(scene) {
      const stage = await keyStage(scene);
      const keyless = await aUser(scene);
      const credentials = [...namesOf(stage.owner), ...namesOf(keyless)].map(
        ([name, text], index) =>
          [`${name} of a user ${index < 4 ? 'with' : 'without'} a key as username`, basic(text)] as const,
      );
      const numbers = ['0', '1', '2'].map((text) => [`the number ${text} as username`, basic(text)] as const);
      // what a look-up that is put together as text, or as a pattern, takes for something else
      const marks = ["'", '(', '[', '\\'].map((text) => [`${text} as username`, basic(text)] as const);
      // by which some services let in whoever has no name, or is taken for everybody
      const words = ['anonymous', 'guest', 'admin', '*', '%', "' or '1'='1"].map(
        (text) => [`${text} as username`, basic(text)] as const,
      );
      return onEachListing(scene, stage, [...credentials, ...numbers, ...marks, ...words]);
    },
    *judge(calls) {
      yield* eachRefused(calls, 'KEY-06');
    },
  }),
];

async function contrast(
  scene: Scene,
  { authorization, open }: KeyStage,
  listing: number,
  what: string,
  wrong: string,
): Promise<Contrast> {
  const { path } = listingAt(open, listing);
  return {
    path,
    what,
    wrong: await scene.call(path, { authorization: wrong, note: what }),
    right: await scene.settle(() => scene.call(path, { authorization }), accepted),
  };
}

async function onEachListing(
  scene: Scene,
  stage: KeyStage,
  credentials: readonly (readonly [what: string, authorization: string])[],
): Promise<Contrast[]> {
  const { open, authorization } = stage;
  const calls: Contrast[] = [];
  for (const { path } of open) {
    const answers = [];
    for (const [what, wrong] of credentials) {
      answers.push({ what, wrong: await scene.call(path, { authorization: wrong, note: what }) });
    }
    const right = await scene.settle(() => scene.call(path, { authorization }), accepted);
    calls.push(...answers.map((answered) => ({ ...answered, path, right })));
  }
  return calls;
}

/** What a user may be called; the suite's users have their name in their address. */
function namesOf({ userId, email }: User): (readonly [what: string, text: string])[] {
  return [
    ['the e-mail address', email],
    ['the e-mail address in upper case', email.toUpperCase()],
    ['the name', email.split('@', 1)[0] ?? email],
    ['the identifier', userId],
  ];
}
