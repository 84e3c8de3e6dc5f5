import type { Logger } from '@night-routine/service'

/** A secret that no key decrypts, and its account or vault. */
interface UndecryptableSecret {
  what: 'second factor' | 'password of a vault'
  id: string
}

/** Warns about each secret that no key decrypts, once while the process runs. */
export function warnUndecryptableSecrets(logger: Logger): (secret: UndecryptableSecret) => void {
  const warned = new Set<string>()
  return ({ what, id }) => {
    if (warned.has(id)) return
    warned.add(id)
    logger.warn({ what, id }, 'a secret cannot be decrypted')
  }
}
