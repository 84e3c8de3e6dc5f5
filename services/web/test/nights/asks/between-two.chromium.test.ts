import {
  readClosedAsks,
  readHistory,
  readNights,
  readOpenAsks,
} from '@night-routine/database/nights'
import { saveMemberLanguage } from '@night-routine/database/people'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import {
  launchChromium,
  listeningWeb,
  openPage,
  todayOf,
  type ListeningWeb,
} from '../../listening-web.ts'

const browser = await launchChromium(t)

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** What the two read and press, in the language of their browsers. */
const languages = {
  en: {
    wish: 'Ask Robin to take it',
    send: 'Ask Robin',
    give: 'Give to Robin',
    take: /^Take it/,
    cannot: /^I can’t/,
    withdraw: /^Withdraw/,
    own: 'Your turn',
    other: 'Robin’s turn',
    asked: 'You asked Robin to take tonight. No answer yet.',
    toAnswer: 'Alex asks: can you take tonight?',
    done: 'It’s yours now.',
    told: /^Robin took over tonight from you, and you have .+ instead\.$/,
    saidYes: /^You’ve already said that you take .+\.$/,
    saidNo: /^You’ve already said that you can’t take .+\.$/,
    withdrawn: /^Alex doesn’t need this any more\.$/,
    answered: /^Robin has already answered\.$/,
    moved: /^Alex no longer has .+, so there is nothing left to answer\.$/,
  },
  fr: {
    wish: 'Demander à Robin',
    send: 'Demander à Robin',
    give: 'Confier à Robin',
    take: /^Je le prends/,
    cannot: /^Je ne peux pas/,
    withdraw: /^Retirer/,
    own: 'C’est à vous',
    other: 'C’est à Robin',
    asked: 'Vous avez demandé à Robin de prendre ce soir. Pas encore de réponse.',
    toAnswer: /^Alex demande\s: pouvez-vous prendre ce soir\s\?$/,
    done: 'C’est à vous maintenant.',
    told: /^Robin vous remplace ce soir, et c’est vous .+ à la place\.$/,
    saidYes: /^Vous avez déjà dit oui \(.+\)\.$/,
    saidNo: /^Vous avez déjà dit non \(.+\)\.$/,
    withdrawn: /^Alex n’en a plus besoin\.$/,
    answered: /^Robin a déjà répondu\.$/,
    moved: /^Ce soir \(.+\) n’est plus à Alex\s: il n’y a plus rien à répondre\.$/,
  },
}

interface Look {
  locale: keyof typeof languages
  javaScriptEnabled: boolean
}

/** An evening that is Alex's, on Alex's desk, and on the phone and another screen of Robin. */
async function evening(t: Test, look: Look) {
  const household = await listeningWeb(t)
  const { web, origin, robin: other } = household
  const { db, clock } = web
  for (const email of ['alex@example.com', 'robin@example.com'])
    await saveMemberLanguage(db, email, look.locale)
  const today = todayOf(web)
  const ahead = await readNights(db, today, today.add({ days: 7 }))
  const days = ahead.findIndex(({ caregiver }) => caregiver === 'a')
  clock.advance({ hours: 24 * days })
  const tonight = today.add({ days })

  const open = (session: string, screen: typeof desk | typeof phone) =>
    openPage(browser, { ...household, session }, { ...screen, ...look })
  const robins = other.cookies.get('session') ?? ''
  const opened = {
    alex: await open(household.session, desk),
    robin: await open(robins, phone),
    again: await open(robins, desk),
  }
  t.teardown(async () =>
    Promise.all(Object.values(opened).map(({ page }) => page.context().close())),
  )
  const presses: string[] = []
  return {
    ...opened,
    origin,
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
    /** What became of the ask, by its row and by the history. */
    ends: async () => {
      const [closed] = await readClosedAsks(db, 1)
      const entries = await readHistory(db, { limit: 100 })
      return {
        open: (await readOpenAsks(db)).length,
        state: closed?.state,
        history: entries.map(({ action }) => action).filter(action => action.startsWith('ask-')),
      }
    },
  }
}

const home = async ({ page }: { page: Page }, { origin }: Pick<ListeningWeb, 'origin'>) =>
  page.goto(origin)

const heading = '#tonight-title bdi'

/** Two presses at the same second: whether each was accepted, or else the sentence that refuses it. */
async function atOnce(pages: readonly Page[], press: () => Promise<unknown>) {
  const answers = pages.map(page =>
    page.waitForResponse(answer => answer.request().method() === 'POST'),
  )
  await press()
  return Promise.all(
    answers.map(async (answer, index) => {
      const status = (await answer).status()
      if (status < 400) return { status, says: '' }
      // Neither stands on the page before, whose own words would otherwise be read when it is slow.
      const said = pages[index]?.locator('.toast.trouble, section.message > h1 + p')
      return { status, says: (await said?.innerText()) ?? '' }
    }),
  )
}

for (const locale of ['en', 'fr'] as const)
  for (const javaScriptEnabled of [true, false]) {
    const look = { locale, javaScriptEnabled }
    // Two of the four show each language, and both ways.
    if (process.env['LONG_TESTS'] === undefined && (locale === 'en') !== javaScriptEnabled) continue
    const how = `${locale}, ${javaScriptEnabled ? 'with' : 'without'} script`

    t.test(`three presses from “I can’t tonight” to the answer: ${how}`, async t => {
      const family = await evening(t, look)
      const { alex, robin, words, press, sees, presses, holder } = family
      await home(alex, family)
      await home(robin, family)
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
      else await home(alex, family)
      t.equal(await alex.page.locator(heading).innerText(), words.other)
      t.equal(await alex.page.locator('.ask').count(), 0)
      t.same([...alex.faults, ...robin.faults], [])
    })

    t.test(`two answers at the same second: ${how}`, async t => {
      const family = await evening(t, look)
      const { alex, robin, again, words, press, sees, holder, ends } = family
      await home(alex, family)
      await press('alex', words.wish, 'link')
      await press('alex', words.send)
      await sees('alex', words.asked)
      await home(robin, family)
      await home(again, family)
      const [taken, declined] = await atOnce([robin.page, again.page], async () =>
        Promise.all([press('robin', words.take), press('again', words.cannot)]),
      )
      const isTaken = taken?.says === ''
      t.match(
        [taken?.says, declined?.says],
        isTaken ? ['', words.saidYes] : [words.saidNo, ''],
        'one counts, and the other says which',
      )
      t.same([taken?.status, declined?.status].includes(409), true)
      t.equal(await holder(), isTaken ? 'b' : 'a')
      t.same(await ends(), {
        open: 0,
        state: isTaken ? 'accepted' : 'declined',
        history: [isTaken ? 'ask-accepted' : 'ask-declined'],
      })
    })

    t.test(`an answer and a withdrawal at the same second: ${how}`, async t => {
      const family = await evening(t, look)
      const { alex, robin, words, press, sees, holder, ends } = family
      await home(alex, family)
      await press('alex', words.wish, 'link')
      await press('alex', words.send)
      await sees('alex', words.asked)
      await home(robin, family)
      const [taken, withdrawn] = await atOnce([robin.page, alex.page], async () =>
        Promise.all([press('robin', words.take), press('alex', words.withdraw)]),
      )
      const isTaken = taken?.says === ''
      t.match(
        [taken?.says, withdrawn?.says],
        isTaken ? ['', words.answered] : [words.withdrawn, ''],
        'one counts, and the other says which',
      )
      t.equal(await holder(), isTaken ? 'b' : 'a')
      t.same(await ends(), {
        open: 0,
        state: isTaken ? 'accepted' : 'withdrawn',
        history: [isTaken ? 'ask-accepted' : 'ask-withdrawn'],
      })
    })

    t.test(`who asked gives the night away meanwhile: ${how}`, async t => {
      const family = await evening(t, look)
      const { alex, robin, origin, words, press, sees, holder, ends } = family
      await home(alex, family)
      await press('alex', words.wish, 'link')
      await press('alex', words.send)
      await sees('alex', words.asked)
      await home(robin, family)
      await sees('robin', words.toAnswer)
      const sheet = await alex.page.locator('#tonight-title ~ .why a').getAttribute('href')
      await alex.page.goto(new URL(sheet?.replace('#', '&choice=give&to=b#') ?? '', origin).href)
      await press('alex', words.give)
      await alex.page.locator(heading, { hasText: words.other }).waitFor()
      if (javaScriptEnabled) await robin.page.locator('.ask').waitFor({ state: 'detached' })
      else {
        const [late] = await atOnce([robin.page], async () => press('robin', words.take))
        t.match(late, { status: 409, says: words.moved })
      }
      t.equal(await holder(), 'b')
      t.same(await ends(), { open: 0, state: 'ended', history: ['ask-ended'] })
    })
  }
