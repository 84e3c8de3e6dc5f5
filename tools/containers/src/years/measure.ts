import { attempt } from '../engine/program.ts'
import type { Session } from '../engine/session.ts'
import type { Family } from './family.ts'

/** What a family's installation takes on a day. */
export interface Measurement {
  day: number
  /** MiB of each container, as `docker stats` has it. */
  memory: Record<string, number>
  /** MB of the database. */
  databaseMb: number
  /** Rows of each table. */
  rows: Record<string, number>
  /** KiB of files that grow. */
  sizes: Record<string, number>
}

const mebibytes: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 }

/** Measures memory, tables and files. */
export async function measure(
  { engineEnv }: Session,
  family: Family,
  day: number,
): Promise<Measurement> {
  const containers = await family.containers()
  const format = '--format={{.Name}} {{.MemUsage}}'
  const { stdout } = await attempt(
    'docker',
    ['stats', '--no-stream', format, ...Object.values(containers)],
    { env: engineEnv },
  )
  const taken = new Map(
    stdout
      .trim()
      .split('\n')
      .map(line => {
        const [, name = '', amount = '', unit = ''] = /^(\S+) ([\d.]+)(\w+)/.exec(line) ?? []
        return [name, Number(amount) * (mebibytes[unit] ?? NaN)]
      }),
  )
  const [size = ''] = await family.query('select pg_database_size(current_database())')
  const rows = await family.query(
    `select table_name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', table_schema,
        table_name), false, true, '')))[1]
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return {
    day,
    memory: Object.fromEntries(
      Object.entries(containers).map(([name, id]) => [name, Math.round(taken.get(id) ?? NaN)]),
    ),
    databaseMb: Number(size) / 1e6,
    rows: Object.fromEntries(
      rows.map(row => row.split(' ')).map(([name, count]) => [name, Number(count)]),
    ),
    sizes: await family.sizes(),
  }
}

/** Lines of logs that say that something failed, by what they say. */
export class LoggedErrors {
  readonly #session: Session
  /** How often each was said while all was well, and in trouble. */
  readonly unexplained = new Map<string, number>()
  readonly inTrouble = new Map<string, number>()
  readonly #readAt = new Map<string, string>()
  readonly #startedAt = new Date().toISOString()

  constructor(session: Session) {
    this.#session = session
  }

  /** Reads what was logged since the last time. */
  async read(family: Family, isInTrouble: boolean): Promise<void> {
    const since = this.#readAt.get(family.name) ?? this.#startedAt
    this.#readAt.set(family.name, new Date().toISOString())
    const into = isInTrouble ? this.inTrouble : this.unexplained
    for (const [name, container] of Object.entries(await family.containers())) {
      const args = ['logs', `--since=${since}`, container]
      const { stdout, stderr } = await attempt('docker', args, { env: this.#session.engineEnv })
      for (const line of `${stdout}\n${stderr}`.split('\n')) {
        const said = errorIn(line)
        if (said === undefined) continue
        const key = `${family.name} ${name}: ${said}`
        into.set(key, (into.get(key) ?? 0) + 1)
      }
    }
  }
}

/** What a line says has failed: an error of our services, of PostgreSQL, Redis or the proxy. */
export function errorIn(line: string): string | undefined {
  if (line.startsWith('{')) {
    try {
      const { level, msg, err, error } = JSON.parse(line) as {
        level?: number | string
        msg?: string
        err?: { message?: string }
        error?: string
      }
      const isError = typeof level === 'number' ? level >= 50 : level === 'error'
      return isError ? `${msg} ${err?.message ?? error ?? ''}`.trim().slice(0, 160) : undefined
    } catch {
      return line.slice(0, 160)
    }
  }
  return /\b(ERROR|FATAL|PANIC|Traceback|Unhandled)\b/i.test(line)
    ? line.replace(/^\S+ \S+ UTC \[\d+\] /, '').slice(0, 160)
    : undefined
}
