import t from 'tap'
import { babysitterName } from '../../src/changes/person-name.ts'
import { refusalOf } from './refusal-of.ts'

const names = {
  names: { a: 'Alex', b: 'Élodie' },
  earlierNames: [{ parent: 'a' as const, name: 'Sasha' }],
  babysitters: ['Alexa'],
}

t.test('tidies the name of a babysitter', async t => {
  t.equal(babysitterName('Dana', names), 'Dana')
  t.equal(babysitterName('  Aunt   Dana ', names), 'Aunt Dana')
})

t.test("a parent's name is refused, with a sentence that says what to do instead", async t => {
  for (const name of ['Alex', ' alex ', 'ALEX', 'e\u0301lodie', 'Ａｌｅｘ', 'Al\u200Bex']) {
    const { reason, field, message } = await refusalOf(() => babysitterName(name, names))
    t.same([reason, field], ['not-allowed', 'name'])
    t.match(message, /^(Alex|Élodie) is a parent: give the night to \1 instead\.$/)
  }
})

t.test('refuses earlier names of a parent and titles of an open night', async t => {
  t.match(
    (await refusalOf(() => babysitterName('sasha', names))).message,
    /^Alex used to be called Sasha/,
  )
  const both = [
    { parent: 'b' as const, name: 'Sasha' },
    { parent: 'a' as const, name: 'sasha' },
  ]
  t.match(
    (await refusalOf(() => babysitterName('SASHA', { ...names, earlierNames: both }))).message,
    /^Élodie used to be called Sasha/,
    'of several who were called so, the first',
  )
  t.match((await refusalOf(() => babysitterName('no one yet', names))).message, /means that no one/)
})

t.test('asks about a name that is almost a parent’s, until a person confirms it', async t => {
  const { reason, field, message } = await refusalOf(() => babysitterName(' Elodie ', names))
  t.same([reason, field], ['near-name', 'name'])
  t.match(message, /^Did you mean Élodie\? To book a babysitter named Elodie,/)
  t.equal((await refusalOf(() => babysitterName('Sacsha', names))).reason, 'near-name', 'earlier')
  t.equal(babysitterName('Elodie', names, { confirmed: true }), 'Elodie')
  t.equal(babysitterName('Alexa', names), 'Alexa', 'a babysitter on record')
  const parent = await refusalOf(() => babysitterName('alex', names, { confirmed: true }))
  t.equal(parent.reason, 'not-allowed', 'no one confirms a parent as a babysitter')
})

t.test('refuses an invalid name, with the reason', async t => {
  t.equal((await refusalOf(() => babysitterName(' ', names))).message, 'Enter a name.')
  t.equal((await refusalOf(() => babysitterName('[Dana]', names))).field, 'name')
})
