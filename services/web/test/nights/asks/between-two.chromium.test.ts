import { readNights } from '@night-routine/database/nights'
import { saveMemberLanguage } from '@night-routine/database/people'
import { startInbox } from '@night-routine/servers/receivers'
import { launchChromium } from '@night-routine/servers/chromium'
import t, { type Test } from 'tap'
import { listeningWeb, openPage, todayOf, type ListeningWeb } from '../../listening-web.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** What the two read and press, in the language of their browsers. */
const languages = {
  en: {
    wish: 'Ask Robin to take it',
    send: 'Ask Robin',
    take: /^Take it/,
    own: 'Your turn',
    other: 'Robin’s turn',
    asked: 'You asked Robin to take tonight. No answer yet.',
    toAnswer: 'Alex asks: can you take tonight?',
    done: 'It’s yours now.',
    told: /^Robin took over tonight from you, and you have .+ instead\.$/,
  },
  fr: {
    wish: 'Demander à Robin',
    send: 'Demander à Robin',
    take: /^Je le prends/,
    own: 'C’est à vous',
    other: 'C’est à Robin',
    asked: 'Vous avez demandé à Robin de prendre ce soir. Pas encore de réponse.',
    toAnswer: /^Alex demande\s: pouvez-vous prendre ce soir\s\?$/,
    done: 'C’est à vous maintenant.',
    told: /^Robin vous remplace ce soir, et c’est vous .+ à la place\.$/,
  },
}

interface Look {
  locale: keyof typeof languages
  javaScriptEnabled: boolean
}

const heading = '#tonight-title bdi'

/** The next evening that is Alex's, on Alex's desk and on the phone of Robin. */
async function evening(t: Test, household: ListeningWeb, look: Look) {
  const { web, origin, robin: other } = household
  const { db, clock } = web
  for (const email of ['alex@example.com', 'robin@example.com'])
    await saveMemberLanguage(db, email, look.locale)
  const tomorrow = todayOf(web).add({ days: 1 })
  const ahead = await readNights(db, tomorrow, tomorrow.add({ days: 7 }))
  const days = ahead.findIndex(({ caregiver }) => caregiver === 'a') + 1
  clock.advance({ hours: 24 * days })
  const tonight = todayOf(web)

  const browser = await launchChromium(t)
  const open = (session: string, screen: typeof desk | typeof phone) =>
    openPage(browser, { origin, session }, { ...screen, ...look })
  const robins = other.cookies.get('session') ?? ''
  const opened = {
    alex: await open(household.session, desk),
    robin: await open(robins, phone),
  }
  for (const { page } of Object.values(opened)) await page.goto(origin)
  const presses: string[] = []
  return {
    ...opened,
    presses,
    words: languages[look.locale],
    press: async (
      who: keyof typeof opened,
      name: string | RegExp,
      role: 'button' | 'link' = 'button',
    ) => {
      const { page } = opened[who]
      const target = page.locator('dialog[open], main').last().getByRole(role, { name })
      presses.push(`${who}: ${(await target.innerText()).trim()}`)
      await target.click()
    },
    /** Waits until a page shows this; without script, a person looks again. */
    sees: async (who: keyof typeof opened, text: string | RegExp) => {
      const { page } = opened[who]
      if (!look.javaScriptEnabled) await page.goto(origin)
      await page.getByText(text, { exact: true }).first().waitFor()
    },
    holder: async () => (await readNights(db, tonight, tonight))[0]?.caregiver,
  }
}

t.test('between two parents', async t => {
  const household = await listeningWeb(t)
  for (const [locale, javaScriptEnabled] of [
    ['en', true],
    ['fr', false],
  ] as const)
    await t.test(`three presses from “I can’t tonight” to the answer: ${locale}`, async t => {
      const family = await evening(t, household, { locale, javaScriptEnabled })
      const { alex, robin, words, press, sees, presses, holder } = family
      t.equal(await alex.page.locator(heading).innerText(), words.own)

      await press('alex', words.wish, 'link')
      await press('alex', words.send)
      await sees('alex', words.asked)
      t.equal(await holder(), 'a', 'nothing moves until the answer')
      await sees('robin', words.toAnswer)
      await press('robin', words.take)
      await robin.page.getByText(words.done).waitFor()
      t.equal(await robin.page.locator(heading).innerText(), words.own)
      t.equal(await holder(), 'b')
      t.equal(presses.length, 3, presses.join('; '))

      // An open page says by itself what the other one did.
      if (javaScriptEnabled) await sees('alex', words.told)
      else await alex.page.reload()
      t.equal(await alex.page.locator(heading).innerText(), words.other)
      t.equal(await alex.page.locator('.ask').count(), 0)
      t.same([...alex.faults, ...robin.faults], [])
    })

  await t.test('a web app at another address can press the buttons of a message', async t => {
    const app = await startInbox(t, response => response.end('<title>ntfy</title>'))
    const page = await (await launchChromium(t)).newPage()
    await page.goto(app.url)
    const press = (path: string) =>
      page.evaluate<number>(`fetch(${JSON.stringify(household.origin + path)}, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'answer=accept',
      }).then(answer => answer.status)`)
    t.equal(await press('/asks/link?token=x'), 404, 'it reads the status')
    t.equal(await press('/unsubscribe?token=x'), 404)
    await t.rejects(press('/asks/answer'), /Failed to fetch/, 'and none of other requests')
  })
})
