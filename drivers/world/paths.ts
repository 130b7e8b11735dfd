/** The paths of the token endpoint ("POST {base_url}/oauth/token", rule 3) and of the authorization endpoint. */
export const tokenPath = '/oauth/token';
export const legacyTokenPath = '/api/v2/token';
export const authorizePath = '/oauth/authorize';
