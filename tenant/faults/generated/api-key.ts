import { keysBeside } from '../lifecycle/decisions.ts';
import { inNoProject, ofCalls, ofUsers } from '../operators/condition.ts';
import type { Decisions } from './decision.ts';
import { isLive, keysOf } from '../operators/keys.ts';
import { all, isKey } from '../operators/kinds.ts';
import { alsoStop } from '../operators/operators.ts';
import type { Holds } from '../operators/presented.ts';
import { hideProjects, showAlso } from '../operators/visibility.ts';
import { hasRotatedAway } from '../api-key/conditions.ts';
import {
  alone,
  altered,
  asBearer,
  asUsername,
  besideAddress,
  credited,
  refused,
  replacedKeys,
  withdrawn,
} from '../api-key/decisions.ts';

const whileAnotherHasRotated: Holds = ({ tenant }, { userId }) =>
  keysOf(tenant).some((one) => one.userId !== userId && !isLive(one));

/** Decisions about API keys and about the permissions of their owners. */
export const apiKeyDecisions: Decisions = {
  'keys-are-refused': {
    ...refused.keys,
    also: ['KEY-03', 'KEY-14', 'KEY-18', 'KEY-22'],
    where: { age: ['EXP-21'], 'one version': ['KEY-20'], ...keysBeside },
    does: 'A key is refused',
    under: [...ofCalls, 'version', 'write', 'uses', 'age', 'key', ...ofUsers, 'bystanders'],
    except: [
      ...inNoProject,
      'on-first-pages',
      'on-bare-calls',
      'of-first-keys',
      'of-keys-with-an-end',
      'of-users-once-suspended',
      'of-users-twice-suspended',
    ],
  },
  'new-keys-are-refused': {
    breaks: ['KEY-14', 'KEY-01', 'KEY-02', 'KEY-17'],
    also: ['KEY-16', 'KEY-20'],
    where: { age: ['EXP-21', 'EXP-27'], again: ['LIF-06'], ...keysBeside },
    does: 'A key that replaced another one is refused',
    under: [...ofCalls, 'version', 'write', 'uses', 'age', ...ofUsers, 'bystanders'],
    except: [...inNoProject, 'of-owners-who-rotated'],
    wrong: alsoStop('keyIsRetired', all(isKey, hasRotatedAway)),
  },
  'replaced-keys-are-served': {
    ...replacedKeys,
    also: ['LIF-05', 'LIF-06', 'EXP-27'],
    where: { 'one version': ['VER-16'] },
    does: 'A key that was replaced by a rotation is served',
    under: [...ofCalls, 'version', 'scheme', 'write', 'uses', 'age', 'key', ...ofUsers, 'bystanders'],
    except: ['of-owners-who-rotated'],
  },
  'rotations-reach-other-keys': {
    breaks: ['KEY-16', 'KEY-01', 'KEY-17'],
    also: ['LIF-06'],
    does: 'Once another user has rotated a key, a key is refused',
    under: [...ofCalls, 'version', 'key', ...ofUsers],
    except: inNoProject,
    wrong: alsoStop('keyIsRetired', all(isKey, whileAnotherHasRotated)),
  },
  'keys-show-all': {
    breaks: ['KEY-04', 'LST-31'],
    also: ['KEY-18', 'KEY-19', 'LST-30'],
    where: { 'a filter': ['FLT-39'] },
    does: 'A key shows every project',
    under: [...ofCalls, 'version', 'uses', 'key', 'user', 'user past'],
    wrong: showAlso(isKey),
  },
  'keys-show-nothing': {
    breaks: ['KEY-03', 'LST-31'],
    also: ['KEY-18', 'KEY-19', 'LIF-07'],
    where: { 'one version': ['KEY-20'], 'a filter': ['FLT-41'], ...keysBeside },
    does: 'A key shows nothing',
    under: [...ofCalls, 'version', 'uses', 'age', 'key', 'user', 'user past', 'bystanders'],
    except: [...inNoProject, 'of-users-once-suspended', 'of-users-twice-suspended'],
    wrong: hideProjects(isKey),
  },
  'keys-keep-what-was-withdrawn': {
    ...withdrawn,
    breaks: ['KEY-19', 'KEY-04', 'LST-31'],
    also: ['VER-20'],
    where: { 'one version': ['VER-20'], 'a filter': ['FLT-39'] },
    does: 'A key shows a project that its owner was taken out of',
    under: [...ofCalls, 'version', 'uses', 'key', 'user', 'user past'],
    except: [...inNoProject, 'of-users-taken-out-of-a-project'],
  },
  'records-of-keys-name-another': {
    ...credited(({ tenant }, { userId }) => {
      const user = tenant.state.users.values().find(({ id }) => id !== userId);
      return user && { kind: 'user', id: user.id };
    }),
    also: ['KEY-18', 'LIF-16'],
    does: 'A record that is created with a key names another user as its creator',
    under: ['connection', 'uses', 'age', 'key', 'user', 'user past', 'bystanders'],
    except: [...inNoProject, 'of-users-once-suspended', 'of-users-twice-suspended'],
  },
  'cut-keys-are-served': {
    ...altered((username, key) => key.slice(0, -1) === username),
    does: 'A key without its last character is served',
    under: [...ofCalls, 'version', 'scheme', 'key'],
    except: ['on-following-pages', 'on-sized-pages', 'on-sorted-pages', 'on-filtered-pages', 'of-rotated-keys'],
  },
  'keys-are-passwords': {
    ...alone,
    does: 'A key is accepted as the password with an empty username',
    under: [...ofCalls, 'version', 'scheme', 'key'],
    except: ['on-following-pages'],
  },
  'addresses-are-usernames': {
    ...besideAddress,
    does: 'A key is accepted as the password with the address of its owner as the username',
    under: [...ofCalls, 'version', 'scheme', 'key', 'user make'],
    except: ['on-following-pages'],
  },
  'keys-are-bearer-tokens': {
    ...asBearer(),
    also: ['TRN-09'],
    does: 'A key is accepted as a bearer token',
    under: [...ofCalls, 'version', 'scheme'],
    except: ['on-following-pages'],
  },
  'access-tokens-are-usernames': {
    ...asUsername,
    also: ['TRN-09'],
    does: 'An access token is accepted as the username',
    under: [...ofCalls, 'version', 'scheme', 'bystanders'],
    except: ['on-following-pages'],
  },
};
