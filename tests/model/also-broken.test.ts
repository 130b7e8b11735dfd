import { describe, expect, test } from 'vitest';
import { day } from '../../core/spans.ts';
import { WrittenStory } from './written-story.ts';

const month = 30 * day;

describe('a credential that still works after its lifetime, unlike another one,', () => {
  test('was used when it was no longer new, or never', () => {
    const story = new WrittenStory();
    const [once, used, never] = [story.appToken(0), story.appToken(1), story.appToken(2)];
    story.presented(once, 'served').presented(used, 'served').elapse(300).presented(used, 'served').elapse(605);
    expect(story.wordFor('EXP-06', used)).toBe('refused EXP-02');
    story.presented(once, 'refused');
    expect(story.wordFor('EXP-06', used)).toBe('refused EXP-06');
    expect(story.wordFor('EXP-07', never)).toBe('refused EXP-07');
    expect(story.word(used)).toBe('refused EXP-02');
  });

  test('is one of several of its app', () => {
    const story = new WrittenStory();
    const [alone, older] = [story.appToken(1), story.appToken(0)];
    story.elapse(450).appToken(0);
    story.elapse(455).presented(alone, 'refused');
    expect(story.wordFor('EXP-08', older)).toBe('refused EXP-08');
  });

  test('is a key that was used', () => {
    const story = new WrittenStory();
    const [idle, used] = [story.key(0), story.key(1)];
    story
      .elapse(20 * day)
      .presented(used, 'served')
      .elapse(11 * day)
      .presented(idle, 'refused');
    expect(story.wordFor('EXP-26', used)).toBe('refused EXP-26');
  });

  test('is a refresh token whose access token made calls, or whose user refreshed another token', () => {
    const story = new WrittenStory();
    const [called, first, second, alone] = [story.grant(0, 0), story.grant(1, 0), story.grant(1, 0), story.grant(2, 0)];
    story.elapse(60).presented(called.access, 'served').refresh(second.refresh);
    story.elapse(month).presented(alone.refresh, 'refused');
    expect(story.wordFor('EXP-19', called.refresh)).toBe('refused EXP-19');
    expect(story.wordFor('EXP-18', first.refresh)).toBe('refused EXP-18');
    expect(story.wordFor('EXP-12', first.refresh)).toBe('refused EXP-12');
  });
});

describe('a credential that is refused before its end', () => {
  test('is a key that does not expire, if a younger key was seen to expire', () => {
    const story = new WrittenStory();
    const [young, old] = [story.datedKey(32 * day, 0), story.datedKey(400 * day, 1, 'no')];
    expect(story.word(old)).toBe('accepted EXP-24');
    story.presented(young, 'refused');
    expect(story.wordFor('EXP-25', old)).toBe('accepted EXP-25');
  });

  test('is a refresh token whose access token has expired, or that was issued after another one had expired', () => {
    const story = new WrittenStory();
    const { refresh } = story.grant();
    story.elapse(29 * day);
    expect(story.wordFor('EXP-10', refresh)).toBe('accepted EXP-10');
    story.elapse(2 * day);
    const anew = story.refresh(story.grant().refresh);
    expect(story.wordFor('EXP-16', anew.refresh)).toBe('accepted EXP-16');
  });

  test('is a delegated token, if another token of its app or user expired before, or another user authorized the app', () => {
    const story = new WrittenStory();
    const own = story.appToken();
    story.elapse(600);
    const { access, refresh } = story.grant(0, 0);
    story.presented(access, 'served').elapse(305).presented(own, 'refused');
    expect(story.wordFor('EXP-08', access)).toBe('accepted EXP-08');
    story.grant(1, 0);
    expect(story.wordFor('EXP-34', refresh)).toBe('accepted EXP-34');
  });

  test('is a new app token', () => {
    const story = new WrittenStory();
    expect(story.wordFor('EXP-01', story.appToken())).toBe('accepted EXP-01');
  });
});

describe('a further key or a wrong presentation leaves open', () => {
  test('the earlier keys of the user', () => {
    const story = new WrittenStory();
    const [first, second] = [story.key(), story.key()];
    expect(story.word(first)).toBe('unspecified FRE-93');
    expect(story.word(second)).toBe('accepted KEY-01');
  });

  test('a refresh token, but not its end', () => {
    const story = new WrittenStory();
    const { refresh } = story.grant();
    story.beside({ kind: 'misused', credential: refresh.id, how: 'by another app' });
    expect(story.word(refresh)).toBe('unspecified FRE-86');
    expect(story.elapse(31 * day).word(refresh)).toBe('refused EXP-12');
  });
});
