import type { Logger } from '@night-routine/service'

/** What was sealed with a key that is gone, of which account or vault. */
interface LostSecret {
  what: 'second factor' | 'password of a vault'
  id: string
}

/** Tells the operator of a secret that no key opens, once for each as long as the host runs. */
export function tellOfLostSecrets(logger: Logger): (lost: LostSecret) => void {
  const told = new Set<string>()
  return ({ what, id }) => {
    if (told.has(id)) return
    told.add(id)
    logger.warn({ what, id }, 'the key that sealed a secret is gone')
  }
}
