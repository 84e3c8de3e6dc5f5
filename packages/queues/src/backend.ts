/** The server that holds the wake-ups. */
export type Backend =
  | { readonly kind: 'redis'; readonly url: string }
  | { readonly kind: 'postgresql'; readonly url: string }

/** Redis when there is an address of one, else the database itself, in a schema of its own. */
export function chooseBackend({
  redisUrl,
  databaseUrl,
}: {
  redisUrl?: string | undefined
  databaseUrl: string
}): Backend {
  return redisUrl === undefined
    ? { kind: 'postgresql', url: databaseUrl }
    : { kind: 'redis', url: redisUrl }
}

/** How long a server has to answer the first time. */
export const reachMs = 2_000
