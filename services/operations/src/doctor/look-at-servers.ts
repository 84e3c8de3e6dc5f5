import { awaitSchema, readServerFacts, type Database } from '@night-routine/database'
import { checkBackend, chooseBackend, UnfitBackendError } from '@night-routine/jobs'
import type { Config } from '../config.ts'
import { fault, notice, ok, type Finding } from './finding.ts'
import { judgeClock } from './judge.ts'

const schemaMs = 1_000

/** The database: is it there, with which time, at which version? It is given on to those who look further. */
export async function lookAtDatabase(
  db: Database,
  config: Pick<Config, 'DATABASE_URL'>,
): Promise<{ findings: Finding[]; usable: boolean }> {
  const { host } = new URL(config.DATABASE_URL)
  const asked = Temporal.Now.instant()
  const facts = await readServerFacts(db).catch((error: unknown) => messageOf(error))
  if (typeof facts === 'string') {
    const words = `The database at ${host} cannot be used: ${facts}`
    return { findings: [fault(words, 'Look at DATABASE_URL, and whether it runs.')], usable: false }
  }
  // The server read its clock about half-way between question and answer.
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
    ? ok('Its tables are those of this version.')
    : fault(
        'Its tables are older than this version.',
        'Run the migrations: the container “migrate”, or npm start.',
      )
  return { findings: [...findings, schema], usable }
}

/** The queue: is it there, and does it keep what it is given? */
export async function lookAtQueue(
  config: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>,
): Promise<Finding> {
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  const where = backend.kind === 'redis' ? 'Redis' : 'The queue in PostgreSQL'
  try {
    if ((await checkBackend(backend)) === 'ready')
      return ok(`${where} takes wake-ups${backend.kind === 'redis' ? ', and evicts none' : ''}.`)
    return notice(
      `${where} does not answer.`,
      'Look at REDIS_URL, and whether it runs. Until then work begins up to half a minute late.',
    )
  } catch (error) {
    if (!(error instanceof UnfitBackendError)) throw error
    return fault(error.message, 'Services refuse to start with it.')
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
