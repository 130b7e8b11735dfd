import { withHeader } from '../http/message.ts';
import type { Variant } from './variant.ts';

export const versioningVariants: readonly Variant[] = [
  {
    id: 'versioning/assay-results-under-v3-only',
    freedoms: ['FRE-131'],
    summary: 'Assay results are listed at /api/v3/assay-results and nowhere else.',
    profile: { api: { assayResultsPath: '/api/v3/assay-results' } },
    behaviour: (normal) => ({
      listingPaths: (listing) =>
        listing.kind === 'assayResult' ? ['/api/v3/assay-results'] : normal.listingPaths(listing),
    }),
  },
  {
    id: 'versioning/v2-announces-its-end',
    freedoms: ['FRE-212'],
    summary: 'Every answer under /api/v2 carries Deprecation and Sunset headers.',
    behaviour: () => ({
      answer: (answer, call) => {
        if (!call.request.path.startsWith('/api/v2/')) return answer;
        return withHeader(withHeader(answer, 'Deprecation', '@1798761600'), 'Sunset', 'Fri, 31 Dec 2032 23:59:59 GMT');
      },
    }),
  },
];
