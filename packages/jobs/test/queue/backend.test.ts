import t from 'tap'
import { chooseBackend, plan, push } from '../../src/index.ts'
import { Value } from 'typebox/value'

t.test('uses Redis if its address is set, otherwise PostgreSQL', async t => {
  const databaseUrl = 'postgres://db/routine'
  t.same(chooseBackend({ redisUrl: 'redis://queue', databaseUrl }), {
    kind: 'redis',
    url: 'redis://queue',
  })
  t.same(chooseBackend({ databaseUrl }), { kind: 'postgresql', url: databaseUrl })
  t.same(chooseBackend({ redisUrl: undefined, databaseUrl }).kind, 'postgresql')
})

t.test('every contract is valid for BullMQ and carries no facts', async t => {
  for (const contract of [plan, push]) {
    t.equal(contract.queue, contract.name)
    const id = contract.deduplicationId({})
    // BullMQ refuses ids with a colon and ids of digits only.
    t.notMatch(`${contract.queue} ${id}`, /:/)
    t.notMatch(id, /^\d+$/)
    t.ok(Value.Check(contract.payload, {}))
    t.notOk(Value.Check(contract.payload, { name: 'Alex' }), 'no facts in a payload')
  }
})
