/** The server that holds the wake-ups. */
export interface Backend {
  readonly kind: 'redis' | 'postgresql'
  readonly url: string
  /** How long the server may take to answer; 2 s unless set. Tests on a busy machine allow more. */
  readonly reachMs?: number
}

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

export const usualReachMs = 2_000
