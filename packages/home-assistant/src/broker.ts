import { randomBytes } from 'node:crypto'
import { readMqttBroker, withinTime } from '@night-routine/service'
import type { IClientOptions } from 'mqtt'
import { connectFailure, useFailure } from './failure.ts'

/** A message that the broker keeps for those who subscribe later; an empty payload deletes it. */
export interface Message {
  topic: string
  payload: string
}

/** A connection to a broker. It does not reconnect. */
export type Broker = Awaited<ReturnType<typeof connectBroker>>

export interface BrokerOptions {
  /** As MQTT_URL has it. */
  url: string
  /** What the broker publishes when the connection breaks. */
  will?: Message
  /** Topics to listen to; it knows them when the connection is there. */
  topics?: readonly string[]
  onMessage?: (message: Message) => void
  /** Called once when the connection breaks. */
  onLost?: () => void
  /** Ends the attempt to connect. */
  signal?: AbortSignal
  /** For the connection, and for each answer. */
  timeoutMs?: number
}

/** A broker that is gone without a word is noticed within one and a half times this. */
const keepAliveSeconds = 20
/** For the end of a connection in order. */
const farewellMs = 1_000
/** No message for us is longer, and a broker drops those that are. */
const longestPacket = 65_536

/** Connects by MQTT 5, whose answers say what a broker refuses; each connection has a new name. @throws BrokerError */
export async function connectBroker(options: BrokerOptions) {
  const { url, will, topics = [], onMessage, onLost, signal, timeoutMs = 5_000 } = options
  const server = readMqttBroker(url)
  if ('fault' in server) throw new Error(`MQTT_URL: ${server.fault}`)
  // Loaded here, because few installations have a broker.
  const { connect } = await import('mqtt')
  const client = connect({
    ...server,
    ...(server.login && { username: server.login.user, password: server.login.password }),
    protocolVersion: 5,
    properties: { maximumPacketSize: longestPacket },
    clientId: `night-routine-${randomBytes(8).toString('hex')}`,
    keepalive: keepAliveSeconds,
    // Ours ends first, and says that it was one.
    connectTimeout: 2 * timeoutMs,
    // Who uses the connection decides when to try again.
    reconnectPeriod: 0,
    ...(will && { will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
  } satisfies IClientOptions)
  client.on('message', (topic, payload) => onMessage?.({ topic, payload: payload.toString() }))
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  let failure: unknown
  // An error event without a listener ends the process; `close` follows each.
  client.on('error', error => (failure ??= error))
  client.once('close', () => broken.reject(failure ?? new Error('closed')))

  /** The answer of the broker, in time, while the connection is there. */
  async function answered<T>(asked: Promise<T>): Promise<T> {
    return withinTime(Promise.race([asked, broken.promise]), timeoutMs)
  }

  const abort = () => client.end(true)
  signal?.addEventListener('abort', abort)
  const connected = new Promise<void>(resolve => {
    client.once('connect', () => resolve())
  })
  let classify = (error: unknown) =>
    connectFailure(failure ?? error, { secure: server.protocol === 'mqtts' })
  try {
    if (signal?.aborted) abort()
    await answered(connected)
    classify = useFailure
    if (topics.length > 0) await answered(client.subscribeAsync([...topics], { qos: 1 }))
  } catch (error) {
    client.end(true)
    throw classify(error)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  let closing = false
  broken.promise.catch(() => {
    if (!closing) onLost?.()
  })
  return {
    /** @throws BrokerError when the broker refuses the message, is gone, or does not answer in time */
    async publish({ topic, payload }: Message): Promise<void> {
      try {
        await answered(client.publishAsync(topic, payload, { qos: 1, retain: true }))
      } catch (error) {
        throw useFailure(error)
      }
    },
    /** Ends the connection in order, without the last will. */
    async close(): Promise<void> {
      closing = true
      await withinTime(client.endAsync(), farewellMs).catch(() => undefined)
      client.end(true)
    },
  }
}
