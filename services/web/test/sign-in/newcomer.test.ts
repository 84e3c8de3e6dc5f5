import { bindMember, readMembers, saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import { browserOf, firstPerson, publicUrl, webWithCredentials } from '../web-with-credentials.ts'
import { makeLink, newPassword, signIn } from './two-people.ts'

t.test('who signed in at another provider before comes back by a link of a parent', async t => {
  const { service, db } = await webWithCredentials(t)
  const alex = browserOf(service)
  await firstPerson(alex)
  const email = 'kim@example.com'
  // The provider before had the same address as ours has.
  await bindMember(db, email, `${publicUrl}/identity 4711`)
  await saveMemberParent(db, email, 'b')
  const since = '2026-01-01T00:00:00Z'
  await db.updateTable('accounts').set({ invited_at: since, created_at: since }).execute()

  const path = await makeLink(alex, email)
  const kim = browserOf(service)
  const { at } = await kim.follow(path, { password: newPassword })
  t.equal(at, '/identity/sign-in')
  t.equal((await signIn(kim, { email, password: newPassword })).at, '/calendars')
  t.match(
    (await readMembers(db)).find(account => account.email === email),
    { parent: 'b' },
    'with all that was theirs',
  )
})

t.test('a stranger gets no account by a link', async t => {
  const { service, db } = await webWithCredentials(t)
  const alex = browserOf(service)
  await firstPerson(alex)
  const { statusCode, body } = await alex.act('/people/password-link', {
    email: 'stranger@example.com',
  })
  t.equal(statusCode, 404)
  t.match(body, 'This person has no account here.')
  t.equal((await readMembers(db)).length, 1)
})
