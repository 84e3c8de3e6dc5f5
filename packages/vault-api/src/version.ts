/** What this client calls itself; some hosts refuse requests that do not say it. */
export const userAgent = 'night-routine-vault-api/0.1.0'
