import { describe, expect, test } from 'vitest';
import { exercisedBy } from '../../specs/model/exercised.ts';
import { WrittenStory } from './written-story.ts';

/** Returns the entries that the last presentation of a story exercises, in words. */
function lastOf({ past }: WrittenStory, expected: 'served' | 'refused'): string[] {
  const place = past.findLastIndex(({ kind }) => kind === 'presented');
  const presented = past[place];
  if (presented?.kind !== 'presented') throw new Error('nothing was presented');
  return exercisedBy(past.slice(0, place), presented, expected).map(
    ({ credential, circumstance, form }) => `${credential} ${circumstance}: ${form}`,
  );
}

describe('the entries that a presentation exercises', () => {
  test('depend on the events since the issue, and include each form of call', () => {
    const story = new WrittenStory();
    const token = story.appToken();
    story.presented(token, 'served', { forms: ['listing', 'following page'] });
    expect(lastOf(story, 'served')).toEqual(['app token when new: listing', 'app token when new: following page']);
    story.elapse(60).presented(token, 'served', { forms: ['listing'] });
    expect(lastOf(story, 'served')).toEqual(['app token after some time: listing']);
    story.app('archived', 1).presented(token, 'served', { forms: ['sorted page'] });
    expect(lastOf(story, 'served')).toEqual(['app token after a change of state of others: sorted page']);
    story.app('archived').presented(token, 'refused', { forms: ['filtered page'] });
    expect(lastOf(story, 'refused')).toEqual(['app token while its app is archived: filtered page']);
    story.elapse(900).presented(token, 'refused', { forms: ['listing'] });
    expect(lastOf(story, 'refused')).toEqual(['app token for several of these at once: listing']);
  });

  test('include each token path that was asked', () => {
    const story = new WrittenStory();
    const secret = story.secret();
    story.presented(secret, 'served', { forms: ['legacy token path'] });
    expect(lastOf(story, 'served')).toEqual(['client secret when new: legacy token path']);
    story.app('archived').presented(secret, 'refused', { forms: ['token path', 'legacy token path'] });
    expect(lastOf(story, 'refused')).toEqual([
      'client secret while its app is archived: token path',
      'client secret while its app is archived: legacy token path',
    ]);
  });
});
