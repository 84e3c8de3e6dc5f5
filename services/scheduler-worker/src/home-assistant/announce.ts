import {
  availabilityTopic,
  birthTopic,
  BrokerError,
  connectBroker,
  offline,
  online,
  type Broker,
  type Message,
} from '@night-routine/home-assistant'
import { startLoop } from '@night-routine/jobs'
import { withinTime, type Logger } from '@night-routine/service'
import type { Wanted } from './read-messages.ts'

/** How soon Home Assistant sees a change. */
const usualEverySeconds = 5
/** While the database is away. */
const betweenFailuresSeconds = 30
const longestWaitSeconds = 60
/** A worker that stops waits for the broker no longer than this. */
const farewellMs = 1_000

/**
 * Keeps Home Assistant up to date while a worker runs. Every worker holds a connection: they publish the same retained
 * messages, read from the database each time, so they need no lease. A worker that sees another one leave says again
 * that the entities are available (docs/decisions/0023-home-assistant-over-mqtt.md).
 */
export function startAnnouncing(options: {
  /** As MQTT_URL has it. */
  url: string
  read: () => Promise<Wanted>
  logger: Logger
  /** Tests wait less. */
  everySeconds?: number
}): { close(): Promise<void> } {
  const { url, read, logger, everySeconds = usualEverySeconds } = options
  const closing = new AbortController()
  let connection: Connection | undefined
  /** Whether what we published is deleted. */
  let isClear = false
  let failures = 0
  let lastReason = ''

  const loop = startLoop({
    name: 'home assistant',
    everySeconds: betweenFailuresSeconds,
    logger,
    work: async () => {
      const wanted = await read()
      try {
        await bring(wanted)
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error
        await connection?.broker.close()
        connection = undefined
        if (!closing.signal.aborted) sayFailure(error)
        failures += 1
        return backOffSeconds(failures)
      }
      return everySeconds
    },
  })

  /** Publishes what the broker does not have from us yet. */
  async function bring(wanted: Wanted): Promise<void> {
    if (!wanted.isOn && isClear) return
    const current = connection
    if (current === undefined) connection = await connect(wanted)
    // A connection counts as working once it has lasted until the next run.
    else if (current.isLost) throw new BrokerError('mqtt-closed')
    else failures = 0
    for (const message of wanted.messages) await connection?.publish(message)
    isClear = !wanted.isOn
    if (!isClear) return
    await connection?.broker.close()
    connection = undefined
    logger.info({}, 'home assistant: entities removed')
  }

  async function connect({ place, isOn }: Wanted): Promise<Connection> {
    const published = new Map<string, string>()
    const state = { isLost: false }
    const again = () => {
      published.clear()
      loop.soon()
    }
    const broker = await connectBroker({
      url,
      signal: closing.signal,
      // Once it is off, nothing of ours may come back.
      ...(isOn && { will: offline(place), topics: [birthTopic(place), availabilityTopic(place)] }),
      onMessage: ({ topic, payload }) => {
        const isStarted = topic === birthTopic(place) && payload === online
        const hasWorkerLeft = topic === availabilityTopic(place) && payload !== online
        if (isStarted || hasWorkerLeft) again()
      },
      onLost: () => {
        state.isLost = true
        loop.soon()
      },
    })
    logger.info({ again: lastReason !== '' }, 'home assistant: broker connected')
    lastReason = ''
    return Object.assign(state, {
      broker,
      async publish(message: Message) {
        if (published.get(message.topic) === message.payload) return
        await broker.publish(message)
        published.set(message.topic, message.payload)
      },
      leave: () => broker.publish(offline(place)),
    })
  }

  /** One line for each new reason: an outage may last for days. */
  function sayFailure(error: BrokerError): void {
    const { code: reason, fix } = error
    if (reason !== lastReason)
      logger.warn({ err: error, reason, fix }, 'home assistant: broker failed')
    lastReason = reason
  }

  return {
    async close() {
      closing.abort()
      await loop.close()
      if (connection) await withinTime(connection.leave(), farewellMs).catch(() => undefined)
      await connection?.broker.close()
    },
  }
}

interface Connection {
  broker: Broker
  isLost: boolean
  publish(message: Message): Promise<void>
  /** Says that the entities are no longer available; a worker that is still there says otherwise. */
  leave(): Promise<void>
}

/** Two seconds after the first failure, then twice as long each time, up to a minute. */
export function backOffSeconds(failures: number): number {
  return Math.min(longestWaitSeconds, 2 ** failures)
}
