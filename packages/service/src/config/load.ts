import { readFileSync } from 'node:fs'
import type { Static, TObject } from 'typebox'
import { Check } from 'typebox/schema'
import { advice, expectation, readSetting, type Setting, type SettingValue } from './formats.ts'
import { isPrivateHost } from './private-hosts.ts'

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Invalid configuration; `faults` has one sentence for each problem. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads settings from environment variables, and secrets also from the file in `NAME_FILE`. With `NODE_ENV=production`
 * it refuses what is unsafe on the internet. @throws ConfigurationError with all faults, without secrets
 */
export function loadConfig<Schema extends TObject>(
  schema: Schema,
  env: Environment,
): Static<Schema> {
  const faults: string[] = []
  const values: Record<string, SettingValue> = {}
  const production = env['NODE_ENV'] === 'production'
  for (const one of settingsOf(schema)) {
    const { choice } = one.setting
    if (choice && values[choice.setting] !== choice.value) continue
    try {
      const value = readOne(one, env)
      if (value !== undefined) values[one.name] = value
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      faults.push(...error.faults)
    }
  }
  if (production) faults.push(...checkProduction(values, env))
  faults.push(...checkEach(schema, values, production))
  if (faults.length > 0) throw new ConfigurationError(faults)
  const config: unknown = Object.freeze(values)
  if (!Check(schema, config)) throw new Error('This schema asks for more than a setting can.')
  return config
}

function settingsOf({ properties, required }: TObject) {
  const names = new Set<string>(required)
  return Object.entries<Setting>(properties).map(([name, setting]) => ({
    name,
    setting,
    required:
      setting.default === undefined &&
      (names.has(name) || setting.choice?.required.includes(name) === true),
  }))
}

function readOne(
  { name, setting, required }: ReturnType<typeof settingsOf>[number],
  env: Environment,
): SettingValue | undefined {
  const text = setting.secret ? readSecret(env, name) : readVariable(env, name)
  if (text === undefined) {
    if (!required) return setting.default
    const fromFile = setting.secret ? `, or ${name}_FILE to a file that holds it` : ''
    throw fault(`${name} is missing. Set it to ${expectation(setting)}${fromFile}.`)
  }
  const value = readSetting(setting, text)
  if (value !== undefined) return value
  const shown = setting.secret ? 'its value' : `"${text}"`
  throw fault(`${name}: ${shown} is not ${expectation(setting)}.${advice(setting, text)}`)
}

/** An empty variable counts as unset, because compose writes `NAME=` for that. */
function readVariable(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** Reads a secret: from `NAME`, or from the file in `NAME_FILE`; it must not be in both. */
function readSecret(env: Environment, name: string): string | undefined {
  const text = readVariable(env, name)
  const path = readVariable(env, `${name}_FILE`)
  if (path === undefined) return text
  if (text !== undefined) throw fault(`${name} and ${name}_FILE are both set. Keep one of the two.`)
  try {
    const found = readFileSync(path, 'utf8').trim()
    if (found !== '') return found
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw fault(
      `${name}_FILE: the file ${path} cannot be read (${reason}). Check its path and rights.`,
    )
  }
  throw fault(`${name}_FILE: the file ${path} is empty. Put the value into it.`)
}

function fault(sentence: string): ConfigurationError {
  return new ConfigurationError([sentence])
}

/** The settings that could be read; a service has only some of them. */
type Settings = Readonly<Record<string, SettingValue>>

/** What is unsafe in production. */
function checkProduction(settings: Settings, env: Environment): string[] {
  const { PUBLIC_URL, ALLOWED_EMAILS, SIGN_IN } = settings
  const faults: string[] = []
  const url = typeof PUBLIC_URL === 'string' ? new URL(PUBLIC_URL) : undefined
  if (url && readVariable(env, 'PUBLIC_URL') === undefined)
    faults.push('PUBLIC_URL is missing. Set it to the address that people open.')
  if (url?.protocol === 'http:' && !isPrivateHost(url))
    faults.push(
      `PUBLIC_URL: ${url.origin} would send passwords over the internet in the clear. Start it with https://. Plain http:// is for private addresses and names: 192.168.1.5, nights.lan.`,
    )
  // With accounts of the installation, a code from the log lets the first person in. A misspelt choice may mean them.
  const needsList = SIGN_IN === undefined ? !readVariable(env, 'SIGN_IN') : SIGN_IN !== 'accounts'
  if (Array.isArray(ALLOWED_EMAILS) && ALLOWED_EMAILS.length === 0 && needsList)
    faults.push(
      'ALLOWED_EMAILS is empty, so no one can sign in. List the e-mail addresses of the parents.',
    )
  return faults
}

/** What the settings say about their own values. */
function checkEach(schema: TObject, others: Settings, production: boolean): string[] {
  return settingsOf(schema).flatMap(({ name, setting }) => {
    const value = others[name]
    if (value === undefined) return []
    return setting.fault?.({ name, value, others, production }) ?? []
  })
}

/** One row of the settings table in the documentation. */
export type SettingDescription = ReturnType<typeof describeSettings>[number]

/** The settings of a schema, in its order, as rows for the documentation. */
export function describeSettings(schema: TObject) {
  return settingsOf(schema).map(({ name, setting, required }) => ({
    name,
    description: setting.description ?? '',
    expects: expectation(setting),
    /** As written in the environment; null without a default. */
    default: String(setting.default ?? '') || null,
    required,
    /** The choice that it needs, if that is not the default: "KIND=mail". */
    onlyWith: otherChoice(schema, setting),
    secret: setting.secret === true,
  }))
}

function otherChoice({ properties }: TObject, { choice }: Setting): string | null {
  if (choice === undefined) return null
  const chooser: Setting | undefined = properties[choice.setting]
  return chooser?.default === choice.value ? null : `${choice.setting}=${choice.value}`
}
