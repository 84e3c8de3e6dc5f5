import { householdSettings } from '@night-routine/household'
import { ConfigurationError, describeSettings, loadConfig } from '@night-routine/service'
import { Type } from 'typebox'
import t from 'tap'

const schema = Type.Object(householdSettings)

function faults(PARENT_A: string, PARENT_B: string): readonly string[] {
  try {
    loadConfig(schema, { PARENT_A, PARENT_B })
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}

t.test('refuses the same name for both parents, and almost the same', async t => {
  t.matchOnly(faults('alex', 'Ａlex'), [/^PARENT_A and PARENT_B are the same name\. Give each/])
  t.matchOnly(faults('Zoë', 'Zoe'), [/^PARENT_A and PARENT_B: Zoë and Zoe are so alike .+ initial/])
  t.same(faults('Alex', 'Robin'), [])
  t.same(loadConfig(schema, {}), { LOOK_AHEAD_DAYS: 42 }, 'nothing else is chosen yet')
  t.matchOnly(faults('[Alex]', 'Robin'), [/^PARENT_A: "\[Alex\]" is not a name/])
})

t.test('every setting says what it is for', async t => {
  for (const { name, description } of describeSettings(schema))
    t.match(description, /^[A-Z].*\.$/, name)
})
