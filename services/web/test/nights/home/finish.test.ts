import { transaction } from '@night-routine/database/connection'
import { saveNotificationSettings } from '@night-routine/database/notifications'
import { saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { accept, invite, open } from '../../household/people/inviting.ts'

/** The card of the home page without its markup; undefined without a card. */
async function card(browser: Browser): Promise<string | undefined> {
  const { body } = await browser.get('/')
  const [found] = /<details class="setup"[^]*?<\/details>/.exec(body) ?? []
  return found
    ?.replaceAll(/<span aria-hidden="true">[^]*?<\/span>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const [inviteRobin, remind, homeScreen] = [
  'Invite Robin , to see and change the nights, too.',
  'Get a reminder when it’s your turn',
  'Put it on your home screen',
]
const turnedOn = {
  reminderAt: Temporal.PlainTime.from('18:00'),
  changes: false,
  channels: ['email'],
  quiet: null,
}

t.test('both parents are guided in, each until it is done', async t => {
  const { web, alex } = await open(t)
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  const alone = (await card(alex)) ?? ''
  for (const row of ['3 left', inviteRobin, 'Create invite link', remind, homeScreen])
    t.match(alone, row)
  t.match((await alex.get('/')).body, '<details class="setup" id="finish" open>')

  const first = await invite(alex)
  const invited = (await card(alex)) ?? ''
  t.match(invited, 'A link is open until Friday 27 November.')
  t.match(invited, 'Create a new link')
  t.not(await invite(alex), first, 'and another one can be made')

  const { browser: robin } = await accept(web, first, 'robin@example.com')
  t.match((await alex.get('/')).body, '<details class="setup" id="finish">', 'it is folded')
  for (const browser of [alex, robin]) {
    const joined = (await card(browser)) ?? ''
    t.match(joined, '2 left')
    t.match(joined, remind)
    t.match(joined, homeScreen)
    t.notMatch(joined, 'Invite')
  }

  for (const press of ['first', 'again']) {
    const { statusCode, headers } = await robin.post('/home-screen')
    t.same([statusCode, headers.location], [302, '/'], press)
  }
  const left = (await card(robin)) ?? ''
  t.match(left, '1 left')
  t.notMatch(left, homeScreen)
  t.match(await card(alex), '2 left', 'Robin’s phone is not Alex’s')
  await transaction(web.db, trx => saveNotificationSettings(trx, 'robin@example.com', turnedOn))
  t.equal(await card(robin), undefined)

  await alex.act('/people/remove', { email: 'robin@example.com' })
  t.match(await card(alex), inviteRobin, 'whoever is gone can be invited again')
})

t.test('a person who is taken off the list does not count as the other parent', async t => {
  const { web, alex } = await open(t)
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  const { browser } = await accept(web, await invite(alex), 'robin@example.com')
  t.notMatch(await card(alex), inviteRobin)
  await web.db.updateTable('accounts').set({ invited_at: null }).where('parent', '=', 'b').execute()
  t.match(await card(alex), inviteRobin)
  t.equal((await browser.get('/settings')).statusCode, 401)
})

t.test('someone of whom nobody has said which parent they are is asked', async t => {
  const { alex } = await open(t)
  const asked = (await card(alex)) ?? ''
  t.match(asked, '3 left')
  t.match(asked, 'Say which parent you are')
  t.notMatch(asked, 'Invite')
})

t.test('every link of the card leads to its place', async t => {
  const { web, alex } = await open(t)
  const links = async () => {
    const [found = ''] =
      /<details class="setup"[^]*?<\/details>/.exec((await alex.get('/')).body) ?? []
    return [...found.matchAll(/href="(\/\w+)#(\w+)"/g)].map(([, path = '', place = '']) => [
      path,
      place,
    ])
  }
  const asked = await links()
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  t.same(asked, [['/you', 'parent'], ...(await links())])
  t.equal(asked.length, 3)
  for (const [path = '', place = ''] of asked) {
    const { statusCode, body } = await alex.get(path)
    t.equal(statusCode, 200, path)
    t.match(body, `id="${place}"`)
  }
})

t.test('the card waits for a calendar', async t => {
  const { web, alex } = await open(t)
  await web.db.deleteFrom('calendar_settings').execute()
  const { body } = await alex.get('/')
  t.match(body, 'id="steps"')
  t.notMatch(body, 'class="setup"')
})

t.test('a visitor marks nothing as done', async t => {
  const { web } = await open(t)
  t.equal((await new Browser(web).post('/home-screen')).statusCode, 401)
})
