import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { checkProduction, checkTogether } from './checks.ts'
import { readSecret, readVariable, type Environment } from './environment.ts'
import { asSetting, expectation, readSetting, type Setting, type SettingValue } from './setting.ts'

/** Invalid configuration; `faults` has one sentence for each problem. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigurationError'
    this.faults = faults
  }
}

/**
 * Reads the settings of a schema from environment variables of the same names.
 *
 * Secrets may come from the file in `NAME_FILE`. With `NODE_ENV=production`, it also refuses settings that are
 * unsafe on the internet. Throws a ConfigurationError with all faults and without the values of secrets.
 */
export function loadConfig<Schema extends TObject>(
  schema: Schema,
  env: Environment,
): Static<Schema> {
  const required = new Set<string>(schema.required)
  const faults: string[] = []
  const values: Record<string, SettingValue> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const read = readOne(name, asSetting(property), required.has(name), env)
    if ('fault' in read) faults.push(read.fault)
    else if (read.value !== undefined) values[name] = read.value
  }
  faults.push(...checkTogether(values))
  if (env['NODE_ENV'] === 'production') faults.push(...checkProduction(values))
  if (faults.length > 0) throw new ConfigurationError(faults)
  const config: unknown = Object.freeze(values)
  if (!Value.Check(schema, config)) throw new Error('This schema asks for more than a setting can.')
  return config
}

function readOne(
  name: string,
  setting: Setting,
  required: boolean,
  env: Environment,
): { value: SettingValue | undefined } | { fault: string } {
  const found = setting.secret ? readSecret(env, name) : readVariable(env, name)
  if ('fault' in found) return found
  if (found.text === undefined) {
    if (setting.default !== undefined || !required) return { value: setting.default }
    return { fault: missing(name, setting) }
  }
  const value = readSetting(setting, found.text)
  if (value !== undefined) return { value }
  const shown = setting.secret ? 'its value' : `"${found.text}"`
  return { fault: `${name}: ${shown} is not ${expectation(setting)}.` }
}

function missing(name: string, setting: Setting): string {
  const fromFile = setting.secret ? `, or ${name}_FILE to a file that holds it` : ''
  return `${name} is missing. Set it to ${expectation(setting)}${fromFile}.`
}
