import { transaction } from '@night-routine/database/connection'
import { saveNotificationSettings } from '@night-routine/database/notifications'
import { saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { accept, invite, open } from '../../household/people/inviting.ts'

const cardIn = (body: string) => /<details class="setup"[^]*?<\/details>/.exec(body)?.[0]

/** The card of the home page without its markup; undefined without a card. */
async function card(browser: Browser): Promise<string | undefined> {
  return cardIn((await browser.get('/')).body)
    ?.replaceAll(/<span aria-hidden="true">[^]*?<\/span>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const inviteRobin = 'Invite Robin , to see and change the nights, too.'
const remind = 'Get a reminder when it’s your turn'
const homeScreen = 'Put it on your home screen'

t.test('both parents are guided in, each until it is done', async t => {
  const { web, alex } = await open(t)
  const asked = (await card(alex)) ?? ''
  t.match(asked, 'Say which parent you are')
  t.notMatch(asked, 'Invite')
  const linksIn = async () =>
    [...(cardIn((await alex.get('/')).body) ?? '').matchAll(/href="(\/\w+)#(\w+)"/g)].map(
      ([, path = '', place = '']) => [path, place] as const,
    )
  for (const [path, place] of await linksIn())
    t.match((await alex.get(path)).body, `id="${place}"`, path)

  await saveMemberParent(web.db, 'alex@example.com', 'a')
  const alone = (await card(alex)) ?? ''
  for (const row of ['3 left', inviteRobin, 'Create invite link', remind, homeScreen])
    t.match(alone, row)
  t.match((await alex.get('/')).body, '<details class="setup" id="finish" open>')
  const path = await invite(alex)
  t.match(await card(alex), 'A link is open until Friday 27 November. Create a new link')
  const { browser: robin } = await accept(web, path, 'robin@example.com')
  t.match((await alex.get('/')).body, '<details class="setup" id="finish">', 'it is folded')
  for (const browser of [alex, robin]) {
    const joined = (await card(browser)) ?? ''
    t.match(joined, '2 left')
    t.notMatch(joined, 'Invite')
  }
  for (const press of ['first', 'again'])
    t.equal((await robin.post('/home-screen')).headers.location, '/', press)
  t.notMatch(await card(robin), homeScreen)
  t.match(await card(alex), '2 left', 'Robin’s phone is not Alex’s')
  const reminderAt = Temporal.PlainTime.from('18:00')
  const turnedOn = { reminderAt, changes: false, channels: ['email'], quiet: null }
  await transaction(web.db, trx => saveNotificationSettings(trx, 'robin@example.com', turnedOn))
  t.equal(await card(robin), undefined)

  await web.db.updateTable('accounts').set({ invited_at: null }).where('parent', '=', 'b').execute()
  t.match(await card(alex), inviteRobin, 'whoever is taken off the list can be invited again')
  await web.db.deleteFrom('calendar_settings').execute()
  const { body } = await alex.get('/')
  t.match(body, 'id="steps"')
  t.notMatch(body, 'class="setup"', 'the card waits for a calendar')
  t.equal((await new Browser(web).post('/home-screen')).statusCode, 401)
})
