import { signInPlaces, type SignInHost } from '@night-routine/credentials'
import { deriveKeys, parseSecretKeys } from '@night-routine/database/connection'
import {
  connectVault,
  findAccount,
  useTotpStep,
  vaultSignInRecords,
  type VaultAccountSecrets,
} from '@night-routine/database/vault'
import type { Logger, ServiceDependencies } from '@night-routine/service'
import { siteAddresses, type Config } from './config.ts'
import { sitePublisher } from './content/publish.ts'
import { openContentStore, type createOnDisk } from './content/store.ts'
import { Failure } from './failures.ts'
import { readerAccess } from './reader-access.ts'
import { renderAhead } from './rendering/ahead.ts'
import { noteStore } from './rendering/notes.ts'
import { createRenderer } from './rendering/renderer.ts'
import { createPageCache } from './routes/pages/page-cache.ts'
import { loadTemplates } from './routes/pages/templates.ts'

export interface VaultDependencies extends ServiceDependencies<Config> {
  /** Creates the file for an upload; tests replace it with a failing disk. */
  createFile?: typeof createOnDisk
  /** Renders notes; tests share one, and with it its thread. */
  renderer?: ReturnType<typeof createRenderer>
  /** How long a reader waits for a note and for those in it. */
  pageMs?: number
}

/** With the rest of a request, a page takes two seconds at most. */
const usualPageMs = 1_500

/** What the routes share. */
export type Host = Awaited<ReturnType<typeof openHost>>

/** Opens the database and the folder, and reads the settings. @throws ConfigurationError */
export async function openHost(given: VaultDependencies) {
  const { config, logger, clock } = given
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const addresses = siteAddresses(config)
  const db = connectVault({ url: config.DATABASE_URL, applicationName: 'vault' })
  const records = vaultSignInRecords(db)
  const signIns: SignInHost<VaultAccountSecrets> = {
    store: {
      ...records,
      isKnownAddress: (account, addressHash) => records.isKnownAddress(account?.id, addressHash),
      findAccount: email => findAccount(db, keys, email),
      useTotpStep: (id, step) => useTotpStep(db, id, step),
    },
    clock,
    places: signInPlaces(tooManyAtOnce),
    secret: deriveKeys(keys, 'attempts')[0],
  }
  const content = await openContentStore(config.VAULT_FOLDER, given.createFile)
  const renderer = given.renderer ?? createRenderer({ logger })
  const notes = noteStore({ db, content, renderer, logger })
  return {
    config,
    logger,
    clock,
    db,
    keys,
    addresses,
    signIns,
    content,
    publishFile: sitePublisher({ db, content, clock, config, logger }),
    templates: await loadTemplates(),
    renderer,
    pageMs: given.pageMs ?? usualPageMs,
    notes,
    ahead: renderAhead(notes, logger),
    pageCache: createPageCache(db),
    readers: readerAccess(signIns, keys),
    warnUndecryptableSecret: warnUndecryptableSecrets(logger),
  }
}

function tooManyAtOnce(retryAfter: number): Failure {
  const text = 'Too many people are signing in at once. Try again in a few seconds.'
  return new Failure('UNAVAILABLE', { text, retryAfter })
}

function warnUndecryptableSecrets(logger: Logger) {
  const warned = new Set<string>()
  return (what: 'second factor' | 'password of a vault', id: string): void => {
    if (warned.has(id)) return
    warned.add(id)
    logger.warn({ what, id }, 'a secret cannot be decrypted')
  }
}
