import type { TonightView } from '@night-routine/household'
import { entityMessages, noMessages, type EntityFacts } from '@night-routine/home-assistant'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'

const tonight: TonightView = {
  date: '2026-11-20',
  kind: 'parent',
  name: 'Alex',
  reason: null,
  override: true,
  note: 'bath',
  next_change: { date: '2026-11-22', kind: 'parent', name: 'Robin' },
}
const facts: EntityFacts = {
  installation: '0b5c0f6e-9a70-4a3b-8d3f-1f2e3d4c5b6a',
  prefix: 'homeassistant',
  tonight,
  parents: [
    { id: 'a', name: 'Alex', hasTonight: true },
    { id: 'b', name: 'Robin', hasTonight: false },
  ],
  publicUrl: 'https://nights.example.org',
  wording: wordingFor('en'),
}
const base = `night-routine/${facts.installation}`
const published = (more: Partial<EntityFacts> = {}) =>
  new Map(entityMessages({ ...facts, ...more }).map(({ topic, payload }) => [topic, payload]))
const device = (more: Partial<EntityFacts> = {}) => {
  const [[, payload = ''] = []] = published(more)
  return JSON.parse(payload) as {
    dev: Record<string, unknown>
    cmps: Record<string, Record<string, string>>
  }
}

t.test('says who has tonight, when that changes, and whose turn it is', async t => {
  const { name: _name, ...attributes } = tonight
  t.same(
    [...published()].slice(1).map(([topic, payload]) => [topic.replace(`${base}/`, ''), payload]),
    [
      ['tonight', 'Alex'],
      ['tonight/attributes', JSON.stringify(attributes)],
      ['next_change', '2026-11-22'],
      ['next_change/attributes', '{"who":"Robin","kind":"parent"}'],
      ['my_turn_a', 'ON'],
      ['my_turn_b', 'OFF'],
      ['availability', 'online'],
    ],
  )
})

t.test('an open night is no one’s, and without a change there is no date', async t => {
  const open = { ...tonight, kind: 'open', name: null, next_change: null } as const
  const messages = published({ tonight: open })
  t.equal(messages.get(`${base}/tonight`), 'No one')
  t.equal(messages.get(`${base}/next_change`), 'None', 'Home Assistant shows it as unknown')
  t.equal(messages.get(`${base}/next_change/attributes`), '{"who":null,"kind":null}')
  const next_change = { date: '2026-11-21', kind: 'open', name: null } as const
  const french = published({ tonight: { ...tonight, next_change }, wording: wordingFor('fr') })
  t.equal(french.get(`${base}/next_change/attributes`), '{"who":"Personne","kind":"open"}')
})

t.test('names follow the language and the parents, ids never do', async t => {
  const ids = (more?: Partial<EntityFacts>) =>
    Object.values(device(more).cmps).map(each => [each['unique_id'], each['default_entity_id']])
  const renamed = {
    wording: wordingFor('fr'),
    parents: facts.parents.map(parent => ({ ...parent, name: 'Camille' })),
  }
  const names = Object.values(device(renamed).cmps).map(({ name }) => name)
  t.same(names, ['Ce soir', 'Prochain changement', 'Camille ce soir', 'Camille ce soir'])
  t.same(ids(renamed), ids())
  const node = 'night_routine_0b5c0f6e9a704a3b8d3f1f2e3d4c5b6a'
  t.same(ids(), [
    [`${node}_tonight`, 'sensor.night_routine_tonight'],
    [`${node}_next_change`, 'sensor.night_routine_next_change'],
    [`${node}_my_turn_a`, 'binary_sensor.night_routine_my_turn_a'],
    [`${node}_my_turn_b`, 'binary_sensor.night_routine_my_turn_b'],
  ])
})

// homeassistant/components/mqtt: discovery.py (TOPIC_MATCHER), schemas.py (DEVICE_DISCOVERY_SCHEMA), entity.py.
t.test('the device is what Home Assistant accepts', async t => {
  const [[topic = ''] = []] = published({ prefix: 'home/ha' })
  t.match(topic, /^home\/ha\/device\/[a-zA-Z0-9_-]+\/config$/)
  const { cmps, ...shared } = device()
  t.same(Object.keys(shared), ['dev', 'o', 'availability_topic'])
  t.match(shared.dev, { identifiers: [/./], configuration_url: /^https:\/\// })
  const known = new Set(published().keys())
  for (const [key, { platform = '', ...entity }] of Object.entries(cmps)) {
    t.match(key, /^\w+$/)
    t.match(platform, /^(?:sensor|binary_sensor)$/)
    t.match(entity['default_entity_id'], new RegExp(`^${platform}\\.[a-z0-9_]+$`))
    for (const option of ['state_topic', 'json_attributes_topic'])
      if (option in entity) t.ok(known.has(entity[option] ?? ''), `${key} ${option}`)
  }
  // Home Assistant drops these attributes.
  for (const attributes of ['tonight/attributes', 'next_change/attributes'])
    t.notMatch(
      published().get(`${base}/${attributes}`),
      /"(?:name|state|icon|device_class)":[^}]*$/,
    )
})

t.test('deletes every message, and no other', async t => {
  const topics = entityMessages(facts).map(({ topic }) => topic)
  t.same(
    noMessages(entityMessages(facts)),
    topics.map(topic => ({ topic, payload: '' })),
  )
  const ours =
    /^(?:homeassistant\/device\/night_routine_[\da-f]{32}\/config|night-routine\/[\da-f-]{36}\/.+)$/
  for (const topic of topics) t.match(topic, ours)
})
