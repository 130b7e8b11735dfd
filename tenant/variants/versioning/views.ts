import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Milliseconds of real time by which the replica that v3 reads is behind. */
const LAG = 40;

/** Variants of the content of the versions, and of its delay. */
export const viewVariants: readonly Variant[] = [
  {
    id: 'versioning/v3-reads-a-replica',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'Records, grants and withdrawals appear in v3 a moment later than in v2.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: (normal) => {
      const lags = (path: string): boolean => path.startsWith('/api/v3/');
      return {
        isListed: (call, record) =>
          normal.isListed(call, record) &&
          (!lags(call.request.path) || call.now.getTime() - record.addedAt.getTime() >= LAG),
        grantCounts: (call, grant) => {
          if (!lags(call.request.path)) return normal.grantCounts(call, grant);
          const then = call.now.getTime() - LAG;
          const withdrawn = grant.revokedAt !== undefined && grant.revokedAt.getTime() <= then;
          return grant.grantedAt.getTime() <= then && !withdrawn;
        },
      };
    },
  },
  {
    id: 'versioning/page-tokens-work-once',
    freedoms: ['FRE-135'],
    summary: 'A page has seven results, and a page token is valid for one use within five minutes.',
    behaviour: (normal) => {
      const given = new Map<string, number>();
      return {
        defaultPageSize: () => 7,
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          given.set(token, call.now.getTime());
          return token;
        },
        readPageToken: (call, actor, listing, token) => {
          const since = given.get(token);
          given.delete(token);
          return since === undefined || call.now.getTime() - since > 300_000
            ? refusal('invalid-page-token', 'nextToken has been used or is too old.')
            : normal.readPageToken(call, actor, listing, token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-entries-are-those-since-2020',
    freedoms: ['FRE-155'],
    warnings: ['LST-32'],
    summary: 'v3 leaves out records that were last modified before the year 2020.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        normal
          .recordsFor(call, actor, listing)
          .filter(({ modifiedAt }) => listing.version === 'v2' || modifiedAt.getUTCFullYear() >= 2020),
    }),
  },
];
