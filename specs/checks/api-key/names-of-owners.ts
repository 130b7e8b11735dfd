import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { KeyOwner, Laboratory } from '../../../drivers/world/actors.ts';
import { aKey, aKeyOwnerWithAccess, aLaboratoryFor, aReplacedKey } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, showsNone } from '../../expectations/acceptance.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { callInsistently, listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { settledView } from '../../expectations/settled-view.ts';

/** A user who is called as one wishes, with a key and something to see. */
interface Named extends KeyOwner {
  readonly what: string;
  readonly laboratory: Laboratory | undefined;
}

/** Users whose names or addresses are nearly, or quite, those of another; without those whom the tenant will not have. */
async function neighbours(scene: Scene): Promise<readonly Named[]> {
  const local = scene.target.name('user').replaceAll(' ', '-');
  const name = `Conformance ${scene.target.name('user')}`;
  const domain = `${scene.target.runId}.conformance.example`;
  const drafts = [
    { what: 'a user', email: `${local}@${domain}` },
    { what: 'a user whose address has a tag', email: `${local}+lab@${domain}` },
    { what: 'a user whose address has capitals', email: `Capital.${local}@${domain}` },
  ];
  const users: Named[] = [];
  for (const { what, email } of drafts) {
    const made = await unlessRefused(scene.operate('user.create', { email, name }));
    // an address that is taken for another one's may lead to the same user
    if (made === undefined || users.some(({ userId }) => userId === made.userId)) continue;
    const user = { userId: made.userId, email: made.email };
    const laboratory = await aLaboratoryFor(scene, user);
    users.push({ ...user, what, laboratory, apiKey: await aKey(scene, user) });
  }
  return users;
}

/** Keys of users who are called alike ("Basic authentication": calls are attributed to the key's owner). */
export const namesOfOwnersChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-is-its-owners-whatever-they-are-called',
    title: 'Keys of users with equal names, tags or capitals in their addresses each act as their owner',
    proves: ['KEY-01', 'KEY-16', 'KEY-18'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate', 'access'],
    async gather(scene) {
      const plain = await aKeyOwnerWithAccess(scene);
      const target = listingAt(await listingsOpenTo(scene, plain.authorization), 0);
      const users = await neighbours(scene);
      const recordsOf = ({ laboratory }: Named) => laboratory?.records.filter(({ kind }) => kind === target.kind) ?? [];
      const seen = [];
      for (const user of users) {
        const own = recordsOf(user);
        const authorization = basic(user.apiKey);
        const call = await callInsistently(scene, target.path, authorization);
        const others = users.filter((other) => other !== user).flatMap(recordsOf);
        const look = async () => scene.view(target, authorization);
        seen.push({ user, call, view: await settledView(scene, look, { due: own, never: others }), others });
      }
      const control = await scene.call(target.path, { authorization: plain.authorization });
      const [first, ...rest] = users;
      if (first === undefined) return null;
      await aReplacedKey(scene, first);
      const after: { user: Named; call: Exchange }[] = [];
      for (const user of rest) {
        after.push({ user, call: await callInsistently(scene, target.path, basic(user.apiKey)) });
      }
      return { path: target.path, seen, control, after };
    },
    *judge(evidence) {
      if (evidence === null) {
        yield notApplicable('no user can have such a name or address');
        return;
      }
      const { path, seen, control, after } = evidence;
      if (!(yield* premise(accepted(control), `GET ${path} with the key of another user ${answer(control)}`))) return;
      for (const { user, call, view, others } of seen) {
        yield* isAccepted(call, 'KEY-01', `GET ${path} with the key of ${user.what}`);
        yield* showsNone(view, others, 'KEY-18', `GET ${path} with the key of ${user.what}`);
      }
      for (const { user, call } of after) {
        const before = seen.find((one) => one.user === user);
        if (before === undefined || !accepted(before.call)) continue;
        const subject = `GET ${path} with the key of ${user.what} after that of another one of the same name was rotated`;
        yield* isAccepted(call, 'KEY-16', subject);
      }
    },
  }),

  check({
    id: 'api-key/what-a-key-creates-names-no-namesake',
    title: 'A record created with a key names its owner and nobody of the same name',
    proves: ['KEY-05'],
    needs: ['user.create', 'apiKey.create', 'access', 'write-probe'],
    async gather(scene) {
      const users = await neighbours(scene);
      const owner = users.at(-1);
      if (owner === undefined || users.length < 2) return null;
      const project = await aWritableProject(scene, ...users);
      const write = (): Promise<Exchange> => writeRecord(scene, basic(owner.apiKey), project?.projectId);
      const written = await scene.settle(write, succeeded);
      return { written, owner, others: users.filter((one) => one !== owner), pointer: creatorPointer(scene) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('no two users can have one name');
        return;
      }
      const { written, owner, others, pointer } = seen;
      const namesakes = others.map((other) => identityOf(other, 'another user of the same name'));
      const subject = 'a record created with the key of one of several users of one name';
      yield* isAttributedTo(written, pointer, identityOf(owner, "the key's owner"), namesakes, 'KEY-05', subject);
    },
  }),
];
