import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '@night-routine/calendar'
import type { Database } from '@night-routine/database/connection'
import {
  availabilityTopic,
  birthTopic,
  BrokerError,
  connectBroker,
  online,
} from '@night-routine/home-assistant'
import { readSettings, type Settings } from '@night-routine/household'
import { readMqttBroker } from '@night-routine/service'
import type { Config } from '../config.ts'
import { notice, ok, problem } from './judge.ts'

/** A broker sends what it keeps right after the subscription. */
const retainedMs = 1_000

/** Checks the broker of Home Assistant, if there is one, and that a worker is connected to it. */
export async function lookAtBroker(
  { MQTT_URL: url, MQTT_DISCOVERY_PREFIX: prefix }: Config,
  db: Database | undefined,
): Promise<Finding[]> {
  if (url === undefined) return []
  const settings = db && (await readSettings(db).catch(() => undefined))
  const server = readMqttBroker(url)
  const broker = 'host' in server ? `The MQTT broker at ${server.host}` : 'The MQTT broker'
  try {
    const isAvailable = await readAvailability(url, { prefix, settings })
    const answers = ok(`${broker} lets us in.`)
    return settings === undefined ? [answers] : [answers, judgeAvailability(settings, isAvailable)]
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    return [problem(`${broker} ${error.what}.`, error.fix)]
  }
}

/** Whether the broker keeps the message that a worker is connected. */
async function readAvailability(
  url: string,
  { prefix, settings }: { prefix: string; settings: Settings | undefined },
): Promise<boolean> {
  const topic = settings && availabilityTopic(settings)
  const heard = Promise.withResolvers<boolean>()
  const broker = await connectBroker({
    url,
    topics: [birthTopic({ prefix }), ...(topic === undefined ? [] : [topic])],
    onMessage: message => {
      if (message.topic === topic) heard.resolve(message.payload === online)
    },
  })
  const isAvailable = await Promise.race([
    heard.promise,
    sleep(topic === undefined ? 0 : retainedMs, false),
  ])
  await broker.close()
  return isAvailable
}

function judgeAvailability({ homeAssistant }: Settings, isAvailable: boolean): Finding {
  if (!homeAssistant)
    return ok('Home Assistant does not show tonight: the household turned it off.')
  if (isAvailable) return ok('Home Assistant sees who has tonight.')
  return notice(
    'No worker is connected to the MQTT broker, so Home Assistant shows Night Routine as unavailable.',
    'Check that scheduler-worker has MQTT_URL, too, and read its lines “home assistant” in the log.',
  )
}
