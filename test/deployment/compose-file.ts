import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Variables = Readonly<Record<string, string | undefined>>

/** The parts of a service of docker-compose.yml that the tests look at. */
interface ComposeService {
  image: string
  build?: { dockerfile: string; target: string }
  profiles?: string[]
  environment?: Record<string, string | number | boolean>
  secrets?: string[]
  networks?: string[]
  ports?: string[]
  volumes?: string[]
  user?: string
  read_only?: boolean
  init?: boolean
  pids_limit?: number
  pull_policy?: string
  restart?: string
  network_mode?: string
  entrypoint?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  command?: string[]
  healthcheck?: { test?: string[]; disable?: boolean; start_interval?: string }
  depends_on?: Record<string, { condition: string }>
  deploy?: { resources?: { limits?: Record<string, string | number> } }
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

const variable = /\$\{(\w+)(?:(:-|:\?)((?:[^{}]|\$\{[^{}]*\})*))?\}/g

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` as docker compose does; `$$` is a dollar sign. */
export function fillIn(text: string, env: Variables): string {
  return text
    .split('$$')
    .map(part =>
      part.replaceAll(variable, (_, name: string, sign?: string, rest = '') => {
        const value = env[name] ?? ''
        if (value !== '' || sign === undefined) return value
        if (sign === ':?') throw new Error(rest)
        return fillIn(rest, env)
      }),
    )
    .join('$')
}

/** The names of all variables in docker-compose.yml. */
export function variablesOf(text: string): Set<string> {
  return new Set([...text.replaceAll('$$', '').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
}

/** `NAME=value` lines, as docker compose reads them from .env. */
export function readEnvFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** As docker compose does, after the YAML is parsed: an empty value stays a string. */
function fillInAll(value: unknown, env: Variables): unknown {
  if (typeof value === 'string') return fillIn(value, env)
  if (Array.isArray(value)) return value.map(item => fillInAll(item, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillInAll(item, env)]))
}

export const composeText: string = readFileSync('docker-compose.yml', 'utf8')

/** docker-compose.yml with these variables, its anchors and merges resolved. */
export function readCompose(env: Variables): ComposeFile {
  const file = parse(composeText, { merge: true }) as unknown
  return fillInAll(file, env) as ComposeFile
}
