import { readFileSync } from 'node:fs'
import { parseSecretKeys, type TokenKeys } from '@night-routine/database'
import type { Environment } from '@night-routine/service'
import { RecoveryError } from './recovery-error.ts'

/**
 * A setting, from its variable or from the file that `NAME_FILE` names.
 * @throws RecoveryError when neither is set
 */
export function settingOrFile(env: Environment, name: string): string {
  const text = env[name]?.trim() || undefined
  const file = env[`${name}_FILE`]?.trim() || undefined
  const found = text ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
  if (!found) throw new RecoveryError(`${name} is not set, nor is it in a file of ${name}_FILE.`)
  return found
}

/**
 * The keys of SECRET_KEYS, newest first.
 * @throws Error if they are missing or invalid
 */
export function secretKeys(env: Environment): TokenKeys {
  const list = settingOrFile(env, 'SECRET_KEYS').split(/[,\s]+/)
  return parseSecretKeys(list.filter(key => key !== ''))
}

/**
 * A number of hours or days, from one to the longest delay of a timer.
 * @throws RecoveryError if it is invalid
 */
export function hoursOrDays(env: Environment, name: string, fallback: number): number {
  const text = env[name]?.trim() || String(fallback)
  const number = Number(text)
  if (!/^\d{1,3}$/.test(text) || number < 1 || number > 500)
    throw new RecoveryError(`${name} is "${text}"; it must be a whole number from 1 to 500.`)
  return number
}
