import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

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
  read_only?: boolean
  init?: boolean
  restart?: string
  cap_drop?: string[]
  security_opt?: string[]
  command?: string[]
  healthcheck?: { test?: string[]; start_interval?: string }
  deploy?: { resources?: { limits?: Record<string, string | number> } }
}

interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

type Variables = Readonly<Record<string, string | undefined>>

const variable = /\$\{(\w+)(?:(:-|:\?)((?:[^{}]|\$\{[^{}]*\})*))?\}/g

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` as docker compose does; `$$` is a dollar sign. */
export function fillIn(text: string, env: Variables): string {
  const parts = text.split('$$').map(part =>
    part.replaceAll(variable, (_, name: string, sign?: string, rest = '') => {
      const value = env[name] ?? ''
      if (value !== '' || sign === undefined) return value
      if (sign === ':?') throw new Error(rest)
      return fillIn(rest, env)
    }),
  )
  return parts.join('$')
}

export const composeText: string = readFileSync('docker-compose.yml', 'utf8')

/** `NAME=value` lines, as docker compose reads them from .env. */
export const exampleEnv: Record<string, string> = Object.fromEntries(
  [...readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)

/** docker-compose.yml with the variables of .env.example, its anchors and merges resolved. */
export const compose = JSON.parse(
  JSON.stringify(parse(composeText, { merge: true }), (_, value: unknown) =>
    typeof value === 'string' ? fillIn(value, exampleEnv) : value,
  ),
) as ComposeFile
