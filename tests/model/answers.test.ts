import { describe, expect, test } from 'vitest';
import { WrittenStory } from './written-story.ts';

describe('a suspension', () => {
  test("stops the user's key, and its end brings the same key back", () => {
    const story = new WrittenStory();
    const key = story.key();
    story.user('suspended');
    expect(story.word(key)).toBe('refused LIF-01');
    story.presented(key, 'refused').user('unsuspended');
    expect(story.word(key)).toBe('accepted LIF-05');
  });

  test('that is not the first is judged by the requirement of cycles after the first was seen to work', () => {
    const story = new WrittenStory();
    const key = story.key();
    story.user('suspended').presented(key, 'refused').user('unsuspended').presented(key, 'served').user('suspended');
    expect(story.word(key)).toBe('refused LIF-06');
    story.presented(key, 'refused').user('unsuspended');
    expect(story.word(key)).toBe('accepted LIF-06');
  });

  test('stops delegated tokens, and leaves their state afterwards open', () => {
    const story = new WrittenStory();
    const { access, refresh } = story.grant();
    story.user('suspended');
    expect(story.word(access)).toBe('refused LIF-02');
    expect(story.word(refresh)).toBe('refused LIF-03');
    story.user('unsuspended');
    expect(story.word(access)).toBe('unspecified FRE-114');
    expect(story.word(refresh)).toBe('unspecified FRE-114');
  });

  test('stops them for each app, which is judged after it was seen to stop them for one', () => {
    const story = new WrittenStory();
    const one = story.grant(0, 0);
    const other = story.grant(0, 1);
    story.user('suspended').presented(one.access, 'refused');
    expect(story.word(other.access)).toBe('refused LIF-04');
  });

  test('of one user stops neither other users nor apps', () => {
    const story = new WrittenStory();
    const key = story.key(1);
    const secret = story.secret();
    const token = story.appToken();
    story.user('suspended', 0);
    expect([key, secret, token].map((one) => story.word(one))).toEqual([
      'accepted LIF-08',
      'accepted LIF-10',
      'accepted LIF-09',
    ]);
  });

  test('that is only at the identity provider stops nothing', () => {
    const story = new WrittenStory();
    const key = story.key();
    const { access, refresh } = story.grant();
    story.user('suspendedAtProvider');
    expect([key, access, refresh].map((one) => story.word(one))).toEqual([
      'accepted LIF-12',
      'accepted LIF-13',
      'accepted LIF-14',
    ]);
  });

  test('stops a code from before it and a code from during it', () => {
    const story = new WrittenStory();
    const before = story.code();
    story.user('suspended');
    expect(story.word(before)).toBe('refused LIF-18');
    expect(story.word(story.code())).toBe('refused LIF-17');
  });
});

describe('an event that changes no state', () => {
  test('revives nothing', () => {
    const story = new WrittenStory();
    const key = story.key();
    story
      .user('suspended')
      .presented(key, 'refused')
      .beside({ kind: 'besideUser', user: 0, what: 'was added to a project' });
    expect(story.word(key)).toBe('refused LIF-01');
  });

  test('ends no token, which is derived', () => {
    const story = new WrittenStory();
    const [token, { access, refresh }, key] = [story.appToken(), story.grant(), story.key()];
    story.beside({ kind: 'besideApp', app: 0, what: 'was given a webhook' });
    expect([token, access, refresh, key].map((one) => story.word(one))).toEqual([
      'accepted EXP-35',
      'accepted EXP-35',
      'accepted EXP-34',
      'accepted KEY-01',
    ]);
    expect(story.answer(token)).toMatchObject({ open: 'FRE-240' });
  });
});

describe('archiving', () => {
  test('stops all credentials of the app, at once', () => {
    const story = new WrittenStory();
    const [secret, token, { access, refresh }] = [story.secret(), story.appToken(), story.grant()];
    story.app('archived');
    const all = [token, secret, access, refresh];
    expect(all.map((one) => story.word(one))).toEqual([
      'refused LIF-21',
      'refused LIF-22',
      'refused LIF-23',
      'refused LIF-24',
    ]);
    for (const one of all) expect(story.answer(one)).toMatchObject({ atOnce: true, unusableIsEnough: true });
  });

  test('that ends brings the secret back, and leaves earlier tokens open', () => {
    const story = new WrittenStory();
    const [secret, token, { refresh }] = [story.secret(), story.appToken(), story.grant()];
    story.app('archived').presented(secret, 'refused').app('unarchived');
    expect(story.word(secret)).toBe('accepted LIF-27');
    expect(story.word(token)).toBe('unspecified FRE-120');
    expect(story.word(refresh)).toBe('unspecified FRE-121');
    expect(story.word(story.appToken())).toBe('accepted LIF-26');
  });

  test('does not affect other apps and keys', () => {
    const story = new WrittenStory();
    const [key, token] = [story.key(), story.appToken(1)];
    story.app('archived', 0);
    expect([story.word(key), story.word(token)]).toEqual(['accepted LIF-29', 'accepted LIF-29']);
  });

  test('that stopped a token, and no longer does after a change of state, is judged by the requirement of the sequence', () => {
    const story = new WrittenStory();
    const token = story.appToken();
    story.app('archived').presented(token, 'refused').app('uninstalled').app('installed');
    expect(story.word(token)).toBe('refused LIF-42');
  });
});

describe('the legacy token path', () => {
  test('is stopped by every state, which is derived', () => {
    const archived = new WrittenStory();
    const secret = archived.secret();
    archived.app('archived');
    expect(archived.word(secret, true)).toBe('refused VER-15');
    expect(archived.word(secret)).toBe('refused LIF-22');

    const suspended = new WrittenStory();
    const { refresh } = suspended.grant();
    suspended.user('suspended');
    expect(suspended.word(refresh, true)).toBe('refused VER-15');
  });

  test('refuses a token that was spent at the other path, which is a requirement of its own', () => {
    const story = new WrittenStory();
    const { refresh } = story.grant();
    story.refresh(refresh);
    expect(story.word(refresh, true)).toBe('refused VER-11');
    expect(story.word(refresh)).toBe('refused DEL-42');
  });

  test('issues tokens that expire like all others', () => {
    const story = new WrittenStory();
    const [legacy, usual] = [story.legacyAppToken(), story.appToken()];
    story.elapse(905);
    expect([story.word(legacy), story.word(usual)]).toEqual(['refused VER-14', 'refused EXP-02']);
  });

  test('is blamed for its tokens only after other tokens were seen to be stopped', () => {
    const story = new WrittenStory();
    const [legacy, usual] = [story.legacyAppToken(), story.appToken()];
    story.app('archived');
    expect(story.word(legacy)).toBe('refused LIF-21');
    story.presented(usual, 'refused');
    expect(story.word(legacy)).toBe('refused VER-15');
  });

  test('is blamed for a refusal only if a token of the other path is served', () => {
    const story = new WrittenStory();
    story.presented(story.appToken(1), 'served');
    const legacy = story.legacyAppToken();
    expect(story.presented(legacy, 'refused').broken()).toEqual(['CCR-04']);
    expect(story.presented(legacy, 'refused', { contrast: 'other token path' }).broken()).toEqual(['CCR-04', 'VER-09']);
  });
});

describe('a form of call', () => {
  test('is blamed if a key that works again is served in a plain call', () => {
    const story = new WrittenStory();
    const key = story.key();
    story.presented(key, 'served').user('suspended').user('unsuspended').presented(key, 'refused');
    expect(story.broken()).toEqual(['LIF-05']);
    story.past.pop();
    expect(story.presented(key, 'refused', { contrast: 'other form' }).broken()).toEqual(['LIF-07']);
  });
});

describe('a denial', () => {
  test('ends no credential of others, which is derived', () => {
    const story = new WrittenStory();
    const { access, refresh } = story.grant(0);
    story.visit(1, 0, 'deny', 'refused');
    expect([story.word(access), story.word(refresh)]).toEqual(['accepted EXP-35', 'accepted EXP-34']);
  });

  test('may make later consents vain, until the app has got a code again', () => {
    const story = new WrittenStory();
    story.visit(0, 0, 'deny', 'refused').visit(0, 0, 'grant', 'refused');
    expect(story.visitWord(0, 0, 'grant')).toBe('unspecified FRE-230');
    expect(story.visitWord(1, 0, 'grant')).toBe('accepted DEL-01');
    story.visit(0, 0, 'grant', 'served');
    expect(story.visitWord(0, 0, 'grant')).toBe('accepted DEL-01');
  });
});

describe('a version of the API', () => {
  test('is blamed if the other version treats the same credential correctly', () => {
    const story = new WrittenStory();
    const token = story.appToken();
    story.presented(token, 'refused', { contrast: 'other version' });
    story.app('archived').presented(token, 'served', { contrast: 'other version' });
    expect(story.broken()).toEqual(['VER-02', 'VER-16']);
  });
});

describe('an uninstallation', () => {
  test("is not undone by another user's consent", () => {
    const story = new WrittenStory();
    const { refresh } = story.grant(0);
    story.app('uninstalled').app('installed').presented(refresh, 'refused');
    story.grant(1);
    expect(story.word(refresh)).toBe('refused LIF-39');
  });

  test('ends delegated tokens permanently, also if the app is installed again', () => {
    const story = new WrittenStory();
    const { access, refresh } = story.grant();
    story.app('uninstalled');
    expect([story.word(access), story.word(refresh)]).toEqual(['refused LIF-31', 'refused LIF-32']);
    story.app('installed');
    expect([story.word(access), story.word(refresh)]).toEqual(['refused LIF-36', 'refused LIF-35']);
  });

  test('is not undone by un-suspending the user', () => {
    const story = new WrittenStory();
    const { refresh } = story.grant();
    story.app('uninstalled').app('installed').presented(refresh, 'refused').user('suspended').user('unsuspended');
    expect(story.word(refresh)).toBe('refused LIF-43');
  });

  test('leaves open what the app may do with its own credentials', () => {
    const story = new WrittenStory();
    const [secret, token] = [story.secret(), story.appToken()];
    story.app('uninstalled');
    expect([story.word(secret), story.word(token)]).toEqual(['unspecified FRE-47', 'unspecified FRE-47']);
    story.app('installed');
    expect([story.word(secret), story.word(token)]).toEqual(['unspecified FRE-49', 'unspecified FRE-50']);
  });

  test('leaves the access of a reinstalled app open until it is added to its project again', () => {
    const story = new WrittenStory();
    const old = story.appToken();
    story.app('uninstalled').app('installed');
    const token = story.appToken();
    story.beside({ kind: 'besideApp', app: 0, what: 'was added to a project' });
    expect(story.word(token)).toBe('unspecified FRE-50');
    story.beside({ kind: 'besideApp', app: 0, what: 'was added to its project again' });
    expect([story.word(old), story.word(story.appToken())]).toEqual(['unspecified FRE-49', 'accepted CCR-04']);
  });

  test('requires every user to consent again', () => {
    const story = new WrittenStory();
    story.grant(0);
    story.grant(1);
    expect(story.visitWord(0, 0, 'deny')).toBe('unspecified FRE-72');
    story.app('uninstalled');
    expect(story.visitWord(0, 0, 'grant')).toBe('refused LIF-34');
    story.app('installed');
    expect(story.visitWord(0, 0, 'deny')).toBe('refused LIF-37');
    story.visit(0, 0, 'deny', 'refused').visit(1, 0, 'grant', 'served');
    expect(story.visitWord(0, 0, 'deny')).toBe('refused LIF-39');
    expect(story.visitWord(1, 0, 'deny')).toBe('unspecified FRE-72');
  });
});

describe('refresh tokens', () => {
  test('work only once, and then get the specified error', () => {
    const story = new WrittenStory();
    const first = story.grant();
    const second = story.refresh(first.refresh);
    expect(story.word(second.refresh)).toBe('accepted DEL-37');
    expect(story.answer(first.refresh)).toMatchObject({ requirement: 'DEL-42', invalidGrant: 'DEL-43' });
    story.presented(first.refresh, 'refused');
    expect(story.answer(first.refresh)).toMatchObject({ requirement: 'DEL-42', invalidGrant: 'DEL-44' });
  });

  test('leave the old access token open after they are used', () => {
    const story = new WrittenStory();
    const first = story.grant();
    story.refresh(first.refresh);
    expect(story.word(first.access)).toBe('unspecified FRE-81');
  });

  test('that are used twice leave their whole family open, and nothing else', () => {
    const story = new WrittenStory();
    const [first, other] = [story.grant(), story.grant(1)];
    const second = story.refresh(first.refresh);
    story.presented(first.refresh, 'refused');
    expect([story.word(second.access), story.word(second.refresh)]).toEqual([
      'unspecified FRE-83',
      'unspecified FRE-82',
    ]);
    expect(story.word(other.refresh)).toBe('accepted DEL-47');
  });

  test('that are used twice leave other authorizations of the user open, but a single use does not', () => {
    const story = new WrittenStory();
    const first = story.grant();
    const other = story.grant();
    story.refresh(first.refresh);
    expect(story.word(other.refresh)).toBe('accepted DEL-46');
    story.presented(first.refresh, 'refused');
    expect(story.word(other.refresh)).toBe('unspecified FRE-82');
  });

  test('of an earlier generation are refused like the last spent one', () => {
    const story = new WrittenStory();
    const first = story.grant();
    story.refresh(story.refresh(first.refresh).refresh);
    expect(story.word(first.refresh)).toBe('refused DEL-45');
  });

  test('whose error is not specified are compared only by their refusal', () => {
    const story = new WrittenStory();
    const first = story.grant();
    story.refresh(first.refresh);
    story.user('suspended');
    expect(story.answer(first.refresh)).toMatchObject({ word: 'refused', invalidGrant: undefined });
  });

  test('are open after the client secret was rotated', () => {
    const story = new WrittenStory();
    const secret = story.secret();
    const { access, refresh } = story.grant();
    const renewed = story.rotated(secret);
    expect([access, refresh].map((one) => story.word(one))).toEqual(['unspecified FRE-42', 'unspecified FRE-43']);
    expect([secret, renewed].map((one) => story.word(one))).toEqual(['refused TOK-23', 'accepted TOK-22']);
  });
});
