import { describe, expect, test } from 'vitest';
import { day } from '../../core/spans.ts';
import { WrittenStory } from './written-story.ts';

describe('a credential that has expired', () => {
  test('is answered with 401, and a credential that a state has stopped with any refusal', () => {
    const story = new WrittenStory();
    const [key, token] = [story.key(), story.appToken()];
    story.elapse(40 * day).presented(key, 'refused', { unauthorized: false });
    story.presented(token, 'refused', { unauthorized: false });
    expect(story.broken()).toEqual(['EXP-23', 'EXP-03']);
    const suspended = new WrittenStory();
    const stopped = suspended.key();
    suspended.user('suspended').presented(stopped, 'refused', { unauthorized: false });
    expect(suspended.broken()).toEqual([]);
  });

  test('ages while its user or its app is inactive, which is derived', () => {
    const story = new WrittenStory();
    const [key, token] = [story.key(), story.appToken()];
    const { refresh } = story.grant();
    story
      .user('suspended')
      .app('archived')
      .elapse(10 * day)
      .user('unsuspended')
      .app('unarchived')
      .elapse(30 * day);
    expect([story.word(key), story.word(token), story.word(refresh)]).toEqual([
      'refused EXP-29',
      'refused EXP-31',
      'refused EXP-32',
    ]);
    const later = new WrittenStory();
    const old = later.key();
    later
      .user('suspended')
      .elapse(40 * day)
      .user('unsuspended');
    expect(later.word(old)).toBe('refused EXP-30');
  });
});

describe('the age of a credential', () => {
  test.each([
    [898, 'accepted EXP-01'],
    [899, 'accepted EXP-01'],
    [899.5, 'unspecified FRE-128'],
    [900, 'refused EXP-02'],
  ])('%d s after its issue an app token is %s', (seconds, word) => {
    const story = new WrittenStory();
    const token = story.appToken();
    expect(story.elapse(seconds).word(token)).toBe(word);
  });

  test('lets a refresh token live for thirty days from its own issue', () => {
    const story = new WrittenStory();
    const first = story.grant();
    expect(story.elapse(2_591_999).word(first.refresh)).toBe('accepted EXP-11');
    const second = story.refresh(first.refresh);
    expect(story.elapse(2_591_999).word(second.refresh)).toBe('accepted EXP-13');
    expect(story.elapse(1).word(second.refresh)).toBe('refused EXP-14');
  });

  test('ends a key after thirty days, at the latest with the day, unless it never expires', () => {
    const story = new WrittenStory();
    const [key, old, odd] = [story.key(0), story.key(1, 'no'), story.key(2, 'unspecified')];
    story.elapse(2_592_000);
    expect([key, old, odd].map((one) => story.word(one))).toEqual([
      'unspecified FRE-96',
      'accepted EXP-24',
      'unspecified FRE-94',
    ]);
    story.elapse(86_400);
    expect([key, odd].map((one) => story.word(one))).toEqual(['refused EXP-22', 'unspecified FRE-94']);
  });

  test('leaves a key open from the beginning of the day on which it may end', () => {
    const story = new WrittenStory();
    const key = story.key();
    expect(story.elapse(29 * day).word(key)).toBe('accepted EXP-21');
    expect(story.elapse(1).word(key)).toBe('unspecified FRE-96');
  });

  test('counts from the date of a key that was dated back', () => {
    const story = new WrittenStory();
    expect(story.word(story.datedKey(20 * day))).toBe('accepted EXP-21');
    expect(story.word(story.datedKey(31 * day, 1))).toBe('refused EXP-22');
  });

  test('ends a key that replaced one without an end, however many rotations are added', () => {
    const story = new WrittenStory();
    const once = story.rotated({ ...story.key(0, 'no'), expires: 'yes' });
    const twice = story.rotated(once);
    story.elapse(31 * day);
    expect(story.word(twice)).toBe('refused EXP-27');
    expect(story.elapse(30 * day).word(twice)).toBe('refused EXP-28');
  });

  test('continues in a suspension, and its end revives nothing', () => {
    const story = new WrittenStory();
    const key = story.key();
    story.elapse(2_800_000).presented(key, 'refused').user('suspended').user('unsuspended');
    expect(story.word(key)).toBe('refused EXP-30');
  });

  test('keeps a token refused after the first refusal', () => {
    const story = new WrittenStory();
    const token = story.appToken();
    story.elapse(900).presented(token, 'refused');
    expect(story.word(token)).toBe('refused EXP-33');
  });
});
