import { awaitSchema, readServerFacts, type Database } from '@night-routine/database'
import { checkBackend, chooseBackend, UnfitBackendError } from '@night-routine/jobs'
import type { Config } from '../config.ts'
import { fault, judgeClock, notice, ok, type Finding } from './judge.ts'

const schemaMs = 1_000

/** Checks that the database answers, its clock, and its schema version. */
export async function lookAtDatabase(
  db: Database,
  config: Pick<Config, 'DATABASE_URL'>,
): Promise<{ findings: Finding[]; usable: boolean }> {
  const { host } = new URL(config.DATABASE_URL)
  const asked = Temporal.Now.instant()
  const facts = await readServerFacts(db).catch(messageOf)
  if (typeof facts === 'string') {
    const words = `The database at ${host} cannot be used: ${facts}`
    const finding = fault(words, 'Check DATABASE_URL, and that PostgreSQL runs.')
    return { findings: [finding], usable: false }
  }
  // The server read its clock about halfway between request and response.
  const wayThere = asked.until(Temporal.Now.instant()).total('seconds') / 2
  const usable = await awaitSchema(db, { timeoutMs: schemaMs }).then(
    () => true,
    () => false,
  )
  const findings = [
    ok(`PostgreSQL ${facts.version} answers at ${host}.`),
    judgeClock('the database', asked.until(facts.now).total('seconds') - wayThere),
    usable
      ? ok('The database schema is up to date.')
      : fault(
          'The database schema is older than this version.',
          'Run the migrations: the container “migrate”, or npm start.',
        ),
  ]
  return { findings, usable }
}

/** Checks that the queue answers, and that Redis does not evict keys. */
export async function lookAtQueue(
  config: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>,
): Promise<Finding> {
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  const where = backend.kind === 'redis' ? 'Redis' : 'The queue in PostgreSQL'
  try {
    if ((await checkBackend(backend)) === 'ready')
      return ok(`${where} accepts wake-ups${backend.kind === 'redis' ? ', and evicts none' : ''}.`)
    return notice(
      `${where} does not answer.`,
      'Check REDIS_URL, and that Redis runs. Until then jobs start up to half a minute late.',
    )
  } catch (error) {
    if (!(error instanceof UnfitBackendError)) throw error
    return fault(error.message, 'Services refuse to start with this Redis.')
  }
}

/** What an error says; fetch puts the actual one into `cause`. */
export function messageOf(error: unknown): string {
  const actual = error instanceof Error ? (error.cause ?? error) : error
  return actual instanceof Error ? actual.message : String(actual)
}
