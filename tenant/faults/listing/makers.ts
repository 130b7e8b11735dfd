import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';

/** Makes page tokens that any actor can use. They go on with the records of the actor for whom they were made. */
export function pageTokensOfMaker(
  normal: Behaviour,
  good: (call: Call, maker: Actor, actor: Actor) => boolean = () => true,
): Partial<Behaviour> {
  const makers = new Map<string, Actor>();
  const makerOf = (call: Call, actor: Actor): Actor => {
    const maker = makers.get(normal.pageTokenOf(call) ?? '');
    return maker !== undefined && good(call, maker, actor) ? maker : actor;
  };
  return {
    makePageToken: (call, actor, listing, last) => {
      const token = normal.makePageToken(call, makerOf(call, actor), listing, last);
      makers.set(token, makerOf(call, actor));
      return token;
    },
    readPageToken: (call, actor, listing, token) => normal.readPageToken(call, makerOf(call, actor), listing, token),
    recordsFor: (call, actor, listing) => normal.recordsFor(call, makerOf(call, actor), listing),
  };
}

/** Makes page tokens that replace a credential, by default if a call has none. */
export function pageTokensAsCredentials(
  normal: Behaviour,
  good: (call: Call, maker: Actor) => boolean = () => true,
  lacksOne: (call: Call) => boolean = ({ request }) => !request.headers.has('authorization'),
): Partial<Behaviour> {
  const makers = new Map<string, Actor>();
  return {
    makePageToken: (call, actor, listing, last) => {
      const token = normal.makePageToken(call, actor, listing, last);
      makers.set(token, actor);
      return token;
    },
    authenticate: (call) => {
      const maker = makers.get(normal.pageTokenOf(call) ?? '');
      return maker !== undefined && lacksOne(call) && good(call, maker) ? maker : normal.authenticate(call);
    },
  };
}
