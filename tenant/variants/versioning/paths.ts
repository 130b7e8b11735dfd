import type { Call, Route } from '../../call.ts';
import { withHeader, type Answer } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const page = (title: string) => (): Answer => ({
  status: 200,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: `<!doctype html><title>${title}</title><p>Sign in to go on.</p>`,
});

/** Variants of paths and versions. */
export const pathVariants: readonly Variant[] = [
  {
    id: 'versioning/assay-results-under-v3-only',
    freedoms: ['FRE-131'],
    summary: 'Assay results are listed only at /api/v3/assay-results.',
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
  {
    id: 'versioning/further-token-paths',
    freedoms: ['FRE-211'],
    summary: 'Tokens are also issued at /api/v3/token, /api/v2/oauth/token and /token.',
    behaviour: (normal) => ({
      tokenPaths: () => [...normal.tokenPaths(), '/api/v3/token', '/api/v2/oauth/token', '/token'],
    }),
  },
  {
    id: 'versioning/further-versions',
    freedoms: ['FRE-213'],
    summary: 'Each listing also exists under /api/v1, /api/v4 and /api/latest.',
    behaviour: (normal) => ({
      listingPaths: (listing) => [
        ...normal.listingPaths(listing),
        ...['v1', 'v4', 'latest'].map((version) => `/api/${version}/${listing.version}/${listing.kind}`),
      ],
    }),
  },
  {
    id: 'versioning/pages-of-the-web-application',
    freedoms: ['FRE-214', 'FRE-215'],
    summary: 'There are pages at /editor and at versioned authorize paths.',
    behaviour: (normal) => ({
      routes: (paths) => [
        ...normal.routes(paths),
        ...['/editor', '/api/v2/oauth/authorize', '/api/v3/oauth/authorize'].map((path): Route => ({
          method: 'GET',
          path,
          part: 'api',
          answer: page('Laboratory'),
        })),
      ],
    }),
  },
  {
    id: 'versioning/v3-items-of-another-shape',
    freedoms: ['FRE-132', 'FRE-133', 'FRE-217'],
    summary:
      'v3 nests its items: data.records, each with meta and attributes, and ids as addresses in addition to the plain ones.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) =>
        listing.version === 'v2'
          ? normal.pageMembers(call, listing, items, nextToken)
          : {
              apiVersion: 3,
              nextToken,
              data: {
                records: items.map((record) => ({
                  meta: { identifier: record.id, href: `/records/${record.id}`, modifiedAt: record.modifiedAt },
                  attributes: [
                    { key: 'title', value: record.name },
                    { key: 'label', value: record.label },
                  ],
                })),
              },
            },
    }),
  },
  {
    id: 'versioning/v2-numbers-its-pages',
    freedoms: ['FRE-134', 'FRE-217'],
    summary: 'v2 pages have counts, links and warnings in addition to their items, whose members have other names.',
    behaviour: (normal) => ({
      shapeItemV2: (call, record) => ({
        entityId: record.id,
        entityName: record.name,
        modifiedAt: call.tenant.behaviour.shapeTime(record.modifiedAt),
        createdBy: call.tenant.behaviour.shapeCreator(call, record.createdBy),
        _links: { self: `${call.tenant.baseUrl()}/records/${record.id}` },
      }),
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return listing.version === 'v2' ? { ...members, count: items.length, _warning: null } : members;
      },
    }),
  },
  {
    id: 'versioning/unknown-paths-look-the-same-to-strangers',
    freedoms: ['FRE-06', 'FRE-213'],
    summary: 'Callers without a credential get 401 for unknown paths and methods.',
    behaviour: (normal) => ({
      unknownRoute: (call: Call, methods) =>
        call.request.headers.has('authorization')
          ? normal.unknownRoute(call, methods)
          : refusal('no-credential', 'The request carries no Authorization header.'),
    }),
  },
  {
    id: 'versioning/each-path-has-refresh-tokens-of-its-own',
    freedoms: ['FRE-26', 'FRE-241'],
    summary: 'A refresh token is known only at the token path that issued it; the other path treats it as unknown.',
    warnings: ['VER-10'],
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token?.path === call.request.path ? token : undefined;
      },
      refusalCode: (call, refused) =>
        refused.refused === 'unknown-refresh-token' ? 'unknown_token' : normal.refusalCode(call, refused),
    }),
  },
];
