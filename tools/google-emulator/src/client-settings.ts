/**
 * The settings with which our services use an emulator at this address in place of Google, apart from the id and the
 * secret of their client.
 */
export function clientSettings(origin: string) {
  return {
    GOOGLE_API_ROOT_URL: origin,
    GOOGLE_OAUTH_AUTH_URL: `${origin}/o/oauth2/v2/auth`,
    GOOGLE_OAUTH_TOKEN_URL: `${origin}/token`,
    GOOGLE_OAUTH_REVOKE_URL: `${origin}/revoke`,
    GOOGLE_OAUTH_JWKS_URL: `${origin}/certs`,
    GOOGLE_OAUTH_ISSUER: origin,
  }
}
