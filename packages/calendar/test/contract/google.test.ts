import t from 'tap'
import { contract } from './contract.ts'
import { googleSubject } from './subject.ts'

for (const [rule, check] of Object.entries(contract))
  t.test(`Google emulator: ${rule}`, async t => check(t, await googleSubject(t)))
