import {
  openCalendarProvider,
  openSignIn,
  webhookAddress,
  type Finding,
} from '@night-routine/calendar'
import { connect, parseSecretKeys } from '@night-routine/database/connection'
import { ConfigurationError, loadConfig, type Environment } from '@night-routine/service'
import type { Command } from '../command-context.ts'
import { configSchema } from '../config.ts'
import { judgeDisks, ok, problem } from './judge.ts'
import { lookAtBroker } from './look-at-broker.ts'
import {
  lookAtMembers,
  lookAtDatabase,
  lookAtHousehold,
  lookAtQueue,
  lookAtRoles,
} from './look-inside.ts'
import { lookAtAddress, lookAtChannels, lookAtProviders } from './look-outside.ts'

/** Prints the doctor's findings, and ends with 1 if one is a problem. */
const doctor: Command = async (_words, { env, print }) => {
  const findings = await diagnose(env)
  print(report(findings))
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

export const commands = { doctor }

/** Checks everything an installation needs, and says how to fix what is wrong. Changes nothing. */
export async function diagnose(env: Environment): Promise<Finding[]> {
  let config
  try {
    config = loadConfig(configSchema, env)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.faults.map(text => problem(text, 'docs/configuration.md explains each setting.'))
  }
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const calendars = openCalendarProvider(config)
  const webhook = webhookAddress(config, calendars)
  const isNotified =
    calendars.connect(never, {
      find: never,
      count: never,
      changes: never,
      put: never,
      remove: never,
    }).notifications !== undefined
  const { DATABASE_URL: url } = config
  await using db = connect({ url, applicationName: 'doctor', maxConnections: 1 })
  const [database, queue, address, provider] = await Promise.all([
    lookAtDatabase(db, config),
    lookAtQueue(config),
    lookAtAddress(config, { webhookUrl: webhook, isNotified }),
    lookAtProviders(config, calendars, openSignIn(config)),
  ])
  const household = database.usable
    ? [
        await lookAtRoles(db),
        ...(config.SIGN_IN === 'accounts' ? [await lookAtMembers(db)] : []),
        ...(await lookAtChannels(db, config, keys)),
        ...(await lookAtHousehold(db, { keys, provider: calendars, address: webhook })),
      ]
    : []
  const broker = await lookAtBroker(config, database.usable ? db : undefined)
  const own = [ok('Every setting can be used.'), ...(await judgeDisks(env))]
  return [...own, ...database.findings, queue, ...address, ...provider, ...broker, ...household]
}

/** No call to the calendar is made with it. */
const never = async () => {
  throw new Error('the doctor does not call the calendar here')
}

const marks = { ok: 'ok     ', notice: 'notice ', problem: 'PROBLEM' } as const

/** Text of other servers must not move the cursor or break the lines of a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** The findings as lines for a terminal, and a last line that counts them. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ state, text, fix }) => [
    `${marks[state]}  ${printable(text)}`,
    ...(fix === undefined ? [] : [`         → ${fix}`]),
  ])
  const count = (state: Finding['state']) => findings.filter(one => one.state === state).length
  const counts = `${count('ok')} ok, ${count('notice')} to know, ${count('problem')} to fix`
  return [...lines, '', counts].join('\n')
}
