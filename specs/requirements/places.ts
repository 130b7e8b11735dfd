/**
 * The places of the specification on which requirements rest: its sections, and in each section the rows, steps, rules,
 * points and sentences by number and subject. A place that is not listed here does not compile.
 */
const places = {
  Introduction: ['sentence 4 (form of the base address)'],
  'What the service does': [
    'sentence 1 (several tenants)',
    'sentence 2 (reading and writing records)',
    'sentence 3 (the same records)',
    'point 1 (one actor a call)',
    'point 2 (permissions of a user)',
    'point 3 (permissions of an app)',
    'point 4 (kinds of app)',
    'point 5 (webhooks and canvas)',
    'point 6 (data warehouse)',
    'point 7 (HTTPS)',
  ],
  'Resources / Access token response': [
    'row token_type',
    'row access_token',
    'row expires_in',
    'row refresh_token',
    'row refresh_token_expires_in',
    'sentence after the table (client_credentials)',
  ],
  'Resources / Paginated list response': ['row results', 'row nextToken'],
  'Resources / EventResourceSchema': ['row id'],
  'States and transitions': [
    'row User suspended',
    'row User un-suspended',
    'row User suspended at the identity provider only',
    'row App archived',
    'row App unarchived',
    'row App uninstalled',
    'row Refresh token exchanged',
    'row Refresh token presented again',
    'row Refresh token after 30 days',
    'row Access token after 900 seconds',
  ],
  Endpoints: ['sentence 2 (form encoding)'],
  'Endpoints / POST {base_url}/oauth/token': [
    'introduction',
    'row client_credentials',
    'row authorization_code',
    'row refresh_token',
    'rule 1 (credentials of the app)',
    'rule 2 (redirect_uri and code)',
    'rule 3 (legacy path)',
  ],
  'Endpoints / GET {base_url}/oauth/authorize': [
    'introduction',
    'row client_id',
    'row redirect_uri',
    'row response_type',
    'row state',
    'behavior 1 (sign-in and consent)',
    'behavior 2 (redirect)',
  ],
  'Endpoints / Listing endpoints': [
    'sentence 1 (headers)',
    'row /api/v3/entry/items',
    'row /api/v2/entries',
    'row /api/v3/plate/items',
    'row /api/v2/plates',
    'row /assay-results',
    'sentence after the table (one token for both versions)',
  ],
  'Endpoints / Filters': [
    'rule 1 (range operators)',
    'rule 2 (escaping)',
    'rule 3 (schemaFields)',
    'row String, Long Text',
    'row Entity Link, Part Link, Translation Link, Dropdown',
    'row Integer, Float, Date',
  ],
  'Endpoints / Pagination': [
    'rule 1 (nextToken)',
    'rule 2 (the last page)',
    'rule 3 (the next page)',
    'rule 4 (pageSize)',
  ],
  'Endpoints / Webhook deliveries': ['sentence 1 (POST to the URL)', 'sentence 2 (the body)'],
  Authentication: [
    'sentence 1 (user or app)',
    'sentence 2 (four methods)',
    'sentence 3 (status 401)',
    'row OAuth bearer',
    'row Delegated auth',
    'row Basic',
    'row OpenID Connect',
  ],
  'Authentication / OAuth bearer with app credentials': [
    'step 1',
    'step 2',
    'step 3',
    'step 4',
    'step 5',
    'step 6',
    'step 7',
  ],
  'Authentication / Delegated auth': [
    'prerequisite',
    'step 1',
    'step 2',
    'step 3',
    'step 4',
    'step 5',
    'step 6',
    'step 7',
    'step 8',
    'limitation 1 (Python client)',
    'limitation 2 (consents)',
  ],
  'Authentication / Delegated auth from a canvas': [
    'introduction',
    'step 1',
    'step 2',
    'step 3',
    'step 4',
    'step 5',
    'step 6',
  ],
  'Authentication / Basic authentication': ['rule 1', 'rule 2', 'rule 3', 'rule 4', 'rule 5'],
  'Authentication / OpenID Connect': ['rule 1', 'rule 2', 'rule 3', 'rule 4', 'rule 5', 'rule 6'],
  'Authentication / Credential handling': ['sentence 1 (storage)', 'sentence 2 (rotation)'],
  Events: ['sentence 1 (messages to apps)', 'sentence 2 (POST to the URL)'],
  'Events / Envelope': [
    'row app',
    'row appDefinition',
    'row baseURL',
    'row channel',
    'row tenantId',
    'row version',
    'row message',
  ],
  'Events / Event kinds': [
    'row v2.workflowOutput.updated.fields',
    'row v2.workflowTask.updated.fields',
    'row v2.workflowTaskGroup.mappingCompleted',
    'row v2.entry.created',
    'row v2.canvas.initialized',
    'row v2.app.installed',
  ],
  'Events / Message fields': [
    'row createdAt',
    'row deprecated',
    'row id',
    'row resourceId',
    'row schema',
    'row type',
    'row updates',
    'point workflowOutput.updated.fields',
    'point workflowTask.updated.fields',
    'point workflowTaskGroup.mappingCompleted',
    'point entry.created',
    'sentence on the canvas message',
    'sentence on the installed message',
  ],
  Errors: [
    'row Not properly authenticated',
    'row Spent refresh token',
    'row Expired or invalidated refresh token',
    'row Suspended user or archived app',
  ],
  Limits: [
    'row Access token lifetime',
    'row Refresh token lifetime',
    'row Refresh token use',
    'row Personal API key lifetime',
    'row Transport',
  ],
  Versioning: [
    'rule 1 (two versions)',
    'rule 2 (one token for both)',
    'rule 3 (token paths)',
    'rule 4 (webhooks)',
    'rule 5 (OpenID Connect)',
  ],
} as const;

export type Section = keyof typeof places;

/** A place in the specification. */
export type PlaceInSpecification = { [S in Section]: `${S}, ${(typeof places)[S][number]}` }[Section];

/** A place in a standard that the specification builds on. */
export type PlaceInStandard =
  | `RFC ${number}, section ${number}${string}`
  | `OpenID Connect Core 1.0, section ${number}${string}`
  | `OpenID Connect Discovery 1.0, section ${number}${string}`
  | 'ISO 8601'
  | 'URL Standard'
  | 'Unicode Standard';

/** A place that a requirement cites. */
export type CitedPlace = PlaceInSpecification | PlaceInStandard;

const sections = Object.keys(places) as Section[];

/** The sections of the specification that contain these places, each once, separated by semicolons. */
export function sectionOf(from: readonly CitedPlace[]): string {
  const found = from.flatMap((place) => sections.find((section) => place.startsWith(`${section}, `)) ?? []);
  return [...new Set(found)].join('; ');
}
