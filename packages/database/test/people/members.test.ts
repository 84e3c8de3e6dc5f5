import {
  bindMember,
  readMembers,
  releaseMember,
  saveMemberLanguage,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'

t.test('an address is of the account that first came with it, until that one moves', async t => {
  const { db } = await testDatabase(t)
  const [alex, robin] = ['alex@example.com', 'robin@example.com']
  for (const [email, subject, outcome] of [
    [alex, '111', 'bound'],
    [alex, '111', 'bound'],
    [robin, '222', 'bound'],
    [alex, '666', 'other-subject'],
    [robin, '111', 'other-subject'],
    [alex, '111', 'bound'],
    ['alex@example.org', '111', 'bound'],
    // The old address is free.
    [alex, '333', 'bound'],
  ] as const)
    t.equal(await bindMember(db, email, subject), outcome, `${email} ${subject}`)
})

const at = (issuer: string, subject: string) => `https://${issuer}.example.org ${subject}`

t.test('another identity provider takes an address over once, as after a release', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, 'alex@example.com', '111')
  await bindMember(db, 'robin@example.com', '222')
  t.equal(await bindMember(db, 'alex@example.com', at('id', '1')), 'bound')
  t.equal(await bindMember(db, 'alex@example.com', at('id', '6')), 'other-subject')
  t.equal(await bindMember(db, 'robin@example.com', at('id', '1')), 'other-subject')
  t.equal(await bindMember(db, 'alex@example.com', at('sso', '1')), 'bound')
  t.equal(await bindMember(db, 'alex@example.com', '111'), 'bound', 'and back')
  for (const [old, next] of [
    ['444', '555'],
    [at('id', '8'), at('id', '9')],
  ] as const) {
    const email = `alex-${old.length}@example.com`
    await bindMember(db, email, old)
    t.equal(await bindMember(db, email, next), 'other-subject')
    t.equal(await releaseMember(db, email), true)
    t.equal(await bindMember(db, email, next), 'bound')
    t.equal(await bindMember(db, email, old), 'other-subject')
  }
  t.equal(await releaseMember(db, 'kim@example.com'), false)
  t.equal((await readMembers(db)).length, 4)
})

t.test('when two accounts claim an address at once, exactly one gets it', async t => {
  const { db } = await testDatabase(t)
  for (let round = 0; round < 20; round++) {
    const email = `person-${round}@example.com`
    const results = await Promise.all(
      ['x', 'y'].map(name => bindMember(db, email, `${name}-${round}`)),
    )
    t.same(results.toSorted(), ['bound', 'other-subject'])
  }
})

t.test('each person has a language of their own, or none', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, 'alex@example.com', '111')
  await bindMember(db, 'robin@example.com', '222')
  const language = async (email: string) => {
    const account = db.selectFrom('accounts').select('language').where('email', '=', email)
    return (await account.executeTakeFirstOrThrow()).language
  }
  t.equal(await language('alex@example.com'), null)
  await saveMemberLanguage(db, 'alex@example.com', 'fr')
  t.equal(await language('alex@example.com'), 'fr')
  t.equal(await language('robin@example.com'), null)
  await saveMemberLanguage(db, 'alex@example.com', null)
  t.equal(await language('alex@example.com'), null)
})
