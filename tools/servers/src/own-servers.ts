/** The settings of an installation with this calendar server and this identity provider. */
export function ownServerSettings(
  calendar: { url: string; username: string; password: string },
  provider: { issuer: string; clientId: string; clientSecret: string },
) {
  return {
    CALENDAR: 'caldav',
    CALDAV_URL: calendar.url,
    CALDAV_USERNAME: calendar.username,
    CALDAV_PASSWORD: calendar.password,
    SIGN_IN: 'oidc',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  }
}
