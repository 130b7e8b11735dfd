import type { Behaviour } from '../../behaviour/behaviour.ts';

/** Tells whether a call of the API that creates an entry is being answered, for faults that tell of it otherwise. */
export function whileCreating(normal: Pick<Behaviour, 'answerCreation'>): {
  readonly isCreating: () => boolean;
  readonly creating: Pick<Behaviour, 'answerCreation'>;
} {
  let creating = false;
  return {
    isCreating: () => creating,
    creating: {
      answerCreation: (call, actor) => {
        creating = true;
        try {
          return normal.answerCreation(call, actor);
        } finally {
          creating = false;
        }
      },
    },
  };
}
