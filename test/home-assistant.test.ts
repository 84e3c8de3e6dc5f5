import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'

const page = readFileSync('docs/home-assistant.md', 'utf8')
const blocks = [...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(
  ([, yaml = '']) => parse(yaml, { strict: true }) as Record<string, unknown>,
)

t.test('the YAML of docs/home-assistant.md is what Home Assistant reads', async t => {
  const [card, automation, rest] = blocks
  t.equal(blocks.length, 3)
  t.match(card, { type: 'entities', entities: [{}, { attribute: 'note' }, {}] })
  t.match(automation, {
    triggers: [{ trigger: 'time', at: '18:30:00' }],
    conditions: [{ condition: 'template', value_template: /^\{\{.+\}\}$/ }],
    actions: [{ action: 'notify.notify', data: { message: /^\{\{.+\}\} has tonight\.$/ } }],
    mode: 'single',
  })
  t.match(rest, {
    rest: [{ resource: /\/api\/tonight$/, headers: { Authorization: /^Bearer / }, sensor: [{}] }],
  })
})

// packages/home-assistant/test/messages.test.ts has their ids.
t.test('the page names every entity', async t => {
  const named = new Set(page.match(/\b(?:binary_)?sensor\.night_routine_\w+/g))
  t.same([...named].toSorted(), [
    'binary_sensor.night_routine_my_turn_a',
    'binary_sensor.night_routine_my_turn_b',
    'sensor.night_routine_next_change',
    'sensor.night_routine_tonight',
  ])
})
