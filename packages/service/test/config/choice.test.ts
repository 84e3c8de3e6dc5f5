import t from 'tap'
import { Type } from 'typebox'
import { describeSettings, loadConfig, onlyWith, setting } from '../../src/index.ts'

t.test('settings of a choice are read, and required, only with it', async t => {
  const schema = Type.Object({
    KIND: Type.Enum(['mail', 'pigeon'], { default: 'pigeon' }),
    ...onlyWith(
      { setting: 'KIND', value: 'mail' },
      { STAMP: setting.text('text', 'A stamp.'), COLOUR: setting.optional('text', 'A colour.') },
    ),
  })
  t.same(loadConfig(schema, { STAMP: 'blue' }), { KIND: 'pigeon' })
  t.same(loadConfig(schema, { KIND: 'mail', STAMP: 'blue' }), { KIND: 'mail', STAMP: 'blue' })
  t.throws(() => loadConfig(schema, { KIND: 'mail' }), /^STAMP is missing\. Set it to a text\.$/)
  t.match(describeSettings(schema), [
    { name: 'KIND', onlyWith: null },
    { name: 'STAMP', required: true, onlyWith: 'KIND=mail' },
    { name: 'COLOUR', required: false },
  ])
})
