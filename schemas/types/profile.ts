// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * A group of requirements that a vendor claims as a whole.
 */
export type ClaimedProfile =
  | 'transport'
  | 'token-issuance'
  | 'client-credentials'
  | 'delegated'
  | 'api-key'
  | 'openid-connect'
  | 'lifecycle'
  | 'expiry'
  | 'listing'
  | 'filtering'
  | 'webhooks'
  | 'versioning';

/**
 * How the operations of the tenant control protocol are carried out. Default: none.
 */
export type ControlSetting = HttpControl | CommandControl | ManualControl | NoControl;

/**
 * Who plays the users' browser, where the control does not: `chromium` is driven by the steps of the key browser, `person` is somebody at the terminal, who signs in for the fixtures only.
 */
export type ControlBrowser = 'chromium' | 'person';

/**
 * An https origin: https://host or https://host:port, or an http one on this machine (127.0.0.1, [::1], localhost). A trailing slash is tolerated.
 */
export type Origin = string;

/**
 * Address and port that the suite listens on; port 0 lets the system choose.
 */
export type Listen = string;

/**
 * How the filter stands in the query: json is schemaFields={"Name":"value"}, dotted is schemaFields.Name=value, bracket is schemaFields[Name]=value. Without it filtering is not exercised.
 */
export type SchemaFieldsEncoding = 'json' | 'dotted' | 'bracket';

/**
 * JSON pointer to an item's identifier, or one for each listing's path. Default /id, and the whole item where there is none.
 */
export type ItemId =
  | string
  | {
      readonly [k: string]: string;
    };

/**
 * HTTP method of the call.
 */
export type WriteProbeMethod = 'POST' | 'PUT' | 'PATCH';

/**
 * A path on the tenant, from its leading slash.
 */
export type Path = string;

/**
 * How a tenant is reached and what is known of it: the file that `labconform run --target` takes, YAML or JSON. `${NAME}` in a value is taken from the environment and from .env.
 */
export interface TargetProfile {
  /**
   * Name of the target, as it stands in reports.
   */
  readonly name: string;
  /**
   * The profiles that the tenant is said to keep whole. A run requires them whole, without a flag, and its report has them in front.
   *
   * @minItems 1
   */
  readonly claims?: readonly ClaimedProfile[];
  /**
   * Base address of the tenant: https://host or https://host:port, or http:// on this machine (127.0.0.1, [::1], localhost). A trailing slash is tolerated.
   */
  readonly baseUrl: string;
  readonly tls?: TlsSetting;
  readonly control?: ControlSetting;
  readonly browser?: BrowserSetting;
  readonly receiver?: ReceiverSetting;
  readonly identityProvider?: IdentityProviderSetting;
  readonly limits?: LimitSettings;
  readonly api?: ApiSettings;
  readonly writeProbe?: WriteProbe;
  readonly otherTenant?: OtherTenant;
  readonly fixtures?: Fixtures;
}

/**
 * Trust in a private certificate authority; only needed for one.
 */
export interface TlsSetting {
  /**
   * PEM file of the authority, relative to the profile's own folder.
   */
  readonly caFile: string;
}

/**
 * A control service beside the tenant.
 */
export interface HttpControl {
  /**
   * An HTTP service.
   */
  readonly type: 'http';
  /**
   * Address of the control service.
   */
  readonly url: string;
  /**
   * Sent to the control service as a bearer token. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly token?: string;
  readonly browser?: ControlBrowser;
}

/**
 * An executable of the operator's, run with the operation's name as its last argument.
 */
export interface CommandControl {
  /**
   * An executable.
   */
  readonly type: 'command';
  /**
   * The executable and its first arguments.
   *
   * @minItems 1
   */
  readonly command: readonly string[];
  readonly browser?: ControlBrowser;
}

/**
 * A person at the terminal does what is asked.
 */
export interface ManualControl {
  /**
   * A person.
   */
  readonly type: 'manual';
  readonly browser?: ControlBrowser;
}

/**
 * No control: what needs an operation is reported as not exercised.
 */
export interface NoControl {
  /**
   * No control.
   */
  readonly type: 'none';
  readonly browser?: ControlBrowser;
}

/**
 * How Chromium gets through the tenant's own sign-in and consent pages; for control.browser chromium.
 */
export interface BrowserSetting {
  /**
   * Path of the browser; without it the chromium on PATH.
   */
  readonly executable?: string;
  /**
   * Password of the users that the control creates, and of those of fixtures.users that have none of their own. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly password?: string;
  /**
   * Further origins at which the tenant's users sign in; the browser goes there as it does at the tenant.
   */
  readonly inside?: readonly Origin[];
  readonly signIn: SignInPage;
  readonly consent: ConsentPage;
}

/**
 * The sign-in page.
 */
export interface SignInPage {
  /**
   * Selector of something that is visible on this page only.
   */
  readonly when: string;
  /**
   * What a user does on it, in order.
   */
  readonly steps: readonly BrowserStep[];
}

/**
 * One of fill (beside with), click and waitFor. Selectors are those of Playwright: CSS, or text=…
 */
export interface BrowserStep {
  /**
   * Selector of a field that is filled in.
   */
  readonly fill?: string;
  /**
   * What it is filled in with; {{email}}, {{userId}} and {{password}} stand for those of the user.
   */
  readonly with?: string;
  /**
   * Selector of what is clicked.
   */
  readonly click?: string;
  /**
   * Selector of what is waited for until it is visible.
   */
  readonly waitFor?: string;
}

/**
 * The page on which the user grants or denies the app what it asks for.
 */
export interface ConsentPage {
  /**
   * Selector of something that is visible on this page only.
   */
  readonly when: string;
  /**
   * What a user does who grants, in order.
   */
  readonly grant: readonly BrowserStep[];
  /**
   * What a user does who denies, in order.
   */
  readonly deny: readonly BrowserStep[];
}

/**
 * Where webhook deliveries are received.
 */
export interface ReceiverSetting {
  readonly listen?: Listen;
  /**
   * Address at which the tenant reaches the receiver, where it cannot reach `listen`.
   */
  readonly publicUrl?: string;
}

/**
 * Where the suite's own OpenID Connect provider is served.
 */
export interface IdentityProviderSetting {
  readonly listen?: Listen;
  /**
   * Address at which the tenant reaches the provider, where it cannot reach `listen`.
   */
  readonly publicUrl?: string;
}

/**
 * What the suite keeps to and allows for.
 */
export interface LimitSettings {
  /**
   * Requests a second that the suite sends at most. Default 20; no limit for loopback addresses.
   */
  readonly requestsPerSecond?: number;
  /**
   * Seconds from the sending of a request within which its whole answer has to be there. After several time-outs in a row the suite waits for less.
   */
  readonly timeoutSeconds?: number;
  /**
   * Real seconds that a change other than archiving may take to be seen; the suite looks again until then. Default 5, and 0 for the embedded tenant.
   */
  readonly propagationSeconds?: number;
  /**
   * Seconds that a webhook delivery is waited for.
   */
  readonly deliverySeconds?: number;
  /**
   * Seconds by which the clocks of the tenant's own servers may differ: ages are judged with so much to spare. More than 5 counts as 5. How far the tenant's clock is from the suite's own is measured and need not be told.
   */
  readonly clockSkewSeconds?: number;
}

/**
 * What the specification leaves open about the addresses and shapes of the API.
 */
export interface ApiSettings {
  /**
   * Path of the assay-results listing; without it the known shapes are tried.
   */
  readonly assayResultsPath?: string;
  readonly schemaFieldsEncoding?: SchemaFieldsEncoding;
  /**
   * Query parameter that names the schema beside the filter, only where the tenant needs one.
   */
  readonly schemaParameter?: string;
  readonly itemsKeys?: ItemsKeys;
  readonly itemId?: ItemId;
}

/**
 * For a listing's path the member that holds its items, only where that is not the one array of the page.
 */
export interface ItemsKeys {
  readonly [k: string]: string;
}

/**
 * A call that creates a record, for attribution; without it attribution is not exercised.
 */
export interface WriteProbe {
  readonly method: WriteProbeMethod;
  readonly path: Path;
  /**
   * JSON body of the call; {{projectId}} in it stands for a project that the caller may write to, {{name}} for a name that no other record has.
   */
  readonly body?: unknown;
  /**
   * Where the answer names the creator: a user by userId or e-mail, an app by appId or clientId. Judged only where it names an actor that the suite knows.
   */
  readonly createdBy: string;
}

/**
 * A second tenant, for what must not cross tenants.
 */
export interface OtherTenant {
  readonly baseUrl: Origin;
  readonly tls?: TlsSetting;
  readonly control?: ControlSetting;
}

/**
 * What the target already has, for targets whose control cannot create it.
 */
export interface Fixtures {
  readonly app?: AppFixture;
  /**
   * Users of the tenant.
   */
  readonly users?: readonly UserFixture[];
}

/**
 * An app of the tenant, with its credentials.
 */
export interface AppFixture {
  /**
   * The app's id.
   */
  readonly appId: string;
  /**
   * The app's client id.
   */
  readonly clientId: string;
  /**
   * The app's client secret. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly clientSecret: string;
  /**
   * A redirect URI registered on the app.
   */
  readonly redirectUri?: string;
}

/**
 * A user of the tenant, with credentials.
 */
export interface UserFixture {
  /**
   * The user's id.
   */
  readonly userId: string;
  /**
   * The user's e-mail.
   */
  readonly email: string;
  /**
   * A working personal API key. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly apiKey?: string;
  /**
   * An unspent refresh token of the app fixture for this user. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly refreshToken?: string;
  /**
   * The user's password, for control.browser chromium. A secret: write `${NAME}` and set NAME in the environment or in .env.
   */
  readonly password?: string;
}
