import type { Call } from '../../../call.ts';
import type { ActorReference, ApiKey } from '../../../state/model.ts';
import { ofUsers } from '../condition.ts';
import type { Decision } from '../decision.ts';
import { all, isKey } from '../kinds.ts';
import {
  alsoKnowKeys,
  alsoStop,
  alsoTakeAsBearer,
  creditInstead,
  exempt,
  keepWithdrawn,
  showAll,
  showNothing,
} from '../operators.ts';
import { keyIn, type Holds, type Presented } from '../presented.ts';

const liveKeys = (call: Call): ApiKey[] =>
  call.tenant.state.apiKeys
    .values()
    .filter(({ retiredAt }) => retiredAt === undefined)
    .toArray();

/** Whether it took the place of another one. */
const isReplacement: Holds = (call, presented) => {
  const key = keyIn(presented);
  return (
    key !== undefined &&
    call.tenant.state.apiKeys
      .values()
      .some((other) => other !== key && other.userId === key.userId && other.retiredAt !== undefined)
  );
};
const whileAnotherHasRotated: Holds = (call, { userId }) =>
  call.tenant.state.apiKeys.values().some((one) => one.userId !== userId && one.retiredAt !== undefined);
const another = (call: Call, { userId }: Presented): ActorReference | undefined => {
  const user = call.tenant.state.users.values().find(({ id }) => id !== userId);
  return user && { kind: 'user', id: user.id };
};

const call = ['form', 'listing', 'version', 'scheme', 'connection'] as const;

/** What a personal key is, and what it lets its owner do. */
export const apiKeyDecisions: readonly Decision[] = [
  {
    profile: 'api-key',
    id: 'keys-are-refused',
    does: 'A key is refused',
    breaks: ['KEY-01', 'KEY-02', 'KEY-17'],
    also: ['KEY-03', 'KEY-14', 'KEY-18', 'KEY-22'],
    where: {
      age: ['EXP-21'],
      'a suspended user': ['LIF-08'],
      'an archived app': ['LIF-29'],
      'one version': ['KEY-20'],
    },
    under: ['form', 'listing', 'version', 'write', 'connection', 'uses', 'age', 'key', ...ofUsers, 'bystanders'],
    except: [
      'of-users-in-no-project',
      'on-first-pages',
      'on-bare-calls',
      'of-first-keys',
      'of-keys-with-an-end',
      'of-users-once-suspended',
      'of-users-twice-suspended',
    ],
    wrong: alsoStop('keyIsRetired', isKey),
  },
  {
    profile: 'api-key',
    id: 'new-keys-are-refused',
    does: 'A key that took the place of another one is refused',
    breaks: ['KEY-14', 'KEY-01', 'KEY-02', 'KEY-17'],
    also: ['KEY-16', 'KEY-20'],
    where: {
      age: ['EXP-21', 'EXP-27'],
      'a suspended user': ['LIF-08'],
      'an archived app': ['LIF-29'],
      again: ['LIF-06'],
    },
    under: ['form', 'listing', 'version', 'write', 'connection', 'uses', 'age', ...ofUsers, 'bystanders'],
    except: ['of-users-in-no-project', 'of-owners-who-rotated'],
    wrong: alsoStop('keyIsRetired', all(isKey, isReplacement)),
  },
  {
    profile: 'api-key',
    id: 'replaced-keys-are-served',
    does: 'A key that was replaced by a rotation is served',
    breaks: ['KEY-15'],
    also: ['LIF-05', 'LIF-06', 'EXP-27'],
    where: { 'one version': ['VER-16'] },
    under: [...call, 'write', 'uses', 'age', 'key', ...ofUsers, 'bystanders'],
    except: ['of-owners-who-rotated'],
    wrong: exempt('keyIsRetired', isKey),
  },
  {
    profile: 'api-key',
    id: 'rotations-reach-other-keys',
    does: 'Once a user has rotated a key, the key of another one is refused',
    breaks: ['KEY-16', 'KEY-01', 'KEY-17'],
    also: ['LIF-06'],
    under: ['form', 'listing', 'version', 'connection', 'key', ...ofUsers],
    except: ['of-users-in-no-project'],
    wrong: alsoStop('keyIsRetired', all(isKey, whileAnotherHasRotated)),
  },
  {
    profile: 'api-key',
    id: 'keys-show-all',
    does: 'A key shows every project',
    breaks: ['KEY-04', 'LST-31'],
    also: ['KEY-18', 'KEY-19', 'LST-30'],
    under: ['form', 'listing', 'version', 'connection', 'uses', 'key', 'user', 'user past'],
    wrong: showAll(isKey),
  },
  {
    profile: 'api-key',
    id: 'keys-show-nothing',
    does: 'A key shows nothing',
    breaks: ['KEY-03', 'LST-31'],
    also: ['KEY-18', 'KEY-19', 'LIF-07'],
    where: { 'a suspended user': ['LIF-08'], 'an archived app': ['LIF-29'], 'one version': ['KEY-20'] },
    under: ['form', 'listing', 'version', 'connection', 'uses', 'age', 'key', 'user', 'user past', 'bystanders'],
    except: ['of-users-in-no-project', 'of-users-once-suspended', 'of-users-twice-suspended'],
    wrong: showNothing(isKey),
  },
  {
    profile: 'api-key',
    id: 'keys-keep-what-was-withdrawn',
    does: 'A key shows a project that its owner was taken out of',
    breaks: ['KEY-19', 'KEY-04', 'LST-31'],
    also: ['VER-20'],
    where: { 'one version': ['VER-20'] },
    under: ['form', 'listing', 'version', 'connection', 'uses', 'key', 'user', 'user past'],
    except: ['of-users-in-no-project', 'of-users-taken-out-of-a-project'],
    wrong: keepWithdrawn(isKey),
  },
  {
    profile: 'api-key',
    id: 'records-of-keys-name-another',
    does: 'A record that is created with a key names another user as its creator',
    breaks: ['KEY-05'],
    also: ['KEY-18', 'LIF-16'],
    under: ['connection', 'uses', 'age', 'key', 'user', 'user past', 'bystanders'],
    except: ['of-users-in-no-project', 'of-users-once-suspended', 'of-users-twice-suspended'],
    wrong: creditInstead(isKey, another),
  },
  {
    profile: 'api-key',
    id: 'cut-keys-are-served',
    does: 'A key without its last character is served',
    breaks: ['KEY-07'],
    under: [...call, 'key'],
    except: ['on-following-pages', 'on-sized-pages', 'on-sorted-pages', 'on-filtered-pages', 'of-rotated-keys'],
    wrong: alsoKnowKeys((call, { username, password }) =>
      password === '' ? liveKeys(call).find(({ value }) => value.slice(0, -1) === username) : undefined,
    ),
  },
  {
    profile: 'api-key',
    id: 'keys-are-passwords',
    does: 'A key is taken as the password beside an empty username',
    breaks: ['KEY-09'],
    under: [...call, 'key'],
    except: ['on-following-pages'],
    wrong: alsoKnowKeys((call, { username, password }) =>
      username === '' && password !== '' ? liveKeys(call).find(({ value }) => value === password) : undefined,
    ),
  },
  {
    profile: 'api-key',
    id: 'addresses-are-usernames',
    does: 'A key is taken as the password beside the address of its owner',
    breaks: ['KEY-10'],
    under: [...call, 'key', 'user make'],
    except: ['on-following-pages'],
    wrong: alsoKnowKeys((call, { username, password }) =>
      liveKeys(call).find(
        ({ value, userId }) => value === password && call.tenant.state.users.get(userId)?.email === username,
      ),
    ),
  },
  {
    profile: 'api-key',
    id: 'keys-are-bearer-tokens',
    does: 'A key is taken as a bearer token',
    breaks: ['KEY-11'],
    also: ['TRN-09'],
    under: [...call],
    except: ['on-following-pages'],
    wrong: alsoTakeAsBearer((call, value) => {
      const key = liveKeys(call).find((one) => one.value === value);
      return key && { kind: 'user', id: key.userId, credential: { kind: 'apiKey', key } };
    }),
  },
  {
    profile: 'api-key',
    id: 'access-tokens-are-usernames',
    does: 'An access token is taken as the username',
    breaks: ['KEY-12'],
    also: ['TRN-09'],
    under: [...call, 'bystanders'],
    except: ['on-following-pages'],
    wrong: alsoKnowKeys((call, { username }) => {
      const token = call.tenant.state.accessTokens.find(username);
      const user = call.tenant.state.users.values().find(({ active }) => active);
      return token === undefined || user === undefined
        ? undefined
        : { value: username, userId: user.id, createdAt: call.now, retiredAt: undefined };
    }),
  },
];
