import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice the delay, and short, because the suite waits in real time. */
const late = 40;

/** Variants of a search index that is separate from the records. */
export const indexVariants: readonly Variant[] = [
  {
    id: 'filtering/the-index-comes-late',
    freedoms: ['FRE-13'],
    summary:
      'A record is listed at once, and filters find it a moment later: by numbers and dates later than by texts and links.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const types = [...condition.byType.keys()];
        const itsLate = types.some((type) => type === 'Integer' || type === 'Float' || type === 'Date')
          ? late
          : late / 2;
        return call.now.getTime() - record.addedAt.getTime() >= itsLate && normal.satisfies(call, record, condition);
      },
    }),
  },
  {
    id: 'filtering/identifiers-of-nothing-are-refused',
    freedoms: ['FRE-164', 'FRE-177', 'FRE-180'],
    summary: 'A link or dropdown filter by an identifier that occurs in no field of a record is answered with 404.',
    behaviour: (normal) => ({
      readIdentifierAssertion: (call, type, text) => {
        const { byKind } = call.tenant.state.records;
        const isLinked = byKind.assayResult.some(({ fields }) =>
          Object.values(fields).some((field) => normal.valuesOf(call, field).includes(text)),
        );
        return isLinked
          ? normal.readIdentifierAssertion(call, type, text)
          : refusal('not-found', 'There is nothing with this identifier.');
      },
    }),
  },
];
