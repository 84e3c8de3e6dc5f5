/** The version of this package. */
export const version = '0.1.0'

/** What this client calls itself; some hosts refuse requests that do not say it. */
export const userAgent = `night-routine-vault-api/${version}`
