import type { TonightView } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { Message } from './broker.ts'

/** Where an installation publishes, and nowhere else. */
export interface Place {
  /** UUID of the installation. */
  installation: string
  /** The discovery prefix of Home Assistant. */
  prefix: string
}

export interface EntityFacts extends Place {
  /** As programs with a share link see it. */
  tonight: TonightView
  /** The parents by their names; a program cannot tell two of the same name apart. */
  parents: readonly { id: string; name: string; hasTonight: boolean }[]
  publicUrl: string
  wording: Wording
}

const root = (installation: string) => `night-routine/${installation}`

/** The topic that says whether a worker is connected. */
export const availabilityTopic = ({ installation }: Pick<Place, 'installation'>) =>
  `${root(installation)}/availability`

/** The topic on which Home Assistant says that it has started. */
export const birthTopic = ({ prefix }: Pick<Place, 'prefix'>) => `${prefix}/status`

export const online = 'online'
/** The last will of each worker. */
export const offline = (place: Pick<Place, 'installation'>): Message => ({
  topic: availabilityTopic(place),
  payload: 'offline',
})

/** What Home Assistant takes for no value. */
const unknown = 'None'

/** The retained messages of an installation, in the order to publish them: availability is last. Ids never change. */
export function entityMessages(facts: EntityFacts): Message[] {
  const { installation, prefix, tonight, parents, publicUrl, wording } = facts
  const { say } = wording
  const base = root(installation)
  const node = `night_routine_${installation.replaceAll('-', '')}`
  const entity = (platform: 'sensor' | 'binary_sensor', key: string, name: string) => ({
    platform,
    unique_id: `${node}_${key}`,
    default_entity_id: `${platform}.night_routine_${key}`,
    name,
    state_topic: `${base}/${key}`,
  })
  const { name: _name, ...attributes } = tonight
  const next = tonight.next_change
  const turns = parents.map(({ id, ...parent }) => ({ key: `my_turn_${id}`, ...parent }))
  const device = {
    dev: {
      identifiers: [node],
      name: 'Night Routine',
      manufacturer: 'Night Routine',
      configuration_url: publicUrl,
    },
    o: { name: 'Night Routine' },
    availability_topic: availabilityTopic(facts),
    cmps: {
      tonight: {
        ...entity('sensor', 'tonight', say('homeAssistant.tonight')),
        icon: 'mdi:weather-night',
        json_attributes_topic: `${base}/tonight/attributes`,
      },
      next_change: {
        ...entity('sensor', 'next_change', say('homeAssistant.nextChange')),
        device_class: 'date',
        json_attributes_topic: `${base}/next_change/attributes`,
      },
      ...Object.fromEntries(
        turns.map(({ key, name }) => [
          key,
          {
            ...entity('binary_sensor', key, say('homeAssistant.myTurn', { name })),
            icon: 'mdi:bed-clock',
          },
        ]),
      ),
    },
  }
  const nameOf = (who: { name: string | null }) => who.name ?? say('person.unassigned')
  const states: Record<string, string> = {
    tonight: nameOf(tonight),
    'tonight/attributes': JSON.stringify(attributes),
    next_change: next?.date ?? unknown,
    'next_change/attributes': JSON.stringify(
      next === null ? { who: null, kind: null } : { who: nameOf(next), kind: next.kind },
    ),
    ...Object.fromEntries(turns.map(({ key, hasTonight }) => [key, hasTonight ? 'ON' : 'OFF'])),
  }
  return [
    { topic: `${prefix}/device/${node}/config`, payload: JSON.stringify(device) },
    ...Object.entries(states).map(([key, payload]) => ({ topic: `${base}/${key}`, payload })),
    { topic: availabilityTopic(facts), payload: online },
  ]
}

/** Deletes what an installation has published: Home Assistant removes the device. */
export function noMessages(messages: readonly Message[]): Message[] {
  return messages.map(({ topic }) => ({ topic, payload: '' }))
}
