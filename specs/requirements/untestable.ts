import type { UntestableEntry } from './entry.ts';

/** What the specification says and no suite can show from outside, each with the reason. */
export const untestable = [
  {
    id: 'UNT-01',
    statement: 'The service is multi-tenant as a whole.',
    reason:
      'One tenant is all that a suite is usually given; only cross-tenant refusal can be probed when a second tenant is available.',
  },
  {
    id: 'UNT-02',
    statement: 'API records are the same records as in the web application.',
    reason:
      'The web application is not part of the API contract and has no test access; only what the control created can be compared.',
  },
  {
    id: 'UNT-03',
    statement: "Whatever a user may do in the web application the user's credentials may do through the API.",
    reason: 'Needs the complete catalogue of operations and the web application; neither is shown.',
  },
  {
    id: 'UNT-04',
    statement: "An app's token may do anything the app was permissioned to do.",
    reason: 'The set of permissions and operations is not shown; only visibility in the five listings can be seen.',
  },
  {
    id: 'UNT-05',
    statement: 'Actions are attributed to the actor in audit logs.',
    reason: 'Audit logs have no documented API; createdBy needs a write probe, as no create call is shown.',
  },
  {
    id: 'UNT-06',
    statement: 'Actions with delegated, key and ID-token credentials are attributed to the user in every operation.',
    reason: 'No documented write endpoint; only one operator-supplied write call can be sampled.',
  },
  {
    id: 'UNT-07',
    statement: 'Access is granted by adding the app to organizations and teams.',
    reason: 'No endpoint and no control operation for organizations and teams; only projects can be granted.',
  },
  {
    id: 'UNT-08',
    statement: 'Apps can render a canvas in the web application.',
    reason: 'Canvas endpoints are not shown and rendering happens in the web application.',
  },
  {
    id: 'UNT-09',
    statement: 'App credentials go on being used for canvas update calls (POST and PATCH of a canvas).',
    reason: 'Path and body of the canvas calls are not shown; it is advice to the app.',
  },
  {
    id: 'UNT-10',
    statement: 'There is no built-in way to get a delegated token from a canvas interaction.',
    reason: 'A negative about the whole product; its absence cannot be shown by tests.',
  },
  {
    id: 'UNT-11',
    statement: '{base_url}/editor returns the user to where they were.',
    reason: "Behaviour of the web application and of the user's earlier position, not of the API.",
  },
  {
    id: 'UNT-12',
    statement: 'The separate data warehouse uses none of these authentication methods.',
    reason: 'The warehouse is outside the API and has no documented address.',
  },
  {
    id: 'UNT-13',
    statement: 'After un-suspension the warehouse needs a new login.',
    reason: 'The warehouse is outside the API.',
  },
  {
    id: 'UNT-14',
    statement: 'Keys are generated and rotated in Profile Settings; secrets in the developer console.',
    reason: 'User interface facts; only the effect through control operations can be seen.',
  },
  {
    id: 'UNT-15',
    statement: "A user is suspended in the platform's admin console.",
    reason: 'User interface fact; the suite sees only the effect of the control operation.',
  },
  {
    id: 'UNT-16',
    statement:
      'Delegated auth needs an app in the current format; apps made from a manifest after May 2024 on continuous-release tenants have it.',
    reason: 'App formats and their creation date cannot be controlled, and the outcome for legacy apps is not given.',
  },
  {
    id: 'UNT-17',
    statement: 'There is no interface for administrators to view or revoke consents.',
    reason: "A negative about the product's interfaces.",
  },
  {
    id: 'UNT-18',
    statement: 'The official Python client supports only client credentials, renews early, and targets v2.',
    reason: 'About another program, not about the service.',
  },
  {
    id: 'UNT-19',
    statement: 'OpenID Connect set-up goes through support.',
    reason: 'A business process; only the state before and after trust can be seen.',
  },
  {
    id: 'UNT-20',
    statement: 'OpenID Connect is not planned for removal and any removal has significant advance notice.',
    reason: 'A promise about the future.',
  },
  {
    id: 'UNT-21',
    statement: 'The user usually signs in to the web application once before ID tokens are used.',
    reason: "Words of habit; creation of users by first sign-in is the web application's.",
  },
  { id: 'UNT-22', statement: 'v3 is for new development and v2 is not.', reason: 'Advice; nothing to observe.' },
  {
    id: 'UNT-23',
    statement: 'The unversioned token path is recommended over the legacy one.',
    reason: 'Advice; nothing to observe.',
  },
  {
    id: 'UNT-24',
    statement:
      'Basic authentication is discouraged beyond quick tests; delegated auth is unsuitable for headless work; client credentials are to be chosen for services.',
    reason: 'Advice to integrators.',
  },
  {
    id: 'UNT-25',
    statement:
      "State should be random and tied to the user's session; secrets must be kept in managers and never committed; leaked keys are rotated at once.",
    reason: 'Duties of clients and people, not of the service.',
  },
  {
    id: 'UNT-26',
    statement:
      'A delegated token must be stored against its user and not used for another; the app must persist new refresh tokens.',
    reason: 'Duties of the client.',
  },
  {
    id: 'UNT-27',
    statement: 'The client does not call the authorize endpoint directly.',
    reason: 'Duty of the client; the service cannot be shown to enforce it.',
  },
  {
    id: 'UNT-28',
    statement: 'The access token is opaque.',
    reason: 'Opaqueness is a promise about use; any string satisfies it.',
  },
  { id: 'UNT-29', statement: 'Page tokens are opaque.', reason: 'Same: any non-empty string satisfies it.' },
  {
    id: 'UNT-30',
    statement: 'All production redirect URIs use HTTPS.',
    reason:
      "Only sampling by registration attempts is possible, and what counts as production is the operator's; the wording all cannot be shown.",
  },
  {
    id: 'UNT-31',
    statement: 'All requests are HTTPS only on every path and host.',
    reason: 'Only sampled ports and paths can be probed; no proof of absence of a clear-text listener.',
  },
  {
    id: 'UNT-32',
    statement: 'Message ids are unique for ever and over the whole tenant.',
    reason: 'Only the sample seen by the suite can be compared.',
  },
  {
    id: 'UNT-33',
    statement: 'Access and refresh tokens cannot be guessed.',
    reason: 'Strength of randomness cannot be established by a black box; only repetition in a sample.',
  },
  {
    id: 'UNT-34',
    statement: 'Keys and tokens expire, or never expire, at every instant that the lifetimes name.',
    reason:
      'On a tenant with a real clock 30 days (and for old keys, for ever) cannot be waited for; only a controllable clock exercises it.',
  },
  {
    id: 'UNT-35',
    statement: 'The creation date of a key decides its lifetime, on a tenant without control.',
    reason: 'A key cannot be dated back; needs apiKey.create with createdAt or two fixtures.',
  },
  {
    id: 'UNT-36',
    statement: 'Archiving revokes access immediately in every part of a distributed service.',
    reason: 'The suite sees its own connections only; a stream of calls raises confidence, no proof.',
  },
  {
    id: 'UNT-37',
    statement: 'Events are emitted for every cause and for no other cause.',
    reason: 'Absence of spurious events is seen only for the waiting time; retry, delay and ordering are not given.',
  },
  {
    id: 'UNT-38',
    statement: 'Enterprise tenants use their own address as the host.',
    reason:
      'Whether a target is an enterprise tenant is not visible; every target is addressed at its own base URL anyway.',
  },
  {
    id: 'UNT-39',
    statement: 'Range operators apply to query parameter values in general, outside schemaFields.',
    reason: 'No parameter other than schemaFields is said to take them.',
  },
  {
    id: 'UNT-40',
    statement:
      'States of entries, plates, tasks, outputs and task groups; complete catalogue of resources, events, sort fields and errors.',
    reason: 'Not shown; nothing to test against.',
  },
  {
    id: 'UNT-41',
    statement: 'With a suspension only in an external provider the platform is unaffected.',
    reason:
      "Negative over all effects; only the user's credentials can be sampled, and only when the suite plays the provider.",
  },
  {
    id: 'UNT-42',
    statement: 'Apps are not suspended when a user is suspended, whoever the user is to the app.',
    reason:
      "The control cannot make a user the app's developer or secret holder; only consenting users and mere members can be tried.",
  },
  {
    id: 'UNT-43',
    statement: "The deliveries' createdAt is the true moment of the event.",
    reason: 'The cause is triggered through a control with its own delay; only a plausible interval can be checked.',
  },
  {
    id: 'UNT-44',
    statement: 'Every call to a listing sends Accept: application/json.',
    reason: 'A duty of the client; what a service answers to other calls is not given, and the suite sends the header.',
  },
  {
    id: 'UNT-45',
    statement: 'If a suspended user knew the client secret of an app, the secret is rotated in the developer console.',
    reason: 'A duty of people; who knows a secret cannot be seen, and only the effect of a rotation can be tested.',
  },
  {
    id: 'UNT-46',
    statement: 'New implementations use delegated auth and not OpenID Connect.',
    reason: 'A duty of integrators; the service cannot tell a new implementation from an old one.',
  },
  {
    id: 'UNT-47',
    statement:
      'When the initial canvas is rendered, the app checks for a valid stored access token for the user of the webhook payload.',
    reason: 'A duty of the app, in its own store; the service has no part in it.',
  },
  {
    id: 'UNT-48',
    statement:
      'Where there is no stored token, the app renders the canvas with a link to its authorization endpoint, whose state carries the user id and the canvas resource id, encrypted.',
    reason:
      'A duty of the app; rendering happens in the web application, and that any state is returned unchanged is tested by itself.',
  },
  {
    id: 'UNT-49',
    statement: 'The app stores the access token server-side, keyed by user id.',
    reason: 'A duty of the app, in its own store; the service has no part in it.',
  },
  {
    id: 'UNT-50',
    statement:
      "Later canvas interactions use the stored user token for calls that must reflect the user's permissions.",
    reason: "A duty of the app; which calls those are is the app's to know.",
  },
  {
    id: 'UNT-51',
    statement: 'The external identity provider supports OpenID Connect and puts email into the token as a claim.',
    reason:
      'A duty of the provider, which is another program; the suite plays the provider, and sends tokens with the claim and without it.',
  },
  {
    id: 'UNT-52',
    statement: 'The only states and moves given concern actors and credentials.',
    reason: 'A statement about the document; whether the service has other states cannot be told from it.',
  },
  {
    id: 'UNT-53',
    statement: 'Programs read and write workflow outputs, tasks and task groups through the API.',
    reason: 'No path, field or operation of these records is shown; only their webhook messages can be seen.',
  },
  {
    id: 'UNT-54',
    statement: 'The app must make the refresh call itself.',
    reason:
      "A duty of the app: a tenant cannot tell who sends the app's credentials. That another app's credentials do not do is DEL-50.",
  },
] as const satisfies readonly UntestableEntry[];
