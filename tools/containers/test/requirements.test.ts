import t from 'tap'
import { whyNotHere, type Machine } from '../src/engine/requirements.ts'

const able: Machine = { isRoot: true, isDebian: true, missingPrograms: [] }
const engineFault = 'Cannot connect to the Docker daemon'

t.test('a running engine is enough', async t => {
  t.equal(whyNotHere({ ...able, isRoot: false, isDebian: false }), undefined)
})

t.test('without an engine, Debian and root can start one', async t => {
  t.equal(whyNotHere({ ...able, engineFault }), undefined)
})

for (const [title, machine, says] of [
  [
    'a person without rights',
    { ...able, isRoot: false },
    /join the group docker, or run this as root/,
  ],
  ['another system', { ...able, isDebian: false }, /only on Debian/],
  ['missing programs', { ...able, missingPrograms: ['runc'] }, /"apt-get install runc"/],
] as const)
  t.test(`${title}: one sentence says what to do`, async t => {
    const sentence = whyNotHere({ ...machine, engineFault }) ?? ''
    t.match(sentence, says)
    t.match(sentence, engineFault)
    t.match(sentence, /^[^\n]+\.$/)
  })
