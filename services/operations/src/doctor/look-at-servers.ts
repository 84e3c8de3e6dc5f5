import { awaitSchema, readServerFacts, type Database } from '@night-routine/database'
import { checkBackend, chooseBackend, UnfitBackendError } from '@night-routine/jobs'
import type { Config } from '../config.ts'
import { fault, notice, ok, type Finding } from './finding.ts'
import { judgeClock } from './judge.ts'

const schemaMs = 1_000

/** Checks that the database answers, its clock, and its schema version. */
export async function lookAtDatabase(
  db: Database,
  config: Pick<Config, 'DATABASE_URL'>,
): Promise<{ findings: Finding[]; usable: boolean }> {
  const { host } = new URL(config.DATABASE_URL)
  const asked = Temporal.Now.instant()
  const facts = await readServerFacts(db).catch((error: unknown) => messageOf(error))
  if (typeof facts === 'string') {
    const words = `The database at ${host} cannot be used: ${facts}`
    return {
      findings: [fault(words, 'Check DATABASE_URL, and that PostgreSQL runs.')],
      usable: false,
    }
  }
  // The server read its clock about halfway between request and response.
  const wayThere = asked.until(Temporal.Now.instant()).total('seconds') / 2
  const findings = [
    ok(`PostgreSQL ${facts.version} answers at ${host}.`),
    judgeClock('the database', asked.until(facts.now).total('seconds') - wayThere),
  ]
  const usable = await awaitSchema(db, { timeoutMs: schemaMs }).then(
    () => true,
    () => false,
  )
  const schema = usable
    ? ok('The database schema is up to date.')
    : fault(
        'The database schema is older than this version.',
        'Run the migrations: the container “migrate”, or npm start.',
      )
  return { findings: [...findings, schema], usable }
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
