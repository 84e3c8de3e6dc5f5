import { codeOf } from '@night-routine/database/connection'
import { examineProviders, type Finding } from '@night-routine/operations'
import { loadConfig, publicSettings, withinTime, type Environment } from '@night-routine/service'
import { Type } from 'typebox'
import type { HomeFacts } from '../environments.ts'
import { belongs, explicitNames, isEnteredName, isSet } from './settings.ts'

/** What is missing or invalid. */
export interface SettingError {
  /** The setting that it is about. */
  name: string
  /** A sentence that starts with this name. */
  text: string
}

/** Stands in for an address that cannot be used, so that other settings have only faults of their own. */
const anyAddress = 'https://nights.example.org'

/** Less than a request may take. */
const timeoutMs = 25_000

/** What is missing or invalid for any service, the first fault of each setting. */
export async function settingErrors(facts: HomeFacts): Promise<SettingError[]> {
  const { settings } = facts
  const { compositionFaults, faultsOf } = await import('../composition.ts')
  const address = faultsOf(() => loadConfig(Type.Object(publicSettings), settings))
  const unsaid = explicitNames.filter(name => !isSet(settings, name))
  const isUsable = isSet(settings, 'PUBLIC_URL') && address.length === 0
  const rest = isUsable ? settings : { ...settings, PUBLIC_URL: anyAddress }
  const all = [
    ...unsaid.map(name => `${name} is missing.`),
    ...address,
    ...compositionFaults({ ...facts, settings: rest }),
  ]
  const faults = new Map<string, SettingError>()
  for (const text of all) {
    const [name = ''] = /^[A-Z\d_]+/.exec(text) ?? []
    // What the default of an open choice lacks says nothing.
    const isMeant = !isEnteredName(name) || belongs(name, settings)
    if (isMeant && !faults.has(name)) faults.set(name, { name, text })
  }
  return [...faults.values()]
}

/** What the doctor says of calendar and sign-in, apart from what is well. */
export async function examine(settings: Environment): Promise<Finding[]> {
  try {
    const findings = await withinTime(examineProviders(settings), timeoutMs)
    return findings.filter(({ state }) => state !== 'ok')
  } catch (error) {
    if (codeOf(error) !== 'ETIMEDOUT') throw error
    return [tooSlow]
  }
}

const tooSlow: Finding = {
  state: 'problem',
  text: 'The servers of calendar and sign-in take too long to answer.',
  fix: 'Check their addresses, and that this machine can reach them.',
}
